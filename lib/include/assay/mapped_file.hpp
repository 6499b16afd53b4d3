// The bytes of an input file, read or mapped, whichever is cheaper and safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "assay/bytes.hpp"

namespace assay {

// While one exists, files are mapped. It installs a handler for SIGBUS, which belongs to the whole
// process, so it is for the program to make, in main(), and never made by the library. The handler
// answers only for Assay's own maps: a file that shrinks reads as zeros where it went away and is
// reported as changed. All else goes on to the handler that was there before.
//
// It must outlive every file opened while it existed. Without one, no file is mapped.
class MappingGuard {
 public:
  MappingGuard() noexcept;
  MappingGuard(const MappingGuard&) = delete;
  MappingGuard& operator=(const MappingGuard&) = delete;
  ~MappingGuard();

  // True while a guard is in place.
  static bool active() noexcept;

 private:
  bool holds_ = false;
};

// A whole file in memory, for as long as the object lives. Safe to read from many threads.
class MappedFile {
 public:
  // Files up to this size are read even under a guard: setting up a map costs more.
  static constexpr std::uint64_t kMapAbove = 256u << 10;

  // Reads or maps `path`, following symbolic links. A regular file above kMapAbove is mapped whole
  // when a MappingGuard exists; any other is read until its end, or until it is longer than
  // `max_bytes`, of which one byte more is kept so that the caller sees it. A pipe blocks until it
  // is closed. Throws std::bad_alloc when what is read does not fit in memory.
  static MappedFile open(const std::string& path, std::uint64_t max_bytes);
  // The same from a descriptor, standard input say, which stays the caller's. A regular file is
  // taken from its beginning, anything else from where it stands.
  static MappedFile from_descriptor(int descriptor, std::uint64_t max_bytes);

  MappedFile(MappedFile&&) noexcept;
  MappedFile& operator=(MappedFile&&) noexcept;
  ~MappedFile();

  // Why there are no bytes: "permission denied"; empty when there are.
  const std::string& error() const noexcept;
  Bytes bytes() const noexcept;
  // True when the bytes were mapped and the file has been written, cut or extended since: what was
  // read from them is then worth nothing. Bytes that were read are a copy and never change.
  bool changed() const noexcept;

 private:
  struct State;
  explicit MappedFile(std::unique_ptr<State> state) noexcept;
  std::unique_ptr<State> state_;
};

}  // namespace assay
