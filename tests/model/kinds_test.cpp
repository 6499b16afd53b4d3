// What stands under a model's name and is none: it gets one finding, which names it.
#include <boost/test/unit_test.hpp>
#include <string>

#include "support/findings.hpp"
#include "support/models.hpp"

using namespace assay;
using namespace assay::testing;
using namespace std::string_view_literals;

namespace {

using enum ElementType;

// The one finding about these bytes, or what there is instead.
std::string finding_about(std::string_view bytes, Kind kind, Profile profile) {
  const Report report = check(bytes_of(bytes), kind, Policy(profile));
  if (report.findings.size() != 1 || report.errors != 1) {
    return std::to_string(report.errors) + " errors:\n" + brief(report);
  }
  const Finding& finding = report.findings.front();
  BOOST_TEST(finding.path == "");
  BOOST_TEST(finding.offset == 0u);
  BOOST_TEST(finding.length == bytes.size());
  return std::string(rule_info(finding.rule).id) + ": " + finding.message;
}

struct Foreign {
  std::string_view bytes;
  std::string_view type;
};

std::string ninety_bytes_of(std::string_view start) {
  return std::string(start) + std::string(90 - start.size(), '\x9d');
}

}  // namespace

BOOST_AUTO_TEST_SUITE(kinds)

BOOST_AUTO_TEST_CASE(files_of_another_type_are_named) {
  const std::string lfs =
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a2146\nsize 12345\n";
  const std::string conflict = "<<<<<<< HEAD\n" + sound_model().text();
  const std::string_view apple = "\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        "sv;
  const std::string_view pickle = "\x80\x02}q\x00(X\x06\x00\x00\x00weight"sv;
  const Foreign rows[] = {
      {"PK\x03\x04\x14\x00\x08\x00\x08\x00"sv, "a zip archive"},
      {"PK\x05\x06\x00\x00\x00\x00"sv, "an empty zip archive"},
      {pickle, "a Python pickle"},
      {"\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94."sv, "a Python pickle"},
      {"\x80\x05\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94."sv, "a Python pickle"},
      {"\x1f\x8b\x08\x00\x00\x00\x00\x00"sv, "a gzip archive"},
      {"<!DOCTYPE html>\n<html><head><title>404</title>", "an HTML or XML page"},
      {"\n\n<html lang=\"fr\"><title>Mod\xc3\xa8le introuvable</title>", "an HTML or XML page"},
      {"\xef\xbb\xbf<?xml version=\"1.0\"?>", "an HTML or XML page"},
      {lfs, "a Git LFS pointer"},
      {conflict, "a file with a git conflict marker"},
      {apple, "an AppleDouble file"},
      {"../../blobs/0123456789abcdef", "the text of a path"},
      {"ir_version: 8\nproducer_name: \"pytorch\"\n", "a protobuf in its text format"},
      {"graph {\n  name: \"g\"\n}\n", "a protobuf in its text format"},
      {"dims: 2\ndata_type: 1\n", "a protobuf in its text format"},
      {"tensor_values {\n  dims: 2\n}\n", "a protobuf in its text format"},
      {"name: resnet\nversion: 3\n", "a text file"},
      {"{\"model\": 1}", "JSON text"},
      {"[1, 2]", "JSON text"},
      {"Not Found", "a text file"},
      {"Acc\xc3\xa8s refus\xc3\xa9", "a text file"},
      {"\x93NUMPY\x01\x00v\x00"sv, "a NumPy array"},
      {"\x89HDF\r\n\x1a\n\x00\x00"sv, "an HDF5 file"},
      {"GGUF\x03\x00\x00\x00"sv, "a GGUF model"},
  };
  for (const Foreign& row : rows) {
    BOOST_TEST_CONTEXT(row.type << ": " << row.bytes.substr(0, 20)) {
      for (const Kind kind : kKinds) {
        const std::string found = finding_about(row.bytes, kind, Profile::strict);
        BOOST_TEST(found.starts_with("file/not-onnx: this is " + std::string(row.type)), found);
      }
      const std::string compat = finding_about(row.bytes, Kind::model, Profile::compat);
      BOOST_TEST(compat.starts_with("file/not-onnx: this is " + std::string(row.type)), compat);
      const Report any = check_any(bytes_of(row.bytes));
      BOOST_TEST(any.findings.size() == 1u);
      BOOST_TEST((any.findings.front().rule == Rule::file_not_onnx));
    }
  }
}

BOOST_AUTO_TEST_CASE(bytes_that_nobody_knows_are_not_given_a_name) {
  for (const std::string& bytes : {ninety_bytes_of("\x07"), ninety_bytes_of("\x00\x05\x16\x08"sv),
                                   ninety_bytes_of("PK\x07")}) {
    const Report report = check(bytes_of(bytes), Kind::model);
    BOOST_TEST(!report.accepted());
    for (const Finding& finding : report.findings) {
      BOOST_TEST((finding.rule != Rule::file_not_onnx));
    }
  }
}

BOOST_AUTO_TEST_CASE(another_message_of_onnx_is_named) {
  const Message floats = zero_tensor(float32, {2}).set("name", "t");
  const Message in_sequence = sequence().set("elem_type", 1).set("tensor_values", floats);
  const Message sparse = sparse_floats({3}, {0});
  const Message in_map =
      map()
          .set("key_type", 7)
          .packed("keys", {1})
          .set("values", sequence().set("elem_type", 1).set("tensor_values", floats));
  const auto named = [](std::string_view wanted, std::string_view found, std::string_view kind) {
    return "file/wrong-kind: this is no " + std::string(wanted) + " but a sound " +
           std::string(found) + "; check it with --kind " + std::string(kind);
  };
  const auto strict = [](const Message& message, Kind kind) {
    return finding_about(message.text(), kind, Profile::strict);
  };
  BOOST_TEST(strict(floats, Kind::model) == named("ModelProto", "TensorProto", "tensor"));
  BOOST_TEST(strict(in_sequence, Kind::model) == named("ModelProto", "SequenceProto", "sequence"));
  BOOST_TEST(strict(in_sequence, Kind::tensor) ==
             named("TensorProto", "SequenceProto", "sequence"));
  BOOST_TEST(strict(sparse, Kind::model) ==
             named("ModelProto", "SparseTensorProto", "sparse-tensor"));
  BOOST_TEST(strict(in_map, Kind::model) == named("ModelProto", "MapProto", "map"));
  BOOST_TEST(strict(sound_model(), Kind::tensor) == named("TensorProto", "ModelProto", "model"));
}

BOOST_AUTO_TEST_CASE(a_policy_that_does_not_mind_foreign_files_still_hears_what_is_wrong) {
  const std::string_view zip = "PK\x03\x04\x14\x00\x00\x00"sv;
  for (const Severity severity : {Severity::off, Severity::note, Severity::warning}) {
    Policy policy;
    BOOST_REQUIRE(policy.set_severity(Rule::file_not_onnx, severity));
    BOOST_REQUIRE(policy.set_severity(Rule::file_wrong_kind, severity));
    BOOST_TEST(!check(bytes_of(zip), Kind::model, policy).accepted());
    BOOST_TEST(!check(zero_tensor(float32, {2}).view(), Kind::sequence, policy).accepted());
  }
}

BOOST_AUTO_TEST_SUITE_END()
