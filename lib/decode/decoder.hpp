// The decoder: walks a message by its table into records.
//
// It has one loop, an explicit stack, and no code for any particular message. What libprotobuf
// would refuse ends the message at hand and marks it damaged; its neighbours are still read. What
// libprotobuf would take is taken as libprotobuf takes it, with a finding whose weight the policy
// gives. Strings, bytes and runs alias the input. Cost: linear in the input; memory from the arena.
#pragma once

#include "assay/bytes.hpp"

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "decode/long_list.hpp"
#include "decode/records.hpp"

namespace assay::decode {

// The record of `input` read as a message of that id; null when the budget does not hold even that.
// Check Source::damaged, and the findings, before trusting it. With `list`, what that says is
// passed over where it is found.
void* decode_message(MessageId id, Bytes input, Arena& arena, Findings& findings,
                     LongList* list = nullptr);

template <class R>
R* decode(Bytes input, Arena& arena, Findings& findings) {
  return static_cast<R*>(decode_message(R::kId, input, arena, findings));
}

}  // namespace assay::decode
