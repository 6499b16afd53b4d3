// Memory that runs out, at each single allocation in turn: the answer is a report, never an
// exception and never a half-read file.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <limits>
#include <new>

#include "assay/check.hpp"
#include "assay/digest.hpp"
#include "assay/model.hpp"
#include "assay/values.hpp"

#include "external/temporary_folder.hpp"
#include "support/models.hpp"

namespace {

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();
// How many allocations of this thread still succeed.
thread_local std::uint64_t allocations_left = kUnlimited;

void* allocate(std::size_t size) noexcept {
  if (allocations_left == 0) {
    return nullptr;
  }
  allocations_left -= allocations_left == kUnlimited ? 0 : 1;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

// Not inlined: g++ would take them apart and find free() where delete was written.
[[gnu::noinline]] void* operator new(std::size_t size) {
  if (void* memory = allocate(size)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate(size);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

namespace assay {
namespace {

// Lets the nth allocation of `read` fail, for n = 0, 1, ... until it gets all that it asks for.
// Returns how many that are.
template <class Read>
std::uint64_t starve(Read read, Rule fault) {
  for (std::uint64_t n = 0; n < 10'000; ++n) {
    allocations_left = n;
    const auto result = read();
    const bool starved = allocations_left == 0;
    allocations_left = kUnlimited;
    const Report& report = result.report();
    BOOST_TEST_REQUIRE(result.has_value() == report.accepted());
    if (!starved) {
      BOOST_TEST_REQUIRE(
          (fault == Rule::count ? report.accepted() : report.findings.at(0).rule == fault));
      return n;
    }
    // What was found before may be in the report, and an allocation that was only for comfort may
    // have failed: then the report says what it says with all memory.
    bool explained = report.accepted() || report.findings.empty();
    for (const Finding& finding : report.findings) {
      explained = explained || finding.rule == Rule::limit_memory || finding.rule == fault ||
                  finding.rule == Rule::file_unreadable ||
                  finding.rule == Rule::external_unreadable;
    }
    BOOST_TEST_REQUIRE(explained);
  }
  BOOST_TEST_REQUIRE(false, "it never gets enough");
  return 0;
}

BOOST_AUTO_TEST_SUITE(out_of_memory)

BOOST_AUTO_TEST_CASE(reading_a_tensor_ends_in_a_report) {
  const testing::Message sound = testing::zero_tensor(ElementType::float32, {2, 2});
  BOOST_TEST(starve([&] { return read_tensor(sound.view()); }, Rule::count) > 1u);
  const testing::Message faulty =
      testing::tensor(ElementType::float32, {2}).set("raw_data", "1234567");
  BOOST_TEST(starve([&] { return read_tensor(faulty.view()); }, Rule::tensor_raw_data_size) > 3u);
}

BOOST_AUTO_TEST_CASE(reading_values_ends_in_a_report) {
  const testing::Message numbers =
      testing::sequence().set("elem_type", 1).set("tensor_values", testing::int64_tensor({1, 2}));
  const testing::Message map = testing::map()
                                   .set("key_type", ElementType::string)
                                   .set("string_keys", "key")
                                   .set("values", numbers);
  BOOST_TEST(starve([&] { return read_map(map.view()); }, Rule::count) > 1u);
}

// A long list is judged in passing: what its elements hold is decoded, and found, while rules run.
BOOST_AUTO_TEST_CASE(checking_a_long_list_ends_in_a_report) {
  struct Checked {
    Report found;
    const Report& report() const { return found; }
    bool has_value() const { return found.accepted(); }
  };
  testing::Message tensors = testing::sequence().set("elem_type", 1);
  testing::Message nodes = testing::graph()
                               .set("name", "g")
                               .set("input", testing::value("x"))
                               .set("output", testing::value("v0"));
  const auto unknown = [](testing::Message element) { return element.tag(100, 0).varint(1); };
  for (int i = 0; i < 300; ++i) {
    const testing::Message tensor = testing::int64_tensor({1});
    const testing::Message node = testing::node_of("Identity", {"x"}, {"v" + std::to_string(i)});
    tensors.set("tensor_values", i == 290 ? unknown(tensor) : tensor);
    nodes.set("node", i == 290 ? unknown(node) : node);
  }
  const testing::Message model = testing::model_of(nodes);
  const auto check_of = [](const testing::Message& file, Kind kind) {
    return [&file, kind] { return Checked{check(file.view(), kind)}; };
  };
  BOOST_TEST(starve(check_of(tensors, Kind::sequence), Rule::schema_unknown_field) > 10u);
  BOOST_TEST(starve(check_of(model, Kind::model), Rule::schema_unknown_field) > 10u);
}

BOOST_AUTO_TEST_CASE(opening_a_model_and_its_data_ends_in_a_report) {
  const testing::TemporaryFolder folder;
  const testing::Message weights = testing::tensor(ElementType::boolean, {5})
                                       .set("name", "w")
                                       .set("external_data", testing::entry("location", "w.bin"))
                                       .set("data_location", 1);
  folder.write(
      "m.onnx",
      testing::model_of(testing::graph_of(testing::identity()).set("initializer", weights)).text());
  folder.write("w.bin", std::string_view("\1\0\1\1\0", 5));
  const std::string path = folder / "m.onnx";
  BOOST_TEST(starve([&] { return Model::open(path); }, Rule::count) > 10u);
}

BOOST_AUTO_TEST_CASE(reading_values_of_a_data_file_ends_in_a_status) {
  const testing::TemporaryFolder folder;
  const testing::Message weights = testing::tensor(ElementType::uint8, {5})
                                       .set("name", "w")
                                       .set("external_data", testing::entry("location", "w.bin"))
                                       .set("data_location", 1);
  folder.write(
      "m.onnx",
      testing::model_of(testing::graph_of(testing::identity()).set("initializer", weights)).text());
  folder.write("w.bin", "12345");
  const Result<Model> model = Model::open(folder / "m.onnx");
  BOOST_TEST_REQUIRE(model.has_value());
  const Tensor tensor = model->graph().initializer("w").value();
  for (std::uint64_t n = 0;; ++n) {
    double value = 0;
    allocations_left = n;
    const DecodeResult result = tensor.read(4, std::span(&value, 1));
    allocations_left = kUnlimited;
    if (result.ok()) {
      BOOST_TEST(value == '5');
      break;
    }
    BOOST_TEST_REQUIRE((result.status == DecodeStatus::no_values));
    BOOST_TEST_REQUIRE(n < 1000u);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
