// From what the user named to the files to judge.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

inline constexpr const char* kStandardInput = "-";

struct FoundFiles {
  // In the order given; those of a folder sorted by their bytes. kStandardInput among them.
  std::vector<std::string> files;
  // What could not be looked into, a sentence each.
  std::vector<std::string> troubles;
};

// A name that is a folder stands for the *.onnx and *.pb beneath it. Links to folders are not
// followed there: a link upwards would never end. Links to files are. Any other name stands for
// itself, whether or not there is such a file.
FoundFiles find_files(const std::vector<std::string>& names);

}  // namespace assay::cli
