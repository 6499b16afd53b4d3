// assay inspect as its users see it, on the examples.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "cli/run_command.hpp"
#include "support/models.hpp"

using namespace assay::testing;
using Json = nlohmann::json;

namespace {

const std::string kExamples = ASSAY_SOURCE_DIR "/corpus/examples/";

Outcome inspect(std::vector<std::string> arguments, std::string_view input = "") {
  const TemporaryFolder folder;
  arguments.insert(arguments.begin(), "inspect");
  return run_command(folder, std::move(arguments), input);
}

// The text after the line that names the file.
std::string text_of(const std::string& example) {
  const Outcome outcome = inspect({kExamples + example});
  BOOST_TEST(outcome.status == 0);
  return outcome.out.substr(outcome.out.find('\n') + 1);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inspect_command)

BOOST_AUTO_TEST_CASE(a_model_shows_what_it_relies_on_takes_gives_and_weighs) {
  BOOST_TEST(text_of("sound-model.onnx") ==
             "  IR version      10\n"
             "  producer        assay\n"
             "  operator sets   ai.onnx 21\n"
             "  graph           \"relu_of_sum\": 2 nodes, 1 initializer, 0 sparse initializers\n"
             "  inputs          x: FLOAT [3]\n"
             "  outputs         y: FLOAT [3]\n"
             "  operators       1 Add\n"
             "                  1 Relu\n"
             "  custom domains  none\n"
             "  functions       none\n"
             "  parameters      3 in 1 tensor, 12 bytes\n"
             "                  FLOAT: 3 in 1 tensor, 12 bytes\n"
             "  largest         bias: FLOAT [3], 12 bytes in raw_data: 0.5, -1.0, 2.0\n"
             "  external files  none\n"
             "  metadata        none\n");
}

BOOST_AUTO_TEST_CASE(a_model_of_many_parts_is_counted_through_all_of_them) {
  using enum assay::ElementType;
  const auto in_file = [](assay::ElementType type, std::int64_t count, std::string_view file) {
    return tensor(type, {count})
        .set("data_location", 1)
        .set("external_data", entry("location", file));
  };
  const Message branch = empty_graph()
                             .set("node", node_of("Relu", {"x"}, {"b"}))
                             .set("node", node_of("Glow", {"b"}, {"c"}, "com.example"))
                             .set("initializer", zero_tensor(int8, {3}).set("name", "i"));
  const Message sparse = sparse_tensor()
                             .set("values", zero_tensor(float32, {1}))
                             .set("indices", in_file(int64, 1, "indices.bin"))
                             .set("dims", 9);
  const Message named = sparse_tensor()
                            .set("values", in_file(float32, 1, "values.bin").set("name", "s"))
                            .set("indices", in_file(int64, 1, "more.bin"))
                            .set("dims", 9);
  const Message main =
      graph_of(
          node_of("If", {"x"}, {"y"}).set("attribute", attribute_of("then_branch", "g", branch)),
          tensor_type(float32, Message(MessageId::tensor_shape)
                                   .set("dim", Message(MessageId::dimension).set("dim_param", "n"))
                                   .set("dim", Message(MessageId::dimension).set("dim_value", 2))))
          .set("node", node_of("f", {"x"}, {"z"}, "local"))
          .set("node", node_of("Constant", {}, {"k"})
                           .set("attribute", attribute_of("sparse_value", "sparse_tensor", sparse)))
          .set("initializer", in_file(uint8, 64, "weights.bin").set("name", "w"))
          .set("sparse_initializer", named);
  const Message model = model_of(main)
                            .set("opset_import", opset("local", 1))
                            .set("opset_import", opset("com.example", 7))
                            .set("functions", function("f", node_of("Abs", {"x"}, {"y"})))
                            .set("metadata_props", entry("author", "nobody"));
  const TemporaryFolder folder;
  folder.write("m.onnx", model.text());
  folder.write("weights.bin", zeros(64));
  folder.write("indices.bin", zeros(8));
  folder.write("more.bin", zeros(8));
  folder.write("values.bin", zeros(4));
  const Outcome outcome = run_command(folder, {"inspect", "--format", "json", "m.onnx"});
  BOOST_TEST_REQUIRE(outcome.status == 0, outcome.out);
  const Json content = Json::parse(outcome.out)["content"];
  std::string operators;
  for (const Json& op : content["operators"]) {
    operators += op["domain"].get<std::string>() + "." + op["op_type"].get<std::string>() + " ";
  }
  BOOST_TEST(operators ==
             "ai.onnx.Abs ai.onnx.Constant ai.onnx.If ai.onnx.Relu com.example.Glow local.f ");
  BOOST_TEST(content["custom_domains"] == Json({"com.example", "local"}));
  BOOST_TEST(content["opsets"].size() == 3u);
  BOOST_TEST(content["inputs"][0]["type"] == "FLOAT [n,2]");
  BOOST_TEST(content["functions"].size() == 1u);
  BOOST_TEST(content["functions"][0]["name"] == "f");
  BOOST_TEST(content["functions"][0]["nodes"] == 1);
  BOOST_TEST(content["parameters"]["elements"] == 64 + 3 + 1);
  BOOST_TEST(content["parameters"]["bytes"] == 64 + 3 + 4);
  BOOST_TEST(content["metadata"][0]["value"] == "nobody");
  std::string files;
  for (const Json& file : content["external_files"]) {
    files += file["location"].get<std::string>() + " " + file["bytes"].dump() + " ";
  }
  BOOST_TEST(files == "indices.bin 8 more.bin 8 values.bin 4 weights.bin 64 ");
}

BOOST_AUTO_TEST_CASE(values_of_each_kind_are_shown) {
  BOOST_TEST(text_of("sound-tensor.pb") ==
             "  \"weights\": FLOAT [2,3], 24 bytes in raw_data: 1.0, 2.0, 3.0, 4.0, 5.0, 6.0\n");
  BOOST_TEST(text_of("sound-sparse-tensor.pb") ==
             "  \"matrix\": sparse FLOAT [3,3], 3 of 9 values, linear indices\n"
             "    [0,1] = 1.5\n"
             "    [1,1] = 2.5\n"
             "    [2,2] = 3.5\n");
  BOOST_TEST(text_of("sound-sequence.pb") ==
             "  \"pair\": sequence of TENSOR, 2 elements\n"
             "    [0] \"a\": FLOAT [2], 8 bytes in raw_data: 1.0, 2.0\n"
             "    [1] \"a\": FLOAT [2], 8 bytes in raw_data: 1.0, 2.0\n");
  BOOST_TEST(text_of("sound-map.pb") ==
             "  \"scores\": map from INT64 to TENSOR, 2 keys\n"
             "    [7] \"low\": FLOAT [1], 4 bytes in raw_data: 0.25\n"
             "    [11] \"high\": FLOAT [1], 4 bytes in raw_data: 0.75\n");
  const Outcome optional = inspect({"--kind", "optional", kExamples + "sound-optional.pb"});
  BOOST_TEST(
      optional.out.ends_with(": optional, 28 bytes\n"
                             "  \"maybe\": optional TENSOR\n"
                             "    \"a\": FLOAT [2], 8 bytes in raw_data: 1.0, 2.0\n"));
}

BOOST_AUTO_TEST_CASE(as_many_values_are_shown_as_asked_for) {
  const std::string file = kExamples + "sound-tensor.pb";
  BOOST_TEST(inspect({"--values", "2", file}).out.ends_with("in raw_data: 1.0, 2.0, ...\n"));
  BOOST_TEST(inspect({"--values", "0", file}).out.ends_with("in raw_data\n"));
}

BOOST_AUTO_TEST_CASE(json_holds_the_same) {
  const std::string file = kExamples + "sound-model.onnx";
  const Json json = Json::parse(inspect({"--format", "json", file}).out);
  BOOST_TEST(json["file"] == file);
  BOOST_TEST(json["kind"] == "model");
  const Json& content = json["content"];
  BOOST_TEST(content["graph"]["nodes"] == 2);
  BOOST_TEST(content["operators"].size() == 2u);
  BOOST_TEST(content["parameters"]["elements"] == 3);
  BOOST_TEST(content["largest_initializers"][0]["values"] == Json({0.5, -1.0, 2.0}));
}

BOOST_AUTO_TEST_CASE(the_digest_hashes_the_values) {
  const Outcome outcome = inspect({"--digest", kExamples + "sound-tensor.pb"});
  BOOST_TEST(outcome.status == 0);
  // SHA-256 of the 24 bytes of 1.0f to 6.0f.
  BOOST_TEST(Json::parse(outcome.out)["value"]["sha256"] ==
             "24ae2dfe8df57c1b80e54cef3d90ac3b417fd98973345a5f616bbc9a75dcc202");
}

BOOST_AUTO_TEST_CASE(a_rejected_file_is_reported_instead) {
  const std::string file = kExamples + "faulty-tensor.pb";
  const Outcome text = inspect({file});
  BOOST_TEST(text.status == 1);
  BOOST_TEST(text.out.find("error[tensor/raw-data-size]") != std::string::npos);
  for (const char* option : {"--format=json", "--digest"}) {
    const Outcome json = inspect({option, file});
    BOOST_TEST(json.status == 1);
    BOOST_TEST(Json::parse(json.out)["verdict"] == "reject");
  }
}

BOOST_AUTO_TEST_CASE(standard_input_is_read_and_what_is_not_there_is_told) {
  const Outcome outcome = inspect({"-"}, read_file(kExamples + "sound-model.onnx"));
  BOOST_TEST(outcome.status == 0);
  BOOST_TEST(outcome.out.starts_with("<stdin>: model, 135 bytes\n"));
  const Outcome missing = inspect({"no-such-file"});
  BOOST_TEST(missing.status == 2);
  BOOST_TEST(missing.out.empty());
  BOOST_TEST(missing.err.starts_with("assay: no-such-file: "));
}

BOOST_AUTO_TEST_SUITE_END()
