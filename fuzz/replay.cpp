// fuzz_replay list: the names of the targets. fuzz_replay TARGET PATH...: runs the target on every
// file of the folders, and on the files, given.
//
// A folder of a corpus is one whose parts are named seeds and regressions. Seeds must be there.
// Each regression has a line in `why` beside that folder, NAME: REASON, and each line a file. An
// empty folder is a fault: a replay of nothing must not pass.
//
// Files are read by the C library alone, whose every function MemorySanitizer knows.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dirent.h>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <vector>

#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

bool is_folder(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

std::string content_of(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) {
    throw std::runtime_error("cannot read " + path);
  }
  std::string text;
  char block[4096];
  for (std::size_t got = 0; (got = std::fread(block, 1, sizeof block, file)) > 0;) {
    text.append(block, got);
  }
  std::fclose(file);
  return text;
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  if (DIR* entries = ::opendir(folder.c_str()); entries != nullptr) {
    while (const dirent* entry = ::readdir(entries)) {
      if (!is_folder(folder + "/" + entry->d_name)) {
        names.emplace_back(entry->d_name);
      }
    }
    ::closedir(entries);
  }
  if (names.empty()) {
    throw std::runtime_error(folder + " has no file");
  }
  std::sort(names.begin(), names.end());
  return names;
}

// The reasons name the files that are there, no more and no fewer.
void check_reasons(const std::string& why, const std::vector<std::string>& names) {
  std::vector<std::string> named;
  const std::string text = content_of(why);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos || colon + 2 == line.size()) {
      throw std::runtime_error(why + ": a line is NAME: REASON, not \"" + line + "\"");
    }
    named.push_back(line.substr(0, colon));
    begin = end + 1;
  }
  std::sort(named.begin(), named.end());
  if (named != names) {
    throw std::runtime_error(why + " and the folder beside it name different files");
  }
}

std::vector<std::string> inputs_of(const std::string& place) {
  if (!is_folder(place)) {
    return {place};
  }
  std::vector<std::string> files;
  const auto add = [&](const std::string& folder) {
    std::vector<std::string> names = names_in(folder);
    for (const std::string& name : names) {
      files.push_back(folder + "/" + name);
    }
    return names;
  };
  if (!is_folder(place + "/seeds")) {
    add(place);
    return files;
  }
  add(place + "/seeds");
  if (is_folder(place + "/regressions")) {
    check_reasons(place + "/why", add(place + "/regressions"));
  }
  return files;
}

void run(const Target& target, const std::string& path) {
  const std::string text = content_of(path);
  // Of its exact size, so that a sanitizer sees the first byte behind it.
  const auto bytes = std::make_unique<std::byte[]>(text.size());
  std::memcpy(bytes.get(), text.data(), text.size());
  target.run({bytes.get(), text.size()});
}

int replay(std::string_view name, const std::vector<std::string>& places) {
  const auto all = targets();
  const auto target =
      std::find_if(all.begin(), all.end(), [&](const Target& one) { return one.name == name; });
  if (target == all.end()) {
    throw std::runtime_error("there is no target " + std::string(name));
  }
  thorough = true;
  std::size_t count = 0;
  for (const std::string& place : places) {
    for (const std::string& file : inputs_of(place)) {
      // Said before, so that it is known which one ended the program.
      std::fprintf(stderr, "%s\n", file.c_str());
      run(*target, file);
      ++count;
    }
  }
  std::printf("%s: %zu inputs replayed\n", std::string(name).c_str(), count);
  if (most_steps > 0) {
    std::printf("at most %.1f %% of the steps that an input may take\n",
                static_cast<double>(most_steps) / 10);
  }
  return 0;
}

}  // namespace
}  // namespace assay::fuzz

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "list") {
    for (const assay::fuzz::Target& target : assay::fuzz::targets()) {
      std::printf("%s\n", std::string(target.name).c_str());
    }
    return 0;
  }
  if (argc < 3) {
    std::fprintf(stderr, "usage: fuzz_replay list | TARGET FILE|FOLDER...\n");
    return 2;
  }
  try {
    return assay::fuzz::replay(argv[1], {argv + 2, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "fuzz_replay: %s\n", error.what());
    return 2;
  }
}
