// Loads suites: strict JSON, then the schema, then what a schema cannot say (flags and rules that
// exist, ids used once, inputs that can be built). A suite either loads whole or not at all.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "suite.hpp"

namespace assay::conformance {

// What is wrong with a suite: "FILE: case ID: POINTER: message".
class LoadError : public std::runtime_error {
 public:
  LoadError(std::string file_name, std::string case_name, std::string where, std::string text);

  std::string file;
  std::string case_id;  // empty where the fault is in no case
  std::string pointer;
  std::string message;
};

// The suite that `text` holds. `file` names it in errors, and its folder is where inputs given as
// files are looked up. Throws LoadError. Cost: linear in the text and in the inputs it describes.
Suite load_suite(std::string_view text, const std::filesystem::path& file);

// The suite in a file. Throws LoadError.
Suite load_suite_file(const std::filesystem::path& file);

// The *.json files of the arguments, folders walked, sorted. Throws LoadError for what is not
// there.
std::vector<std::filesystem::path> find_suites(const std::vector<std::filesystem::path>& places);

}  // namespace assay::conformance
