// What stands behind a DataFile.
#pragma once

#include "assay/external.hpp"

#include "external/descriptor.hpp"
#include "external/mapping.hpp"

namespace assay {

struct DataFile::State {
  external::Descriptor descriptor;
  external::FileState opened;
  std::unique_ptr<external::Mapping> mapping;
};

}  // namespace assay
