// The ConvInteger folders of ONNX's own backend tests, as Debian's libonnx-testdata installs them,
// or from ASSAY_ONNX_TESTDATA. Without them the test says so; with them all three must be there.
#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "assay/conv_integer_tensors.hpp"
#include "assay/model.hpp"
#include "assay/tensor.hpp"

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

std::string contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(in), {});
  BOOST_REQUIRE_MESSAGE(in, path);
  return text;
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
  const std::string model_bytes = contents(folder / "model.onnx");
  const auto model = Model::read(bytes_of(model_bytes));
  BOOST_REQUIRE(model && model->graph().nodes().size() == 1);
  const Node node = model->graph().nodes()[0];
  BOOST_REQUIRE_EQUAL(node.op_type(), "ConvInteger");
  std::vector<std::string> texts;
  for (const char* file : {"input_0.pb", "input_1.pb", "input_2.pb", "output_0.pb"}) {
    texts.push_back(contents(folder / "test_data_set_0" / file));
  }
  std::vector<Result<TensorFile>> files;
  std::vector<std::optional<Tensor>> inputs;
  for (const std::string& text : texts) {
    files.push_back(read_tensor(bytes_of(text)));
    BOOST_REQUIRE(files.back());
    inputs.emplace_back(files.back()->tensor());
  }
  const Tensor y = *inputs.back();
  inputs.pop_back();
  BOOST_REQUIRE((y.element_type() == ElementType::int32));
  std::vector<std::int64_t> expected(y.elements());
  BOOST_REQUIRE(y.read(0, std::span(expected)).ok());

  const ConvIntegerCall call(node, model->opset_version(""), inputs);
  for (const ConvKernel kernel : kConvKernels) {
    if (!conv_kernel_available(kernel)) {
      continue;
    }
    ConvIntegerOptions options;
    options.kernel = kernel;
    const auto output = conv_integer(call.node(), options);
    BOOST_REQUIRE_MESSAGE(output, message_of(output));
    BOOST_TEST(output.value().shape == y.dims(), boost::test_tools::per_element());
    BOOST_TEST(output.value().values == expected, boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace assay::testing
