// What must hold of the library whatever the bytes are. Every broken property ends the program.
#pragma once

#include <optional>
#include <string>

#include "assay/check.hpp"

#include "support/findings.hpp"

namespace assay::fuzz {

// Everything that is asked of the judging and reading of one file of that kind:
//
// - a report names no internal/ rule, its places lie inside the input, its texts are printable;
// - the same bytes give the same report, and reading comes to the same as judging, be the records
//   kept or not;
// - what strict accepts, compat accepts; raising a limit never rejects what was accepted;
// - what is accepted libprotobuf reads too, with the same digest (where built with it);
// - what is accepted has a canonical form that is accepted, with the same digest;
// - views of what was accepted, and of what a lenient policy lets pass, keep inside it;
// - memory and steps stay within a multiple of the size; running out of memory is an answer and
//   leaves nothing.
//
// A replay asks all of it. A run that is in a hurry asks the first of every input, and of the rest
// a share that the input chooses (share.hpp). Gives the profile that accepts, strict before compat.
std::optional<Profile> check_file(Kind kind, Bytes input);

// The first of these, alone.
void check_report(const Report& report, Bytes input);
bool same_report(const Report& a, const Report& b);

using testing::lenient;

// The digest of the file, empty when the policy rejects it.
std::string digest_of(Kind kind, Bytes input, const Policy& policy);

}  // namespace assay::fuzz
