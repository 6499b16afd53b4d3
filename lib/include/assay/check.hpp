// The check: from bytes to a report.
#pragma once

#include "assay/bytes.hpp"
#include "assay/kind.hpp"
#include "assay/policy.hpp"
#include "assay/report.hpp"

namespace assay {

class ExternalFolder;  // assay/external.hpp

// Judges `input` as one message of `kind`. Never throws; memory stays within the policy's budget
// and time is linear in the input. Payloads whose every value is legal (raw_data of FLOAT, say) are
// not touched. External data is opened only beneath `folder`, and only when one is given.
Report check(Bytes input, Kind kind, const Policy& policy = Policy(),
             const ExternalFolder* folder = nullptr) noexcept;

// The same for bytes of unknown kind: the kinds that fit are tried, the report names the one
// chosen. A file that fits none is reported as the kind that it comes closest to.
Report check_any(Bytes input, const Policy& policy = Policy(),
                 const ExternalFolder* folder = nullptr) noexcept;

}  // namespace assay
