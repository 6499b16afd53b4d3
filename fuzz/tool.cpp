// fuzz_tool: what a fuzzing run needs beside the targets.
//
//   dictionary TARGET           its dictionary, on standard output
//   generate TARGET FOLDER N    N inputs of the target's own kind from the generator; targets whose
//                               inputs are no messages have none
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "fuzz/dictionary.hpp"
#include "fuzz/generator.hpp"
#include "fuzz/target.hpp"
#include "schema/kind.hpp"
#include "support/mutator.hpp"

namespace assay::fuzz {
namespace {

int generate_into(const std::string& target, const std::filesystem::path& folder, int count) {
  const auto id = message_of_target(target);
  testing::Random random(1);
  std::filesystem::create_directories(folder);
  for (int i = 0; i < count && id; ++i) {
    std::string bytes;
    for (std::uint64_t left = random.below(120); left > 0; --left) {
      bytes += static_cast<char>(static_cast<unsigned char>(random.below(256)));
    }
    for (const Kind kind : kKinds) {
      if (schema::message_of(kind) == *id) {
        Choices choices(bytes_of(bytes));
        const std::string file = generate(kind, choices).text();
        std::ofstream(folder / ("generated-" + std::to_string(i)), std::ios::binary) << file;
      }
    }
  }
  return 0;
}

int run(int argc, char** argv) {
  const std::string command = argc > 1 ? argv[1] : "";
  if (command == "dictionary" && argc == 3) {
    std::fputs(dictionary_of(argv[2]).c_str(), stdout);
    return 0;
  }
  if (command == "generate" && argc == 5) {
    return generate_into(argv[2], argv[3], std::atoi(argv[4]));
  }
  std::fprintf(stderr, "usage: fuzz_tool dictionary TARGET | generate TARGET FOLDER COUNT\n");
  return 2;
}

}  // namespace
}  // namespace assay::fuzz

int main(int argc, char** argv) {
  return assay::fuzz::run(argc, argv);
}
