// A target as the program of a fuzzing engine that speaks libFuzzer's interface (libFuzzer, AFL++,
// Honggfuzz, Centipede). Built once; which target it is comes with a file that the build writes.
//
// For targets whose inputs are messages it brings mutations that know the wire format; the engine's
// own make up a share of them. At the end it says how many executions had valid framing.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "fuzz/target.hpp"
#include "support/mutator.hpp"
#include "support/pieces.hpp"

namespace assay::fuzz {
namespace {

std::uint64_t executions = 0;
std::uint64_t framed = 0;

const std::optional<schema::MessageId>& message() {
  static const auto id = message_of_target(kEngineTarget.name);
  return id;
}

std::string_view text_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

std::size_t give(const std::string& text, std::uint8_t* data, std::size_t most) {
  const std::size_t size = std::min(text.size(), most);
  std::memcpy(data, text.data(), size);
  return size;
}

// Most files keep valid framing, so that inputs reach what lies behind it; some keep their faults.
std::string mostly_framed(std::string text, testing::Random& random) {
  if (random.one_in(2) || testing::well_framed(*message(), text)) {
    return text;
  }
  std::string anew = testing::reframed(*message(), text);
  return anew.empty() ? text : anew;
}

void report_framing() {
  std::fprintf(stderr, "framing kept: %llu of %llu executions, %.1f %%\n",
               static_cast<unsigned long long>(framed), static_cast<unsigned long long>(executions),
               executions == 0
                   ? 0.0
                   : 100.0 * static_cast<double>(framed) / static_cast<double>(executions));
}

}  // namespace
}  // namespace assay::fuzz

// Of engines that do not have it, mutations do without.
extern "C" [[gnu::weak]] std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size,
                                                      std::size_t most);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed);
extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace assay::fuzz;
  // As in a replay: when a corpus is minimised for one.
  static const bool all = std::getenv("ASSAY_FUZZ_THOROUGH") != nullptr;
  thorough = all;
  if (message()) {
    static const bool registered = std::atexit(report_framing) == 0;
    framed += registered && assay::testing::well_framed(*message(), text_of(data, size)) ? 1 : 0;
    ++executions;
  }
  kEngineTarget.run(std::as_bytes(std::span(data, size)));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  using namespace assay::fuzz;
  assay::testing::Random random(seed);
  const auto engine = [most](std::string text) {
    if (LLVMFuzzerMutate == nullptr) {
      return text;
    }
    const std::size_t size_before = text.size();
    text.resize(std::min(most, size_before + 32));
    text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()),
                                 std::min(size_before, text.size()), text.size()));
    return text;
  };
  std::string text(text_of(data, size));
  if (!message() || random.one_in(10)) {
    return give(engine(std::move(text)), data, most);
  }
  for (std::uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
    text = assay::testing::mutate(*message(), text, text, random, engine);
  }
  if (text.size() > most) {
    text.resize(most);
  }
  return give(mostly_framed(std::move(text), random), data, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* first, std::size_t first_size,
                                                 const std::uint8_t* second,
                                                 std::size_t second_size, std::uint8_t* out,
                                                 std::size_t most, unsigned seed) {
  using namespace assay::fuzz;
  assay::testing::Random random(seed);
  const std::string_view a = text_of(first, first_size);
  const std::string_view b = text_of(second, second_size);
  if (!message()) {
    const std::size_t cut = random.below(a.size() + 1);
    return give(std::string(a.substr(0, cut)).append(b.substr(random.below(b.size() + 1))), out,
                most);
  }
  std::string text = assay::testing::cross(*message(), a, b, random);
  if (text.size() > most) {
    text.resize(most);
  }
  return give(mostly_framed(std::move(text), random), out, most);
}
