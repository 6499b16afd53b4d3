// Opening a model by its path: what can go wrong with the file itself is a finding.
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <optional>

#include "assay/mapped_file.hpp"
#include "assay/model.hpp"

#include "external/temporary_folder.hpp"
#include "support/models.hpp"

namespace assay {
namespace {

using testing::TemporaryFolder;

// A sound model of more bytes than a file must have to be mapped.
std::string large_model() {
  using testing::graph_of;
  const std::string raw(MappedFile::kMapAbove, 'a');
  return testing::model_of(
             graph_of(testing::identity())
                 .set("initializer",
                      testing::tensor(ElementType::uint8, {static_cast<std::int64_t>(raw.size())})
                          .set("raw_data", std::string_view(raw))
                          .set("name", "w")))
      .text();
}

BOOST_AUTO_TEST_SUITE(open_model)

BOOST_AUTO_TEST_CASE(a_model_owns_the_file_that_it_was_opened_from) {
  const TemporaryFolder folder;
  folder.write("m.onnx", testing::sound_model().text());
  const std::string path = folder / "m.onnx";
  Result<Model> read = Model::open(path);
  std::filesystem::remove(path);
  BOOST_TEST_REQUIRE(read.has_value());
  const Model model = std::move(read).value();
  BOOST_TEST(model.graph().nodes()[0].op_type() == "Identity");
  BOOST_TEST(model.bytes().size() == testing::sound_model().text().size());
}

BOOST_AUTO_TEST_CASE(a_mapped_file_reads_as_one_that_is_not) {
  const TemporaryFolder folder;
  folder.write("m.onnx", large_model());
  const std::string path = folder / "m.onnx";
  for (const bool mapped : {false, true}) {
    std::optional<MappingGuard> guard;
    if (mapped) {
      guard.emplace();
    }
    const Result<Model> read = Model::open(path);
    BOOST_TEST_REQUIRE(read.has_value());
    const Tensor tensor = read->graph().initializer("w").value();
    const auto values = tensor.values<std::uint8_t>();
    BOOST_TEST_REQUIRE(values.has_value());
    BOOST_TEST(values->size() == MappedFile::kMapAbove);
    BOOST_TEST(values->back() == 'a');
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_not_there_is_a_finding) {
  const TemporaryFolder folder;
  const Result<Model> read = Model::open(folder / "nothing.onnx");
  BOOST_TEST(!read.has_value());
  BOOST_TEST_REQUIRE(read.report().findings.size() == 1u);
  BOOST_TEST((read.report().findings[0].rule == Rule::file_unreadable));
  BOOST_TEST(!read.report().findings[0].message.empty());
  BOOST_TEST(!Model::open(folder / "").has_value());
}

BOOST_AUTO_TEST_CASE(a_faulty_model_is_rejected_with_its_report) {
  const TemporaryFolder folder;
  folder.write("m.onnx", testing::model().set("ir_version", 10).text());
  const Result<Model> read = Model::open(folder / "m.onnx");
  BOOST_TEST(!read.has_value());
  BOOST_TEST(read.report().errors == 2u);
  folder.write("e.onnx", "");
  BOOST_TEST((Model::open(folder / "e.onnx").report().findings.at(0).rule == Rule::file_empty));
}

BOOST_AUTO_TEST_CASE(a_file_beyond_the_limit_is_refused) {
  const TemporaryFolder folder;
  const std::string text = testing::sound_model().text();
  folder.write("m.onnx", text);
  const std::string path = folder / "m.onnx";
  Policy policy;
  policy.limits.file_bytes = text.size();
  BOOST_TEST(Model::open(path, policy).has_value());
  policy.limits.file_bytes = text.size() - 1;
  const Result<Model> read = Model::open(path, policy);
  BOOST_TEST(!read.has_value());
  BOOST_TEST((read.report().findings.at(0).rule == Rule::limit_file_bytes));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
