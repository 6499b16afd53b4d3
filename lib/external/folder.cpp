#include "external/folder.hpp"

#include <utility>

#include "base/text.hpp"
#include "external/data_file.hpp"
#include "external/entries.hpp"

namespace assay {

using external::Opening;
using external::SplitPath;

namespace {

OpenedFile refuse(Rule rule, std::string message) {
  OpenedFile result;
  result.fault = OpenedFile::Fault{rule, std::move(message)};
  return result;
}

OpenedFile cannot_open(const std::string& what, int error) {
  std::string message = cat(what, " cannot be opened: ", external::describe_error(error));
  switch (error) {
    case ENOENT:
    case ENOTDIR:
    case ENAMETOOLONG:
      return refuse(Rule::external_missing_file, std::move(message));
    case ENXIO:  // a socket, or a device without a driver
    case ENODEV:
      return refuse(Rule::external_not_regular, cat(what, " is not a regular file"));
    default:
      return refuse(Rule::external_unreadable, std::move(message));
  }
}

std::string_view symlink_advice(bool model_is_link, bool follow) {
  if (!model_is_link) {
    return "";
  }
  return follow ? "; only links to files directly in the folder where the model's own link leads "
                  "are followed"
                : "; so is the model's own file, as in a Hugging Face cache, which "
                  "--follow-model-symlinks (ExternalPolicy::follow_model_symlinks) accepts";
}

}  // namespace

ExternalFolder::ExternalFolder(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
ExternalFolder::ExternalFolder(ExternalFolder&&) noexcept = default;
ExternalFolder& ExternalFolder::operator=(ExternalFolder&&) noexcept = default;
ExternalFolder::~ExternalFolder() = default;

ExternalFolder ExternalFolder::at(const std::string& path) {
  auto state = std::make_unique<State>();
  Opening opening = external::open_path(path.empty() ? "." : path, external::kFolderFlags);
  state->folder = std::move(opening.descriptor);
  state->error = opening.error;
  return ExternalFolder(std::move(state));
}

ExternalFolder ExternalFolder::from_descriptor(int descriptor) {
  auto state = std::make_unique<State>();
  Opening opening = external::open_at(descriptor, ".", external::kFolderFlags);
  state->folder = std::move(opening.descriptor);
  state->error = opening.error;
  return ExternalFolder(std::move(state));
}

ExternalFolder ExternalFolder::for_model(const std::string& model_path) {
  const SplitPath path = external::split_path(model_path);
  ExternalFolder result = at(path.folder);
  State& state = *result.state_;
  if (const auto target = external::read_link(state.folder.get(), path.name)) {
    state.model_is_link = true;
    const std::string blobs = external::split_path(*target).folder;
    state.blobs = external::open_at(state.folder.get(), blobs.empty() ? "." : blobs.c_str(),
                                    external::kFolderFlags)
                      .descriptor;
  }
  return result;
}

// Folders are compared as folders, not as text, and the file is then opened from the folder that
// the model's own link led to: whatever is exchanged in between, no other folder is read.
Opening ExternalFolder::State::open_blob(std::string_view location) const {
  const SplitPath path = external::split_path(location);
  Opening parent;
  int at = folder.get();
  if (!path.folder.empty()) {
    parent = external::open_beneath(at, path.folder, external::kFolderFlags, resolver);
    if (!parent.descriptor.is_open()) {
      return parent;
    }
    at = parent.descriptor.get();
  }
  const SplitPath target = external::split_path(external::read_link(at, path.name).value_or(""));
  const auto leads_to = external::state_at(at, target.folder.empty() ? "." : target.folder);
  const auto expected = external::state_of(blobs.get());
  if (!leads_to || !expected || !leads_to->same_file(*expected) ||
      external::judge_location(target.name).count > 0) {
    return {external::Descriptor(), ELOOP};
  }
  return external::open_beneath(blobs.get(), target.name, external::kFileFlags, resolver);
}

OpenedFile ExternalFolder::open(std::string_view location, const ExternalPolicy& policy) const {
  const external::LocationFaults text = external::judge_location(location);
  if (text.count > 0) {
    return refuse(text.faults[0].rule,
                  cat("location ", Quoted{location}, " ", text.faults[0].reason));
  }
  if (!state_->folder.is_open()) {
    return cannot_open("the folder of the model", state_->error);
  }
  const std::string what = cat("data file ", Quoted{location});
  Opening opening = external::open_beneath(state_->folder.get(), location, external::kFileFlags,
                                           state_->resolver);
  const bool follow = policy.follow_model_symlinks && state_->blobs.is_open();
  if (opening.error == ELOOP && follow) {
    opening = state_->open_blob(location);
  }
  if (opening.error == ELOOP) {
    return refuse(Rule::external_symlink, cat(what, " is a symbolic link, or lies behind one",
                                              symlink_advice(state_->model_is_link, follow)));
  }
  if (!opening.descriptor.is_open()) {
    return cannot_open(what, opening.error);
  }
  const auto found = external::state_of(opening.descriptor.get());
  if (!found) {
    return cannot_open(what, errno);
  }
  if (!found->regular) {
    return refuse(Rule::external_not_regular,
                  cat(what, found->folder ? " is a folder" : " is a pipe, a device or a socket"));
  }
  OpenedFile result;
  if (found->links > 1) {
    result = refuse(Rule::external_hard_link, cat(what, " has ", found->links,
                                                  " names (hard links); it may be another file "
                                                  "of this machine"));
  }
  auto file = std::make_unique<DataFile::State>();
  file->mapping = external::Mapping::create(opening.descriptor.get(), found->size);
  file->descriptor = std::move(opening.descriptor);
  file->opened = *found;
  result.file = DataFile(std::move(file));
  return result;
}

void ExternalFolder::verify_checksums(std::function<std::unique_ptr<Sha1Hasher>()> make_hasher) {
  state_->hasher_maker = std::move(make_hasher);
}

std::unique_ptr<Sha1Hasher> ExternalFolder::make_hasher() const {
  return state_->hasher_maker ? state_->hasher_maker() : nullptr;
}

}  // namespace assay
