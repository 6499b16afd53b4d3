// Opening a model by its path: what can go wrong with the file itself is a finding.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/digest.hpp"
#include "assay/mapped_file.hpp"
#include "assay/model.hpp"

#include "external/cutter.hpp"
#include "external/temporary_folder.hpp"
#include "support/models.hpp"
#include "view/tensor_bytes.hpp"

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

BOOST_AUTO_TEST_CASE(a_model_that_is_cut_while_it_is_opened_is_a_finding) {
  const TemporaryFolder folder;
  constexpr std::int64_t kElements = 8 << 20;  // of BOOL: every byte is looked at
  const std::string zeros(kElements, '\0');
  folder.write(
      "m.onnx",
      testing::model()
          .set("ir_version", 10)
          .set("opset_import", testing::opset("", 18))
          .set("graph", testing::graph_of(testing::identity())
                            .set("initializer", testing::tensor(ElementType::boolean, {kElements})
                                                    .set("name", "w")
                                                    .set("raw_data", std::string_view(zeros))))
          .text());
  const MappingGuard guard;
  BOOST_TEST_REQUIRE(Model::open(folder / "m.onnx").has_value());
  int changed = 0;
  const testing::Cutter cutter(folder / "m.onnx");
  for (int round = 0; round < 10'000 && changed == 0; ++round) {
    const Result<Model> read = Model::open(folder / "m.onnx");
    if (!read.has_value() && read.report().findings.at(0).rule == Rule::file_changed) {
      ++changed;
      BOOST_TEST(read.report().findings.size() == 1u);
      BOOST_TEST(read.report().errors == 1u);
    } else if (!read.has_value()) {
      BOOST_TEST((read.report().findings.at(0).rule == Rule::wire_truncated));
    }
  }
  BOOST_TEST(changed > 0);
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

// A model whose initializers, one of each type, are in one file or in the model itself.
struct Split {
  std::string model;
  std::string data;
};
Split every_type(bool external, std::int64_t elements) {
  Split out;
  testing::Message graph = testing::graph_of(testing::identity());
  for (const ElementTypeInfo& info : kElementTypes) {
    if (info.type == ElementType::string) {
      continue;
    }
    const std::string raw = testing::sample_values(info, static_cast<std::uint64_t>(elements));
    testing::Message tensor = testing::tensor(info.type, {elements}).set("name", info.name);
    if (external) {
      tensor.set("external_data", testing::entry("location", "w.bin"))
          .set("external_data", testing::entry("offset", std::to_string(out.data.size())))
          .set("data_location", 1);
      out.data += raw;
    } else {
      tensor.set("raw_data", std::string_view(raw));
    }
    graph.set("initializer", tensor);
  }
  out.model = testing::model()
                  .set("ir_version", 14)
                  .set("graph", graph)
                  .set("opset_import", testing::opset("", 18))
                  .text();
  return out;
}

class NoHash : public Sha256Hasher {
 public:
  void update(Bytes bytes) override {
    for (const std::byte byte : bytes) {
      sum_ = (sum_ * 31 + static_cast<std::uint8_t>(byte)) % 4'294'967'291;
    }
  }
  Sha256 finish() override {
    Sha256 hash{};
    for (std::size_t i = 0; i < 4; ++i) {
      hash[i] = static_cast<std::byte>(sum_ >> (8 * i) & 0xff);
    }
    sum_ = 0;
    return hash;
  }

 private:
  std::uint64_t sum_ = 0;
};

BOOST_AUTO_TEST_CASE(values_in_a_data_file_read_as_those_in_the_model) {
  // More than one window of a file that is not mapped.
  constexpr std::int64_t kElements = 70'001;
  const TemporaryFolder folder;
  const Split split = every_type(true, kElements);
  folder.write("m.onnx", split.model);
  folder.write("w.bin", split.data);
  folder.write("inline.onnx", every_type(false, kElements).model);
  for (const bool guarded : {false, true}) {
    std::optional<MappingGuard> guard;
    if (guarded) {
      guard.emplace();
    }
    const Result<Model> outside = Model::open(folder / "m.onnx");
    const Result<Model> within = Model::open(folder / "inline.onnx");
    BOOST_TEST_REQUIRE((outside.has_value() && within.has_value()));
    for (const Tensor& tensor : outside->graph().initializers()) {
      BOOST_TEST_CONTEXT(tensor.name() << (guarded ? ", mapped" : ", read")) {
        const Tensor same = within->graph().initializer(tensor.name()).value();
        BOOST_TEST((tensor.storage() == Tensor::Storage::external));
        BOOST_TEST(tensor.external_location() == "w.bin");
        BOOST_TEST(tensor.has_values());
        // The copy that a BOOL was judged by stays: what was judged is what is read.
        const bool judged = tensor.element_type() == ElementType::boolean;
        BOOST_TEST(tensor.raw_bytes().has_value() == (guarded || judged));
        for (const std::uint64_t first : {0u, 1u, 3u, 65'535u, 70'000u}) {
          const std::uint64_t count = std::min<std::uint64_t>(kElements - first, 66'000);
          std::vector<float> a(count, -1);
          std::vector<float> b(count, -1);
          const DecodeResult read = tensor.read(first, std::span(a));
          BOOST_TEST((read.status == same.read(first, std::span(b)).status));
          BOOST_TEST((std::memcmp(a.data(), b.data(), count * sizeof(float)) == 0));
        }
        std::vector<std::byte> a(tensor.value_bytes());
        std::vector<std::byte> b(tensor.value_bytes());
        BOOST_TEST(tensor.copy_raw(a).ok());
        BOOST_TEST(same.copy_raw(b).ok());
        BOOST_TEST((a == b));
      }
    }
    NoHash hasher;
    std::string digests[2];
    write_digest(*outside, hasher, [&](std::string_view piece) { digests[0] += piece; });
    write_digest(*within, hasher, [&](std::string_view piece) { digests[1] += piece; });
    BOOST_TEST((digests[0] == digests[1]));
  }
}

BOOST_AUTO_TEST_CASE(values_of_a_data_file_that_is_gone_are_no_values) {
  const TemporaryFolder folder;
  const Split split = every_type(true, 5);
  folder.write("m.onnx", split.model);
  folder.write("w.bin", split.data);
  const Result<Model> read = Model::open(folder / "m.onnx");
  BOOST_TEST_REQUIRE(read.has_value());
  std::filesystem::remove(folder / "w.bin");
  for (const Tensor& tensor : read->graph().initializers()) {
    std::vector<double> out(5);
    const DecodeStatus status = tensor.read(0, std::span(out)).status;
    // The copy that a BOOL was judged by is still there.
    const bool judged = tensor.element_type() == ElementType::boolean;
    BOOST_TEST((status == (judged ? DecodeStatus::ok : DecodeStatus::no_values)));
  }
  BOOST_TEST(!Model::open(folder / "m.onnx").has_value());
}

BOOST_AUTO_TEST_CASE(without_a_folder_external_values_are_not_there) {
  const Split split = every_type(true, 5);
  BOOST_TEST(!Model::read(bytes_of(split.model)).has_value());
  Policy policy;
  BOOST_TEST(policy.set_severity(Rule::external_no_folder, Severity::note));
  const Result<Model> read = Model::read(bytes_of(split.model), policy);
  BOOST_TEST_REQUIRE(read.has_value());
  for (const Tensor& tensor : read->graph().initializers()) {
    BOOST_TEST(!tensor.has_values());
    BOOST_TEST(tensor.external_location() == "w.bin");
    std::vector<double> out(5);
    BOOST_TEST((tensor.read(0, std::span(out)).status == DecodeStatus::no_values));
    BOOST_TEST((tensor.visit_raw([](Bytes) {}).status == DecodeStatus::no_values));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
