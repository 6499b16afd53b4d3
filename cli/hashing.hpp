// Hashes, as OpenSSL's libcrypto computes them.
#pragma once

#include <memory>

#include "assay/digest.hpp"
#include "assay/external.hpp"

namespace assay::cli {

std::unique_ptr<Sha1Hasher> make_sha1();
std::unique_ptr<Sha256Hasher> make_sha256();

}  // namespace assay::cli
