// A message decoded on its own: its bytes, its record, what was found, and the memory of it all.
#pragma once

#include "decode/decoder.hpp"
#include "support/findings.hpp"

namespace assay::testing {

class Decoded {
 public:
  explicit Decoded(const Message& message, const Policy& policy = Policy())
      : Decoded(message, message.id(), policy) {}
  // Read as that message, whatever it was written as.
  Decoded(const Message& message, MessageId id, const Policy& policy)
      : file(message),
        arena(policy.limits.memory_base + policy.limits.memory_per_byte * message.text().size()) {
    Findings findings(file.view(), policy, report);
    root = decode::decode_message(id, file.view(), arena, findings);
  }
  Decoded(const Decoded&) = delete;
  Decoded& operator=(const Decoded&) = delete;

  const decode::Source& source() const { return *static_cast<const decode::Source*>(root); }
  template <class R>
  const R& as() const {
    return *static_cast<const R*>(root);
  }

  Message file;
  Arena arena;
  Report report;
  const void* root = nullptr;
};

}  // namespace assay::testing
