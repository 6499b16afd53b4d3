// The canonical digest of what was read: two readers that print the same bytes have read the same
// content. docs/digest.md describes the format.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/file.hpp"

namespace assay {

using Sha256 = std::array<std::byte, 32>;

// SHA-256 as the caller's cryptographic library does it: one hash after another.
class Sha256Hasher {
 public:
  virtual ~Sha256Hasher() = default;
  virtual void update(Bytes bytes) = 0;
  // The hash of all bytes since the last one, and begins anew.
  virtual Sha256 finish() = 0;
};

// Writes the digest of a file of any kind to `sink`, piece by piece: one JSON object, without a
// line end. Values of tensors are hashed as raw_data has them, wherever the file keeps them. Cost:
// linear in the file and its external data; the whole digest is never in memory. Throws
// std::bad_alloc, and what the hasher and the sink throw.
void write_digest(const File& file, Sha256Hasher& sha256,
                  const std::function<void(std::string_view)>& sink);

}  // namespace assay
