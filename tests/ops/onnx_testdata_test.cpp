// The ConvInteger folders of ONNX's own backend tests, as Debian's libonnx-testdata installs them,
// or from ASSAY_ONNX_TESTDATA. Without them the test says so; with them all three must be there.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "base/arena.hpp"
#include "base/findings.hpp"
#include "decode/decoder.hpp"
#include "decode/runs.hpp"
#include "ops/conv_case.hpp"

namespace assay::testing {
namespace {

namespace fs = std::filesystem;

fs::path testdata() {
  const char* folder = std::getenv("ASSAY_ONNX_TESTDATA");
  return fs::path(folder != nullptr ? folder : "/usr/share/libonnx-testdata/data") / "node";
}

boost::test_tools::assertion_result testdata_is_installed(boost::unit_test::test_unit_id) {
  boost::test_tools::assertion_result result(fs::is_directory(testdata()));
  result.message() << "no folder " << testdata();
  return result;
}

// A file and what was read from it.
template <class Record>
class Decoded {
 public:
  explicit Decoded(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    text_.assign(std::istreambuf_iterator<char>(in), {});
    Findings findings(bytes_of(text_), policy_, report_);
    record_ = decode::decode<Record>(bytes_of(text_), arena_, findings);
    BOOST_REQUIRE_MESSAGE(in && record_ != nullptr && report_.errors == 0, path);
  }
  const Record* operator->() const { return record_; }

 private:
  std::string text_;
  Policy policy_;
  Report report_;
  Arena arena_{1u << 20};
  const Record* record_ = nullptr;
};

std::vector<std::int64_t> numbers(const decode::Scalars& scalars) {
  std::vector<std::int64_t> result;
  decode::for_each_varint(scalars, false, [&](std::uint64_t value, auto, auto) {
    result.push_back(static_cast<std::int64_t>(value));
    return true;
  });
  return result;
}

// The tensor of a file, with its values as ONNX stores them: raw_data.
ConvOperand tensor(const fs::path& path) {
  const Decoded<decode::TensorRecord> record(path);
  const Bytes raw = bytes_of(record->raw_data);
  return {
      static_cast<ElementType>(record->data_type), numbers(record->dims), {raw.begin(), raw.end()}};
}

void read_attribute(const decode::AttributeRecord& attribute, ConvCase& c) {
  if (attribute.name == "kernel_shape") {
    c.kernel_shape = numbers(attribute.ints);
  } else {
    BOOST_REQUIRE_EQUAL(attribute.name, "pads");
    c.pads = numbers(attribute.ints);
  }
}

}  // namespace

// Says so at the log level that ctest uses, where the suite below is skipped.
BOOST_AUTO_TEST_CASE(onnx_testdata_is_installed) {
  BOOST_WARN_MESSAGE(testdata_is_installed(0), "skipped: no folder " << testdata());
}

BOOST_AUTO_TEST_SUITE(conv_integer_onnx_testdata,
                      *boost::unit_test::precondition(testdata_is_installed))

BOOST_DATA_TEST_CASE(a_backend_test_passes,
                     boost::unit_test::data::make({"test_basic_convinteger",
                                                   "test_convinteger_with_padding",
                                                   "test_convinteger_without_padding"}),
                     name) {
  const fs::path folder = testdata() / name;
  const Decoded<decode::ModelRecord> model(folder / "model.onnx");
  BOOST_REQUIRE(model->graph != nullptr && model->graph->node.size == 1);
  const decode::NodeRecord& node = model->graph->node[0];
  BOOST_REQUIRE_EQUAL(node.op_type, "ConvInteger");
  ConvCase c;
  c.opset = model->opset_import[0].version;
  for (const decode::AttributeRecord& attribute : node.attribute) {
    read_attribute(attribute, c);
  }
  const fs::path data = folder / "test_data_set_0";
  BOOST_REQUIRE_EQUAL(node.input.size, 3u);
  c.x = tensor(data / "input_0.pb");
  c.w = tensor(data / "input_1.pb");
  c.x_zero_point = tensor(data / "input_2.pb");
  const ConvOperand y = tensor(data / "output_0.pb");
  BOOST_REQUIRE((y.type == ElementType::int32));

  for (const ConvKernel kernel : kConvKernels) {
    if (!conv_kernel_available(kernel)) {
      continue;
    }
    ConvIntegerOptions options;
    options.kernel = kernel;
    const ConvCase::Node owner = c.node();
    const auto output = conv_integer(owner.node, options);
    BOOST_REQUIRE_MESSAGE(output, message_of(output));
    const auto& shape = output.value().shape;
    BOOST_TEST(std::vector<std::int64_t>(shape.begin(), shape.end()) == y.shape,
               boost::test_tools::per_element());
    std::vector<std::int32_t> expected(y.data.size() / sizeof(std::int32_t));
    std::memcpy(expected.data(), y.data.data(), y.data.size());
    BOOST_TEST(output.value().values == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
