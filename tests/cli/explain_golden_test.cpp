// What `assay explain` says of four tensors, each with a broken twin, held to files in
// tests/golden.
//
// To write those anew after a change that is meant: ASSAY_WRITE_GOLDEN=1
// build/release/tests/test_cli
// --run_test=explain_golden, and read the difference before it is committed.
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <fstream>

#include "cli/run_command.hpp"
#include "support/message.hpp"

using namespace assay;
using namespace assay::testing;
using enum ElementType;

namespace {

const std::string kFolder = ASSAY_SOURCE_DIR "/tests/golden/";

std::string int64s(std::initializer_list<unsigned> values) {
  std::string raw;
  for (const unsigned value : values) {
    wire::append_fixed64(raw, value);
  }
  return raw;
}

Message named_sequence(const Message& first) {
  const Message second = tensor(int64, {1}).set("raw_data", int64s({5}));
  return sequence()
      .set("name", "sequence")
      .set("elem_type", 1)
      .set("tensor_values", first)
      .set("tensor_values", second);
}

Message four_numbers() {
  return tensor(int64, {4}).set("raw_data", int64s({1, 2, 3, 4}));
}

// 0.5488135 and eleven more, as they were drawn, rounded to FLOAT16.
std::string halves() {
  return hex({0x64, 0x38, 0xb9, 0x39, 0xd3, 0x38, 0x5c, 0x38, 0xc7, 0x36, 0x2b, 0x39,
              0x00, 0x37, 0x22, 0x3b, 0xb6, 0x3b, 0x23, 0x36, 0x56, 0x3a, 0x3b, 0x38});
}
Message half_tensor(std::string_view raw) {
  return tensor(float16, {3, 4}).set("name", "output").set("raw_data", raw);
}

Message text_tensor() {
  return tensor(string, {2}).set("string_data", "abc");
}

// -9 to 15, saturated to the smallest and largest INT4, two an entry.
constexpr std::int64_t kNibbles[] = {0x88, 0xa9, 0xcb, 0xed, 0x0f, 0x21, 0x43,
                                     0x65, 0x77, 0x77, 0x77, 0x77, 0x07};
Message nibble_tensor() {
  return tensor(int4, {5, 5});
}

struct Golden {
  std::string name;  // of the file in tests/golden
  std::string kind;
  std::string bytes;
  std::vector<std::string> options;
};

std::vector<Golden> goldens() {
  // The first tensor claims a byte more of raw_data than it has: the second is read all the same.
  const Message cut = tensor(int64, {4})
                          .tag("raw_data", WireType::length_delimited)
                          .varint(33)
                          .bytes(int64s({1, 2, 3, 4}));
  const std::string broken_sequence = named_sequence(cut).text();
  // The second string is no UTF-8, and its tag takes two bytes.
  const Message bad_text = text_tensor()
                               .tag(6, 2, 2)
                               .varint(3)
                               .bytes(
                                   "d\xff"
                                   "f")
                               .set("name", "x");
  // The packed block ends inside a varint.
  const Message cut_nibbles =
      nibble_tensor().tag("int32_data", WireType::length_delimited).varint(3).bytes("\x88\x01\xa9");
  return {
      {"sequence", "sequence", named_sequence(four_numbers()).text(), {}},
      {"sequence-broken", "sequence", broken_sequence, {}},
      {"float16", "tensor", half_tensor(halves()).text(), {}},
      {"float16-broken", "tensor", half_tensor(halves().substr(0, 23)).text(), {}},
      {"string", "tensor", text_tensor().set("string_data", "def").set("name", "x").text(), {}},
      {"string-broken", "tensor", bad_text.text(), {}},
      {"int4", "tensor", nibble_tensor().packed("int32_data", kNibbles).text(), {}},
      {"int4-broken", "tensor", cut_nibbles.text(), {}},
      {"int4-full",
       "tensor",
       nibble_tensor().packed("int32_data", kNibbles).text(),
       {"--full", "--values", "100"}},
      {"sequence-broken-json", "sequence", broken_sequence, {"--format", "json"}},
      {"sequence-broken-full-json",
       "sequence",
       broken_sequence,
       {"--format", "json", "--full", "--no-check"}},
  };
}

std::string first_bytes(const std::string& bytes, std::size_t count) {
  return bytes.substr(0, count);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explain_golden)

// As they are printed where the format of tensors is explained.
BOOST_AUTO_TEST_CASE(the_files_begin_as_those_that_are_known) {
  const std::vector<Golden> all = goldens();
  BOOST_TEST(
      first_bytes(all[0].bytes, 27) ==
      hex({0x0a, 0x08, 0x73, 0x65, 0x71, 0x75, 0x65, 0x6e, 0x63, 0x65, 0x10, 0x01, 0x1a, 0x26,
           0x08, 0x04, 0x10, 0x07, 0x4a, 0x20, 1,    0,    0,    0,    0,    0,    0}));
  BOOST_TEST(first_bytes(all[2].bytes, 18) ==
             hex({0x08, 0x03, 0x08, 0x04, 0x10, 0x0a, 0x42, 0x06, 0x6f, 0x75, 0x74, 0x70, 0x75,
                  0x74, 0x4a, 0x18, 0x64, 0x38}));
  BOOST_TEST(all[4].bytes == hex({0x08, 0x02, 0x10, 0x08, 0x32, 0x03, 0x61, 0x62, 0x63, 0x32, 0x03,
                                  0x64, 0x65, 0x66, 0x42, 0x01, 0x78}));
  BOOST_TEST(first_bytes(all[6].bytes, 14) == hex({0x08, 0x05, 0x08, 0x05, 0x10, 0x16, 0x2a, 0x11,
                                                   0x88, 0x01, 0xa9, 0x01, 0xcb, 0x01}));
}

BOOST_AUTO_TEST_CASE(each_output_is_the_one_that_is_kept) {
  for (const Golden& golden : goldens()) {
    BOOST_TEST_CONTEXT(golden.name) {
      const TemporaryFolder folder;
      folder.write("file.pb", golden.bytes);
      std::vector<std::string> arguments = {"explain", "--kind", golden.kind, "file.pb"};
      arguments.insert(arguments.end(), golden.options.begin(), golden.options.end());
      const Outcome outcome = run_command(folder, arguments);
      const bool judged = golden.name.find("full-json") == std::string::npos;
      const bool broken = golden.name.find("broken") != std::string::npos;
      BOOST_TEST(outcome.status == (broken && judged ? 1 : 0));
      BOOST_TEST(outcome.err == "");
      const std::string file = kFolder + "explain-" + golden.name + ".txt";
      if (std::getenv("ASSAY_WRITE_GOLDEN") != nullptr) {
        std::ofstream(file, std::ios::binary) << outcome.out;
      }
      BOOST_TEST(outcome.out == read_file(file),
                 file << " says otherwise; ASSAY_WRITE_GOLDEN=1 writes it anew. Now:\n"
                      << outcome.out);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
