// Arithmetic that is meant to wrap around, told to the sanitizers.
#pragma once

#if defined(__clang__)
#define ASSAY_WRAPS __attribute__((no_sanitize("unsigned-integer-overflow")))
#else
#define ASSAY_WRAPS
#endif
