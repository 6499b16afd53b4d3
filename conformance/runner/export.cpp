// Every input of the suites as a file, for people with a harness of their own and as seeds for
// fuzzing.
#include <bit>
#include <fstream>

#include "assay/element_type.hpp"

#include "case_folder.hpp"
#include "conform.hpp"
#include "wire/writer.hpp"

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;

void write_file(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  stream << bytes;
  if (!stream.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

std::string id_of(Rule rule) {
  return std::string(rule_info(rule).id);
}

Json export_reader(const Suite& suite, const Case& test, const ReaderCase& reader,
                   const fs::path& folder) {
  Json entry;
  const std::string kind(reader.kind ? kind_name(*reader.kind) : "auto");
  if (reader.has_folder) {
    const fs::path place = fs::path(suite.name) / test.id;
    fs::create_directories(folder / place);
    write_case_files(reader, folder / place);
    entry["file"] = (place / reader.name).string();
  } else {
    const fs::path place = fs::path(suite.name) / (test.id + (kind == "model" ? ".onnx" : ".pb"));
    write_file(folder / place, reader.input);
    entry["file"] = place.string();
  }
  entry["kind"] = kind;
  entry["assay"] = {{"verdict", verdict_name(reader.verdict)}};
  if (reader.rule) {
    entry["assay"]["rule"] = id_of(*reader.rule);
  }
  for (const Rule rule : reader.also) {
    entry["assay"]["also"].push_back(id_of(rule));
  }
  if (reader.path) {
    entry["assay"]["path"] = *reader.path;
  }
  if (reader.offset) {
    entry["assay"]["offset"] = *reader.offset;
  }
  if (reader.ours_alone) {
    entry["assay"]["settings"] = reader.settings;
  }
  entry["readers"] = {{"verdict", verdict_name(reader.others)}, {"level", level_name(test.level)}};
  return entry;
}

std::int32_t type_number(const std::string& name) {
  constexpr std::pair<std::string_view, int> kNumbers[] = {
      {"float", 1}, {"uint8", 2}, {"int8", 3}, {"uint16", 4},
      {"int16", 5}, {"int32", 6}, {"bool", 9}};
  for (const auto& [known, number] : kNumbers) {
    if (known == name) {
      return number;
    }
  }
  return 0;
}

// A TensorProto. What operator cases hold are integers, FLOAT apart, of which there is only 1.
std::string tensor_bytes(const OperatorTensor& tensor, const std::string& name) {
  std::string out;
  for (const std::uint64_t extent : tensor.shape) {
    wire::append_field(out, 1, extent);
  }
  wire::append_field(out, 2, static_cast<std::uint64_t>(type_number(tensor.type)));
  wire::append_field(out, 8, name);
  std::string values;
  if (tensor.type == "float") {
    for (const std::int64_t value : tensor.values) {
      wire::append_fixed32(values, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    }
    wire::append_field(out, 4, values);
    return out;
  }
  for (const std::int64_t value : tensor.values) {
    wire::append_varint(values, static_cast<std::uint64_t>(value));
  }
  wire::append_field(out, 5, values);
  return out;
}

std::string value_info(const std::string& name, const std::string& type,
                       const std::vector<std::uint64_t>* shape) {
  std::string dims;
  if (shape != nullptr) {
    for (const std::uint64_t extent : *shape) {
      std::string dim;
      wire::append_field(dim, 1, extent);
      wire::append_field(dims, 1, dim);
    }
  }
  std::string tensor;
  wire::append_field(tensor, 1, static_cast<std::uint64_t>(type_number(type)));
  wire::append_field(tensor, 2, dims);
  std::string type_bytes;
  wire::append_field(type_bytes, 1, tensor);
  std::string out;
  wire::append_field(out, 1, name);
  wire::append_field(out, 2, type_bytes);
  return out;
}

std::string attribute_bytes(const std::string& name, const OperatorAttribute& value) {
  std::string out;
  wire::append_field(out, 1, name);
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    wire::append_field(out, 3, static_cast<std::uint64_t>(*number));
    wire::append_field(out, 20, std::uint64_t{2});
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    wire::append_field(out, 4, *text);
    wire::append_field(out, 20, std::uint64_t{3});
  } else {
    for (const std::int64_t item : std::get<std::vector<std::int64_t>>(value)) {
      wire::append_field(out, 8, static_cast<std::uint64_t>(item));
    }
    wire::append_field(out, 20, std::uint64_t{7});
  }
  return out;
}

std::string model_bytes(const OperatorCase& test) {
  constexpr const char* kInputs[] = {"x", "w", "x_zero_point", "w_zero_point"};
  std::string node;
  std::string graph;
  std::size_t last = 0;
  for (std::size_t i = 0; i < std::size(kInputs); ++i) {
    last = test.inputs.contains(kInputs[i]) ? i + 1 : last;
  }
  for (std::size_t i = 0; i < last;
       ++i) {  // one that is left out before the last has an empty name
    wire::append_field(node, 1,
                       std::string_view(test.inputs.contains(kInputs[i]) ? kInputs[i] : ""));
  }
  wire::append_field(node, 2, std::string_view("y"));
  wire::append_field(node, 4, test.op);
  for (const auto& [name, value] : test.attributes) {
    wire::append_field(node, 5, attribute_bytes(name, value));
  }
  wire::append_field(graph, 1, node);
  wire::append_field(graph, 2, std::string_view("conformance"));
  for (const char* name : kInputs) {
    if (const auto input = test.inputs.find(name); input != test.inputs.end()) {
      wire::append_field(graph, 11, value_info(name, input->second.type, &input->second.shape));
    }
  }
  const auto y = test.outputs.find("y");
  // The shape of what is an error is not known: a dimension that says nothing.
  const std::vector<std::uint64_t> none;
  wire::append_field(graph, 12,
                     value_info("y", "int32", y != test.outputs.end() ? &y->second.shape : &none));
  std::string opset;
  wire::append_field(opset, 2, static_cast<std::uint64_t>(test.opset));
  std::string model;
  wire::append_field(model, 1, std::uint64_t{test.opset >= 10 ? 8U : 4U});
  wire::append_field(model, 8, opset);
  wire::append_field(model, 7, graph);
  return model;
}

Json export_operator(const Suite& suite, const Case& test, const OperatorCase& op,
                     const fs::path& folder) {
  const fs::path place = fs::path(suite.name) / test.id;
  write_file(folder / place / "model.onnx", model_bytes(op));
  const fs::path set = folder / place / "test_data_set_0";
  std::size_t index = 0;
  for (const char* name : {"x", "w", "x_zero_point", "w_zero_point"}) {
    if (const auto input = op.inputs.find(name); input != op.inputs.end()) {
      write_file(set / ("input_" + std::to_string(index++) + ".pb"),
                 tensor_bytes(input->second, name));
    }
  }
  Json entry = {{"file", (place / "model.onnx").string()}, {"kind", "model"}, {"op", op.op}};
  entry["readers"] = {{"level", level_name(test.level)}};
  if (!op.error.empty()) {
    entry["expect"] = {{"error", op.error}};
    return entry;
  }
  const OperatorTensor& y = op.outputs.at("y");
  if (y.sha256.empty()) {
    write_file(set / "output_0.pb", tensor_bytes(y, "y"));
  }
  entry["expect"] = {{"shape", y.shape}};
  if (!y.sha256.empty()) {
    entry["expect"]["sha256"] = y.sha256;
  }
  return entry;
}

}  // namespace

void export_suites(const std::vector<Suite>& suites, const fs::path& folder) {
  Json index = Json::array();
  for (const Suite& suite : suites) {
    for (const Case& test : suite.cases) {
      const auto* reader = std::get_if<ReaderCase>(&test.body);
      Json entry = reader != nullptr
                       ? export_reader(suite, test, *reader, folder)
                       : export_operator(suite, test, std::get<OperatorCase>(test.body), folder);
      entry["case"] = suite.name + "/" + test.id;
      entry["description"] = test.description;
      entry["flags"] = test.flags;
      index.push_back(std::move(entry));
    }
  }
  write_file(folder / "index.json", index.dump(1, ' ', true) + "\n");
}

}  // namespace assay::conformance
