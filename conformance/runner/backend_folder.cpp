#include "backend_folder.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "assay/model.hpp"
#include "assay/tensor.hpp"

#include "loader.hpp"

namespace assay::conformance {
namespace {

namespace fs = std::filesystem;

std::string read_bytes(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw LoadError(path.string(), "", "", "cannot be read");
  }
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

std::string slug(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool plain = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (plain) {
      result += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') {
    result.pop_back();
  }
  return result;
}

std::vector<fs::path> children(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder)) {
    paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

bool is_data_set(const fs::path& path) {
  return path.filename().string().starts_with("test_data_set_") && fs::is_directory(path);
}

bool is_backend_folder(const fs::path& folder) {
  if (!fs::exists(folder / "model.onnx")) {
    return false;
  }
  const auto paths = children(folder);
  return std::any_of(paths.begin(), paths.end(), is_data_set);
}

Case sound_file(const fs::path& path, const std::string& id, std::optional<Kind> kind) {
  ReaderCase body;
  body.kind = kind;
  body.input = read_bytes(path);
  body.only_verdict = true;
  body.others = Verdict::accept;
  Case test;
  test.id = id;
  test.description = path.filename().string() + " is sound.";
  test.flags = {"backend"};
  test.body = std::move(body);
  return test;
}

// The tensor in a .pb file; nothing when it is none that an operator case can hold.
std::optional<OperatorTensor> tensor_of(const fs::path& path) {
  constexpr std::pair<ElementType, const char*> kTypes[] = {
      {ElementType::uint8, "uint8"}, {ElementType::int8, "int8"}, {ElementType::int32, "int32"}};
  const std::string bytes = read_bytes(path);
  const auto file = read_tensor(bytes_of(bytes));
  if (!file) {
    return std::nullopt;
  }
  const Tensor tensor = file->tensor();
  OperatorTensor result;
  for (const auto& [type, name] : kTypes) {
    if (tensor.element_type() == type) {
      result.type = name;
    }
  }
  for (const std::int64_t extent : tensor.dims()) {
    result.shape.push_back(static_cast<std::uint64_t>(extent));
  }
  result.values.resize(tensor.elements());
  if (result.type.empty() || !tensor.read(0, std::span(result.values)).ok()) {
    return std::nullopt;
  }
  return result;
}

// The node of a model that is one ConvInteger and nothing else, without its tensors.
std::optional<OperatorCase> conv_integer_of(const std::string& model,
                                            std::vector<std::string>& inputs) {
  const auto file = Model::read(bytes_of(model));
  if (!file || file->graph().nodes().size() != 1 || !file->graph().initializers().empty() ||
      file->graph().nodes()[0].op_type() != "ConvInteger") {
    return std::nullopt;
  }
  const Node node = file->graph().nodes()[0];
  OperatorCase test;
  test.op = "ConvInteger";
  test.opset = file->opset_version("");
  for (const Attribute attribute : node.attributes()) {
    OperatorAttribute& value = test.attributes[std::string(attribute.name())];
    if (attribute.type() == AttributeType::ints) {
      value = std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end());
    } else if (attribute.type() == AttributeType::string) {
      value = std::string(attribute.s());
    } else {
      value = attribute.i();
    }
  }
  // input_K.pb is the K-th input of the graph, and that is some input of the node.
  const std::span<const std::string_view> takes = node.inputs();
  for (const ValueInfo& input : file->graph().inputs()) {
    const auto at = std::find(takes.begin(), takes.end(), input.name());
    constexpr const char* kNames[] = {"x", "w", "x_zero_point", "w_zero_point"};
    const auto index = static_cast<std::size_t>(at - takes.begin());
    inputs.emplace_back(at != takes.end() && index < std::size(kNames) ? kNames[index] : "");
  }
  return test;
}

void add_data_set(const fs::path& folder, const std::string& model, const std::string& prefix,
                  Suite& suite) {
  const std::string set = slug(folder.filename().string());
  std::vector<std::string> names;
  auto op = conv_integer_of(model, names);
  for (const fs::path& path : children(folder)) {
    if (path.extension() != ".pb") {
      continue;
    }
    const std::string stem = path.stem().string();
    suite.cases.push_back(sound_file(path, prefix + "-" + set + "-" + slug(stem), std::nullopt));
    if (!op) {
      continue;
    }
    const auto underscore = stem.find('_');
    const std::size_t index =
        underscore == std::string::npos
            ? names.size()
            : static_cast<std::size_t>(std::atoll(stem.c_str() + underscore + 1));
    const auto tensor = tensor_of(path);
    if (!tensor) {
      op.reset();
    } else if (stem.starts_with("input_") && index < names.size() && !names[index].empty()) {
      op->inputs[names[index]] = *tensor;
    } else if (stem == "output_0") {
      op->outputs["y"] = *tensor;
    }
  }
  if (op && !op->outputs.empty()) {
    Case test;
    test.id = prefix + "-" + set + "-run";
    test.description = "The outputs that the folder states.";
    test.flags = {"backend"};
    test.body = std::move(*op);
    suite.cases.push_back(std::move(test));
  }
}

void add_folder(const fs::path& folder, Suite& suite) {
  const std::string prefix = slug(folder.filename().string());
  suite.cases.push_back(sound_file(folder / "model.onnx", prefix + "-model", Kind::model));
  const std::string model = read_bytes(folder / "model.onnx");
  for (const fs::path& path : children(folder)) {
    if (is_data_set(path)) {
      add_data_set(path, model, prefix, suite);
    }
  }
}

void search(const fs::path& folder, std::map<fs::path, std::vector<fs::path>>& found) {
  if (is_backend_folder(folder)) {
    found[folder.parent_path()].push_back(folder);
    return;
  }
  for (const fs::path& path : children(folder)) {
    if (fs::is_directory(path) && !fs::is_symlink(path)) {
      search(path, found);
    }
  }
}

}  // namespace

std::vector<Suite> load_backend_folders(const fs::path& place) {
  std::vector<Suite> suites;
  std::error_code error;
  if (!fs::is_directory(place, error)) {
    return suites;
  }
  std::map<fs::path, std::vector<fs::path>> found;
  search(fs::absolute(place).lexically_normal(), found);
  for (const auto& [parent, folders] : found) {
    Suite suite;
    suite.name = "backend-" + slug(parent.filename().string());
    suite.description = "ONNX backend-test folders.";
    suite.flags["backend"] = {"basic", "A file or a result of ONNX's own test data.",
                              "What others take for granted does not work."};
    for (const fs::path& folder : folders) {
      add_folder(folder, suite);
    }
    suites.push_back(std::move(suite));
  }
  return suites;
}

}  // namespace assay::conformance
