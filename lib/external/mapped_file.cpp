#include "assay/mapped_file.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/checked.hpp"
#include "external/descriptor.hpp"
#include "external/mapping.hpp"

namespace assay {

using external::Descriptor;
using external::FileState;
using external::Mapping;

struct MappedFile::State {
  std::string error;
  std::vector<std::byte> copy;
  // Set when the file is mapped.
  std::unique_ptr<Mapping> mapping;
  Descriptor descriptor;
  FileState opened;
};

namespace {

// Reads from where the descriptor stands to the end, or to `max_bytes` and one more. 0 or an errno.
int read_all(int descriptor, std::uint64_t expected, std::uint64_t max_bytes,
             std::vector<std::byte>& into) {
  constexpr std::uint64_t kFirst = 64u << 10;
  const std::uint64_t most = saturating_add(max_bytes, 1);
  std::size_t done = 0;
  while (done < most) {
    if (done == into.size()) {
      // One byte beyond what is expected, so that the end shows without growing once more.
      const std::uint64_t first = expected > 0 ? saturating_add(expected, 1) : kFirst;
      into.resize(narrow<std::size_t>(std::min(done == 0 ? first : saturating_mul(done, 2), most)));
    }
    const ssize_t got = ::read(descriptor, into.data() + done, into.size() - done);
    if (got < 0 && errno != EINTR) {
      return errno;
    }
    if (got == 0) {
      break;
    }
    done += got > 0 ? static_cast<std::size_t>(got) : 0;
  }
  into.resize(done);
  return 0;
}

}  // namespace

MappedFile MappedFile::open(const std::string& path, std::uint64_t max_bytes) {
  const external::Opening opening = external::open_path(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (!opening.descriptor.is_open()) {
    auto state = std::make_unique<State>();
    state->error = external::describe_error(opening.error);
    return MappedFile(std::move(state));
  }
  return from_descriptor(opening.descriptor.get(), max_bytes);
}

MappedFile MappedFile::from_descriptor(int descriptor, std::uint64_t max_bytes) {
  auto state = std::make_unique<State>();
  const auto found = external::state_of(descriptor);
  if (!found) {
    state->error = external::describe_error(errno);
    return MappedFile(std::move(state));
  }
  if (found->regular && found->size > kMapAbove && MappingGuard::active()) {
    // The descriptor is kept to see changes; that it could not be had is no reason not to read.
    state->descriptor = Descriptor(::fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
    if (state->descriptor.is_open()) {
      state->mapping = Mapping::create(descriptor, found->size);
      state->opened = *found;
    }
  }
  if (!state->mapping) {
    if (found->regular) {
      ::lseek(descriptor, 0, SEEK_SET);
    }
    const std::uint64_t expected = found->regular ? found->size : 0;
    if (const int error = read_all(descriptor, expected, max_bytes, state->copy); error != 0) {
      state->copy.clear();
      state->error = external::describe_error(error);
    }
  }
  return MappedFile(std::move(state));
}

MappedFile::MappedFile(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
MappedFile::MappedFile(MappedFile&&) noexcept = default;
MappedFile& MappedFile::operator=(MappedFile&&) noexcept = default;
MappedFile::~MappedFile() = default;

const std::string& MappedFile::error() const noexcept {
  return state_->error;
}

Bytes MappedFile::bytes() const noexcept {
  return state_->mapping ? state_->mapping->bytes() : Bytes(state_->copy);
}

bool MappedFile::changed() const noexcept {
  if (!state_->mapping) {
    return false;
  }
  const auto now = external::state_of(state_->descriptor.get());
  return state_->mapping->torn() || !now || !now->same_content(state_->opened);
}

}  // namespace assay
