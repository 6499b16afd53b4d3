// Assay and libprotobuf read the same content from the same files: the digest of each accepted file
// is, byte for byte, the one made from what libprotobuf read. Two schemas: that of Debian's onnx,
// which nobody here wrote, and our own tables, which have what came later.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "assay/check.hpp"
#include "assay/model.hpp"
#include "assay/sparse_tensor.hpp"
#include "assay/values.hpp"

#include "protobuf/dynamic_schema.hpp"
#include "protobuf/reference_digest.hpp"
#include "rules/document.hpp"
#include "schema/kind.hpp"
#include "support/protobuf.hpp"
#include "view/tensor_bytes.hpp"

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path folder_of(const char* variable, const char* otherwise) {
  const char* given = std::getenv(variable);
  return given != nullptr ? fs::path(given) : fs::path(otherwise);
}
fs::path testdata() {
  return folder_of("ASSAY_ONNX_TESTDATA", "/usr/share/libonnx-testdata/data");
}
fs::path real_files() {
  return folder_of("ASSAY_REAL_MODELS", ASSAY_SOURCE_DIR "/../shared/real-files");
}

// A test that needs a folder which is not part of the project is skipped where it is missing.
auto is_there(const fs::path& folder) {
  return boost::unit_test::precondition([folder](boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result result(fs::is_directory(folder));
    result.message() << "no folder " << folder;
    return result;
  });
}

std::vector<fs::path> files_in(const fs::path& folder, std::string_view extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().extension() == extension) {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string content_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

template <class FileType>
std::string digest_of(const Result<FileType>& read) {
  std::string out;
  if (read) {
    testing::Sha256Evp sha256;
    write_digest(*read, sha256, [&](std::string_view piece) { out += piece; });
  }
  return out;
}

// Empty when the file is rejected.
std::string digest_of(Bytes bytes, Kind kind, const Policy& policy) {
  switch (kind) {
    case Kind::model:
      return digest_of(Model::read(bytes, policy));
    case Kind::tensor:
      return digest_of(read_tensor(bytes, policy));
    case Kind::sparse_tensor:
      return digest_of(read_sparse_tensor(bytes, policy));
    case Kind::sequence:
      return digest_of(read_sequence(bytes, policy));
    case Kind::optional:
      return digest_of(read_optional(bytes, policy));
    case Kind::map:
      return digest_of(read_map(bytes, policy));
  }
  return {};
}

std::unique_ptr<google::protobuf::Message> parse_as_onnx(Kind kind, const std::string& bytes) {
  return testing::parse(schema::message_of(kind), bytes_of(bytes));
}

// Values in data files stay out of it: libprotobuf opens none.
Policy without_data_files(Profile profile) {
  Policy policy(profile);
  (void)policy.set_severity(Rule::external_no_folder, Severity::note);
  return policy;
}

// How many of the files are accepted; each of those must have the digest of what `parse` reads of
// it.
template <class Parse>
std::size_t compare(const std::vector<fs::path>& files, const Policy& policy, Parse parse) {
  std::size_t accepted = 0;
  for (const fs::path& path : files) {
    const std::string bytes = content_of(path);
    const Kind kind =
        path.extension() == ".onnx" ? Kind::model : check_any(bytes_of(bytes), policy).kind;
    const std::string digest = digest_of(bytes_of(bytes), kind, policy);
    if (digest.empty()) {
      continue;
    }
    ++accepted;
    const std::unique_ptr<google::protobuf::Message> message = parse(kind, bytes);
    BOOST_TEST_REQUIRE(message != nullptr, path);
    BOOST_TEST((digest == testing::reference_digest(kind_name(kind), *message)), path);
  }
  return accepted;
}

BOOST_AUTO_TEST_SUITE(protobuf_agreement)

BOOST_AUTO_TEST_CASE(values_of_test_data_are_those_that_debians_onnx_reads, *is_there(testdata())) {
  const std::vector<fs::path> files = files_in(testdata(), ".pb");
  BOOST_TEST(files.size() >= 3000u);
  BOOST_TEST(compare(files, without_data_files(Profile::strict), parse_as_onnx) == files.size());
}

BOOST_AUTO_TEST_CASE(models_of_test_data_are_those_that_debians_onnx_reads, *is_there(testdata())) {
  const std::vector<fs::path> files = files_in(testdata(), ".onnx");
  BOOST_TEST(files.size() >= 1000u);
  BOOST_TEST(compare(files, without_data_files(Profile::compat), parse_as_onnx) == files.size());
}

BOOST_AUTO_TEST_CASE(real_models_are_those_that_libprotobuf_reads, *is_there(real_files())) {
  testing::DynamicSchema schema;
  const auto parse = [&](Kind kind, const std::string& bytes) {
    return schema.parse(schema::message_of(kind), bytes);
  };
  const std::vector<fs::path> files = files_in(real_files(), ".onnx");
  BOOST_TEST(files.size() >= 300u);
  for (const Profile profile : {Profile::strict, Profile::compat}) {
    BOOST_TEST(compare(files, without_data_files(profile), parse) == files.size());
  }
}

BOOST_AUTO_TEST_CASE(test_data_is_what_libprotobuf_reads_by_our_own_tables, *is_there(testdata())) {
  testing::DynamicSchema schema;
  const auto parse = [&](Kind kind, const std::string& bytes) {
    return schema.parse(schema::message_of(kind), bytes);
  };
  for (const char* extension : {".pb", ".onnx"}) {
    const std::vector<fs::path> files = files_in(testdata(), extension);
    BOOST_TEST(compare(files, without_data_files(Profile::strict), parse) == files.size());
  }
}

BOOST_AUTO_TEST_CASE(every_type_in_every_form_is_what_libprotobuf_reads) {
  testing::DynamicSchema schema;
  for (const ElementTypeInfo& info : kElementTypes) {
    for (const std::int64_t elements : {0, 1, 5, 2051}) {
      for (const testing::Form form : testing::kForms) {
        if (info.type == ElementType::string) {
          continue;
        }
        const auto count = static_cast<std::uint64_t>(elements);
        const std::string raw = testing::sample_values(info, count);
        const std::string file = testing::tensor_bytes(
            {elements}, info.type, testing::value_fields(info, count, raw, form));
        const auto message = schema.parse(schema::MessageId::tensor, file);
        BOOST_TEST_REQUIRE(message != nullptr);
        BOOST_TEST(digest_of(bytes_of(file), Kind::tensor, Policy()) ==
                   testing::reference_digest("tensor", *message));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
