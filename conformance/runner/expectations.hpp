// What a subject is known to get wrong: an exact list. A failure that is not in it fails the run,
// and so does an entry that no longer holds, or that speaks of a case that is not there.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "judge.hpp"

namespace assay::conformance {

struct KnownFailure {
  Outcome outcome = Outcome::rejected;
  std::string why;
  bool sometimes = false;  // it depends on chance, such as memory that nobody wrote: a pass is fine
};

struct Expectations {
  std::map<std::string, KnownFailure, std::less<>> cases;  // by "suite/id"
};

// Reads conformance/expected/NAME.json; an empty list when the file is not there. Throws LoadError.
Expectations load_expectations(const std::filesystem::path& file);
Expectations read_expectations(std::string_view text, const std::string& file);

// How a result stands to the list.
enum class Standing : std::uint8_t {
  fine,             // passed, differs or was skipped, and is not listed
  new_failure,      // failed, and is not listed, or with another outcome
  known_failure,    // failed as listed
  unexpected_pass,  // listed, and does not fail
};
std::string_view standing_name(Standing standing) noexcept;

Standing standing_of(const std::string& name, const Judgement& judgement, const Answer& answer,
                     const Expectations& expectations);

}  // namespace assay::conformance
