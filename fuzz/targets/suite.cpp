// Suites: one either loads whole or says where it is wrong; one that loads does so twice alike, and
// what it asks for is inside what it may ask for.
#include <string>

#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"
#include "loader.hpp"

namespace assay::fuzz {
namespace {

using namespace conformance;

// The loader looks for inputs that are files in the folder of the suite, which is not there.
constexpr const char* kFile = "no-such-folder/suite.json";

std::optional<Suite> load(std::string_view text) {
  try {
    return load_suite(text, kFile);
  } catch (const LoadError& error) {
    require(!error.message.empty() && error.file == kFile, "an error says what and where");
    return std::nullopt;
  }
}

std::string summary(const Suite& suite) {
  std::string out = suite.name + '\n' + suite.description + '\n';
  for (const Case& test : suite.cases) {
    out += test.id + '\n' + test.description + '\n';
    if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
      out += reader->input + '\n';
      for (const BesideFile& file : reader->files) {
        out += file.path + '\n' + file.content + '\n';
      }
    } else {
      out += std::get<OperatorCase>(test.body).op + '\n';
    }
  }
  return out;
}

}  // namespace

void target_suite(Bytes input) {
  const std::string_view text = Choices::as_text(input);
  const auto suite = load(text);
  if (!suite) {
    return;
  }
  const auto again = load(text);
  require(again && summary(*again) == summary(*suite), "a suite loads twice alike");
  for (const Case& test : suite->cases) {
    if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
      for (const BesideFile& file : reader->files) {
        require(!file.path.starts_with('/') &&
                    ("/" + file.path + "/").find("/../") == std::string::npos,
                "files of a case stay in its folder", file.path);
      }
    }
  }
}

}  // namespace assay::fuzz
