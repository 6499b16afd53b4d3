// What stands behind an ExternalFolder.
#pragma once

#include "assay/external.hpp"

#include "external/open_beneath.hpp"

namespace assay {

struct ExternalFolder::State {
  external::Descriptor folder;
  int error = 0;  // why there is no folder
  // Where the link that is the model's own file leads to, when it is one.
  external::Descriptor blobs;
  bool model_is_link = false;
  external::Resolver resolver = external::Resolver::kernel_first;
  std::function<std::unique_ptr<Sha1Hasher>()> hasher_maker;

  // Opens a link that leads to a file directly in `blobs`; ELOOP for any other.
  external::Opening open_blob(std::string_view location) const;
};

// Tests choose the portable resolver with it.
struct FolderAccess {
  static void walk(ExternalFolder& folder) noexcept {
    folder.state_->resolver = external::Resolver::walk;
  }
};

}  // namespace assay
