// protobuf's C++ parser as a subject. It accepts what parses, and says what it read.
#include <fstream>
#include <google/protobuf/stubs/common.h>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <onnx/onnx-data_pb.h>
#include <onnx/onnx-ml.pb.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string>

using nlohmann::json;

namespace {

std::string sha256(const std::string& bytes) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), hash);
  std::string text;
  for (const unsigned char byte : hash) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

json tensor_digest(const onnx::TensorProto& tensor) {
  json payload = json::object();
  if (tensor.has_raw_data()) {
    payload["raw_data"] = sha256(tensor.raw_data());
  }
  const std::pair<const char*, int> counts[] = {
      {"float_data", tensor.float_data_size()},   {"double_data", tensor.double_data_size()},
      {"int32_data", tensor.int32_data_size()},   {"int64_data", tensor.int64_data_size()},
      {"uint64_data", tensor.uint64_data_size()}, {"string_data", tensor.string_data_size()}};
  for (const auto& [name, count] : counts) {
    if (count != 0) {
      payload[name] = count;
    }
  }
  json dims = json::array();
  for (const auto dim : tensor.dims()) {
    dims.push_back(std::to_string(dim));
  }
  return {
      {"name", tensor.name()}, {"type", tensor.data_type()}, {"dims", dims}, {"payload", payload}};
}

template <class Names>
std::string joined(const Names& names) {
  std::string text;
  for (int i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : ",") + names[i];
  }
  return text;
}

// The default domain has two spellings.
template <class Message>
std::string domain(const Message& message) {
  return message.domain() == "ai.onnx" ? "" : message.domain();
}

json model_digest(const onnx::ModelProto& model) {
  json result = {{"ir_version", std::to_string(model.ir_version())},
                 {"opsets", json::array()},
                 {"nodes", json::array()},
                 {"initializers", json::array()},
                 {"inputs", json::array()},
                 {"outputs", json::array()}};
  for (const auto& opset : model.opset_import()) {
    result["opsets"].push_back(domain(opset) + " " + std::to_string(opset.version()));
  }
  for (const auto& node : model.graph().node()) {
    result["nodes"].push_back(domain(node) + ":" + node.op_type() + "(" + joined(node.input()) +
                              ")->(" + joined(node.output()) + ")");
  }
  for (const auto& tensor : model.graph().initializer()) {
    result["initializers"].push_back(tensor_digest(tensor));
  }
  for (const auto& input : model.graph().input()) {
    result["inputs"].push_back(input.name());
  }
  for (const auto& output : model.graph().output()) {
    result["outputs"].push_back(output.name());
  }
  return result;
}

std::string decoded(const std::string& base64) {
  std::string bytes(base64.size() / 4 * 3 + 3, '\0');
  const int size = EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                                   reinterpret_cast<const unsigned char*>(base64.data()),
                                   static_cast<int>(base64.size()));
  std::size_t padding = 0;
  while (padding < 2 && padding < base64.size() && base64[base64.size() - 1 - padding] == '=') {
    ++padding;
  }
  bytes.resize(size < 0 ? 0 : static_cast<std::size_t>(size) - padding);
  return bytes;
}

template <class Message>
json parsed(const std::string& bytes) {
  Message message;
  if (!message.ParseFromString(bytes)) {
    return {{"outcome", "rejected"}};
  }
  json answer = {{"outcome", "accepted"}};
  if constexpr (std::is_same_v<Message, onnx::ModelProto>) {
    if (message.graph().node_size() + message.graph().initializer_size() <= 10000) {
      answer["digest"] = model_digest(message);
    }
  } else if constexpr (std::is_same_v<Message, onnx::TensorProto>) {
    answer["digest"] = tensor_digest(message);
  }
  return answer;
}

json read(const json& request) {
  std::string bytes;
  if (request.contains("path")) {
    std::ifstream stream(request["path"].get<std::string>(), std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(stream), {});
  } else {
    bytes = decoded(request["bytes"].get<std::string>());
  }
  const auto kind = request["kind"].get<std::string>();
  if (kind == "model") {
    return parsed<onnx::ModelProto>(bytes);
  }
  if (kind == "tensor") {
    return parsed<onnx::TensorProto>(bytes);
  }
  if (kind == "sparse-tensor") {
    return parsed<onnx::SparseTensorProto>(bytes);
  }
  if (kind == "sequence") {
    return parsed<onnx::SequenceProto>(bytes);
  }
  if (kind == "optional") {
    return parsed<onnx::OptionalProto>(bytes);
  }
  return kind == "map" ? parsed<onnx::MapProto>(bytes) : json{{"outcome", "unsupported"}};
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const json request = json::parse(line);
    json answer;
    if (request["command"] == "start") {
      answer = {{"name", "libprotobuf"},
                {"version", google::protobuf::internal::VersionString(GOOGLE_PROTOBUF_VERSION)},
                {"homepage", "https://github.com/protocolbuffers/protobuf"},
                {"can", {"parse"}},
                {"kinds", {"model", "tensor", "sparse-tensor", "sequence", "optional", "map"}}};
    } else {
      answer = read(request);
    }
    answer["seq"] = request["seq"];
    // Names that are no UTF-8 are shown as what they are not; they are not the point.
    std::cout << answer.dump(-1, ' ', true, json::error_handler_t::replace) << std::endl;
  }
}
