#include "loader.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <utility>

#include "json_schema.hpp"
#include "schema/kind.hpp"
#include "suite_schema.hpp"
#include "wire_builder.hpp"

namespace assay::conformance {
namespace {

constexpr std::uint64_t kLcgMultiplier = 6364136223846793005U;
constexpr std::uint64_t kLcgIncrement = 1442695040888963407U;
constexpr std::uint64_t kMaxElements = std::uint64_t{16} << 20;

std::string error_text(const std::string& file, const std::string& case_id,
                       const std::string& pointer, const std::string& message) {
  std::string text = file;
  if (!case_id.empty()) {
    text += ": case " + case_id;
  }
  if (!pointer.empty()) {
    text += ": " + pointer;
  }
  return text + ": " + message;
}

// A fault below the case being read; where it stands is added by the caller.
struct CaseFault {
  std::string pointer;
  std::string message;
};

std::optional<std::string> read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    return std::nullopt;
  }
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

Rule rule_of(const Json& id, const std::string& pointer) {
  const auto rule = find_rule(id.get_ref<const std::string&>());
  if (!rule) {
    throw CaseFault{pointer, "no rule is called " + id.dump()};
  }
  return *rule;
}

std::string filled(const Json& fill) {
  return std::string(fill["count"].get<std::size_t>(),
                     static_cast<char>(fill["byte"].get<unsigned>()));
}

std::vector<std::string> texts_of(const Json& list) {
  return list.get<std::vector<std::string>>();
}

std::optional<Kind> kind_of(const Json& name) {
  return find_kind(name.get_ref<const std::string&>());
}

class CaseReader {
 public:
  CaseReader(const Json& suite, const std::filesystem::path& folder)
      : flags_(suite["flags"]),
        definitions_(suite.contains("definitions") ? &suite["definitions"] : nullptr),
        folder_(folder) {}

  Case read(const Json& value) {
    Case result;
    result.id = value["id"].get<std::string>();
    result.description = value["description"].get<std::string>();
    result.source = value.value("source", std::string());
    for (std::size_t i = 0; i < value["flags"].size(); ++i) {
      const auto& flag = value["flags"][i].get_ref<const std::string&>();
      if (!flags_.contains(flag)) {
        throw CaseFault{"/flags/" + std::to_string(i), "the flag '" + flag + "' is not declared"};
      }
      result.flags.push_back(flag);
    }
    const bool reader = value.contains("kind");
    const Json* level = reader                    ? &value["readers"]["level"]
                        : value.contains("level") ? &value["level"]
                                                  : nullptr;
    if (level != nullptr) {
      result.level = *level == "protobuf"      ? Level::protobuf
                     : *level == "onnx"        ? Level::onnx
                     : *level == "recommended" ? Level::recommended
                                               : Level::strict;
    }
    if (reader) {
      result.body = reader_case(value);
    } else {
      result.body = operator_case(value);
    }
    return result;
  }

 private:
  ReaderCase reader_case(const Json& value) {
    ReaderCase result;
    result.kind = value["kind"] == "auto" ? std::nullopt : kind_of(value["kind"]);
    result.input = input(value["input"], result.kind);
    result.has_folder = value.contains("files");
    result.name = value.value("name", std::string("model.onnx"));
    if (result.has_folder) {
      for (std::size_t i = 0; i < value["files"].size(); ++i) {
        result.files.push_back(file(value["files"][i], "/files/" + std::to_string(i)));
      }
    }
    if (value.value("profile", std::string("strict")) == "compat") {
      result.policy = Policy::compat();
    }
    if (value.contains("policy")) {
      policy(value["policy"], result.policy);
    }
    result.settings = Json::object();
    for (const char* key : {"profile", "policy"}) {
      if (value.contains(key)) {
        result.settings[key] = value[key];
        result.ours_alone = true;
      }
    }
    const Json& expect = value["expect"];
    result.verdict = expect["verdict"] == "accept" ? Verdict::accept : Verdict::reject;
    if (expect.contains("rule")) {
      result.rule = rule_of(expect["rule"], "/expect/rule");
    } else if (result.verdict == Verdict::reject) {
      throw CaseFault{"/expect", "a rejection must name its rule"};
    }
    result.times = expect.value("times", std::uint64_t{1});
    if (expect.contains("also")) {
      for (std::size_t i = 0; i < expect["also"].size(); ++i) {
        result.also.push_back(rule_of(expect["also"][i], "/expect/also/" + std::to_string(i)));
      }
    }
    if (expect.contains("kind")) {
      result.expected_kind = kind_of(expect["kind"]);
    }
    if (expect.contains("path")) {
      result.path = expect["path"].get<std::string>();
    }
    if (expect.contains("offset")) {
      result.offset = expect["offset"].get<std::uint64_t>();
    }
    const Json& verdict = value["readers"]["verdict"];
    result.others = verdict == "accept"   ? Verdict::accept
                    : verdict == "reject" ? Verdict::reject
                                          : Verdict::either;
    return result;
  }

  std::string input(const Json& value, std::optional<Kind> kind) {
    if (value.contains("hex")) {
      return bytes_from_hex(value["hex"].get_ref<const std::string&>());
    }
    if (value.contains("text")) {
      return value["text"].get<std::string>();
    }
    if (value.contains("file")) {
      const auto path = folder_ / value["file"].get<std::string>();
      auto bytes = read_file(path);
      if (!bytes) {
        throw CaseFault{"/input/file", "cannot read " + path.filename().string()};
      }
      return std::move(*bytes);
    }
    try {
      if (value.contains("base64")) {
        return bytes_from_base64(value["base64"].get_ref<const std::string&>());
      }
      std::string bytes = build_message(
          value["message"], schema::message_of(kind.value_or(Kind::model)), definitions_);
      for (const char* key : {"cut", "drop"}) {
        if (!value.contains(key)) {
          continue;
        }
        const auto count = value[key].get<std::uint64_t>();
        if (count > bytes.size()) {
          throw CaseFault{std::string("/input/") + key,
                          "the message has only " + std::to_string(bytes.size()) + " bytes"};
        }
        bytes.resize(key == std::string_view("cut") ? count : bytes.size() - count);
      }
      return bytes;
    } catch (const BuildError& error) {
      const char* where = value.contains("base64") ? "/input/base64" : "/input/message";
      throw CaseFault{where + error.pointer, error.what()};
    }
  }

  static BesideFile file(const Json& value, const std::string& pointer) {
    using Sort = BesideFile::Sort;
    constexpr std::pair<const char*, Sort> kSorts[] = {
        {"hex", Sort::regular},     {"text", Sort::regular},       {"fill", Sort::regular},
        {"symlink", Sort::symlink}, {"hardlink", Sort::hard_link}, {"directory", Sort::directory},
        {"fifo", Sort::fifo},       {"socket", Sort::socket}};
    BesideFile result;
    result.path = value["path"].get<std::string>();
    int given = 0;
    for (const auto& [key, sort] : kSorts) {
      if (!value.contains(key)) {
        continue;
      }
      ++given;
      result.sort = sort;
      if (key == std::string_view("hex")) {
        result.content = bytes_from_hex(value[key].get_ref<const std::string&>());
      } else if (key == std::string_view("fill")) {
        result.content = filled(value[key]);
      } else if (value[key].is_string()) {
        result.content = value[key].get<std::string>();
      }
    }
    if (given != 1) {
      throw CaseFault{pointer,
                      "a file is one of hex, text, fill, symlink, hardlink, directory, fifo "
                      "and socket"};
    }
    for (const auto& step : std::filesystem::path(result.path)) {
      if (step == ".." || step == ".") {
        throw CaseFault{pointer + "/path", "a file of a case stays in the case's folder"};
      }
    }
    return result;
  }

  static void policy(const Json& value, Policy& policy) {
    if (value.contains("limits")) {
      Limits& limits = policy.limits;
      const auto set = [&](const char* key, auto& limit) {
        if (value["limits"].contains(key)) {
          limit = value["limits"][key].get<std::remove_reference_t<decltype(limit)>>();
        }
      };
      set("file_bytes", limits.file_bytes);
      set("depth", limits.depth);
      set("memory_base", limits.memory_base);
      set("memory_per_byte", limits.memory_per_byte);
      set("rank", limits.rank);
      set("dense_bytes", limits.dense_bytes);
      set("function_expansion", limits.function_expansion);
      set("call_depth", limits.call_depth);
      set("findings", limits.findings);
    }
    if (value.contains("severities")) {
      for (const auto& [id, severity] : value["severities"].items()) {
        const std::string pointer = "/policy/severities" + pointer_step(id);
        const auto chosen = find_severity(severity.get_ref<const std::string&>());
        if (!policy.set_severity(rule_of(Json(id), pointer), chosen.value_or(Severity::error))) {
          throw CaseFault{pointer, "the severity of this rule is fixed"};
        }
      }
    }
    if (value.contains("allowed_domains")) {
      policy.allowed_domains = texts_of(value["allowed_domains"]);
    }
    if (value.contains("denied_domains")) {
      policy.denied_domains = texts_of(value["denied_domains"]);
    }
    policy.external.follow_model_symlinks = value.value("follow_model_symlinks", false);
  }

  static OperatorCase operator_case(const Json& value) {
    OperatorCase result;
    result.op = value["op"].get<std::string>();
    result.opset = value["opset"].get<std::int64_t>();
    if (value.value("profile", std::string("strict")) == "compat") {
      result.profile = Profile::compat;
    }
    if (value.contains("attributes")) {
      for (const auto& [name, attribute] : value["attributes"].items()) {
        if (attribute.is_string()) {
          result.attributes[name] = attribute.get<std::string>();
        } else if (attribute.is_array()) {
          result.attributes[name] = integers(attribute, "/attributes" + pointer_step(name));
        } else {
          result.attributes[name] = integer(attribute, "/attributes" + pointer_step(name));
        }
      }
    }
    for (const auto& [name, input] : value["inputs"].items()) {
      result.inputs[name] = tensor(input, "/inputs/" + name, false);
    }
    const Json& expect = value["expect"];
    if (expect.contains("error")) {
      result.error = expect["error"].get<std::string>();
      if (!result.error.ends_with('*')) {
        rule_of(expect["error"], "/expect/error");
      }
    } else {
      for (const auto& [name, output] : expect["outputs"].items()) {
        result.outputs[name] = tensor(output, "/expect/outputs/" + name, true);
      }
    }
    return result;
  }

  static std::int64_t integer(const Json& value, const std::string& pointer) {
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) {
      throw CaseFault{pointer, value.dump() + " does not fit a signed integer of 64 bits"};
    }
    return value.get<std::int64_t>();
  }

  static std::vector<std::int64_t> integers(const Json& list, const std::string& pointer) {
    std::vector<std::int64_t> result;
    for (const Json& value : list) {
      result.push_back(integer(value, pointer));
    }
    return result;
  }

  static OperatorTensor tensor(const Json& value, const std::string& pointer, bool output) {
    OperatorTensor result;
    result.type = value["type"].get<std::string>();
    std::uint64_t count = 1;
    bool too_large = false;
    for (const Json& extent : value["shape"]) {
      result.shape.push_back(extent.get<std::uint64_t>());
    }
    const bool empty =
        std::find(result.shape.begin(), result.shape.end(), 0U) != result.shape.end();
    for (const std::uint64_t extent : result.shape) {
      too_large = too_large || (!empty && extent > kMaxElements / count);
      count = empty ? 0 : count * (too_large ? 1 : extent);
    }
    if (too_large) {
      throw CaseFault{pointer + "/shape", "more than 2^24 elements"};
    }
    const int given =
        int{value.contains("values")} + int{value.contains("fill")} + int{value.contains("sha256")};
    if (given != 1 || (value.contains("sha256") && !output)) {
      throw CaseFault{pointer,
                      "a tensor has either values or a fill, or a sha256 in an expectation"};
    }
    if (value.contains("sha256")) {
      result.sha256 = value["sha256"].get<std::string>();
      return result;
    }
    if (value.contains("values")) {
      result.values = integers(value["values"], pointer + "/values");
      if (result.values.size() != count) {
        throw CaseFault{pointer + "/values", std::to_string(result.values.size()) +
                                                 " values; the shape has " + std::to_string(count)};
      }
    } else {
      result.values = filled_values(value, count, pointer);
    }
    check_range(result, pointer);
    return result;
  }

  // docs/conformance.md states the rules.
  static std::vector<std::int64_t> filled_values(const Json& value, std::uint64_t count,
                                                 const std::string& pointer) {
    const auto& rule = value["fill"].get_ref<const std::string&>();
    const auto parameter = [&](const char* key) -> std::uint64_t {
      if (!value.contains(key)) {
        throw CaseFault{pointer, "the fill '" + rule + "' needs '" + key + "'"};
      }
      return static_cast<std::uint64_t>(integer(value[key], pointer));
    };
    const bool is_signed = value["type"] == "int8";
    const auto as_type = [&](std::uint64_t byte) {
      const auto number = static_cast<std::int64_t>(byte & 0xffU);
      return is_signed && number >= 128 ? number - 256 : number;
    };
    std::vector<std::int64_t> values;
    values.reserve(count);
    if (rule == "constant") {
      values.assign(count, static_cast<std::int64_t>(parameter("value")));
    } else if (rule == "ramp") {
      const std::uint64_t start = parameter("start");
      const std::uint64_t step = parameter("step");
      for (std::uint64_t i = 0; i < count; ++i) {
        values.push_back(as_type(start + i * step));
      }
    } else {
      std::uint64_t state = parameter("seed");
      for (std::uint64_t i = 0; i < count; ++i) {
        // Modulo 2^64 by intent, which the overflow flags of the builtins are not asked about.
        static_cast<void>(__builtin_mul_overflow(state, kLcgMultiplier, &state));
        static_cast<void>(__builtin_add_overflow(state, kLcgIncrement, &state));
        values.push_back(as_type(state >> 56));
      }
    }
    return values;
  }

  static void check_range(const OperatorTensor& tensor, const std::string& pointer) {
    std::int64_t low = 0;
    std::int64_t high = 255;
    if (tensor.type == "int8") {
      low = -128;
      high = 127;
    } else if (tensor.type != "uint8") {
      low = INT32_MIN;
      high = INT32_MAX;
    }
    for (const std::int64_t value : tensor.values) {
      if (value < low || value > high) {
        throw CaseFault{pointer + "/values",
                        std::to_string(value) + " is no value of " + tensor.type};
      }
    }
  }

  const Json& flags_;
  const Json* definitions_;
  const std::filesystem::path& folder_;
};

// "/cases/3/input" is spoken of as a place in the case where the case's id is known.
std::string case_at(const Json& suite, const std::string& pointer) {
  constexpr std::string_view kStart = "/cases/";
  if (!pointer.starts_with(kStart)) {
    return "";
  }
  const Json* value = &suite["cases"];
  const std::size_t index = std::stoul(pointer.substr(kStart.size()));
  if (!value->is_array() || index >= value->size() || !(*value)[index].is_object()) {
    return "";
  }
  const Json& test = (*value)[index];
  const auto id = test.find("id");
  return id != test.end() && id->is_string() ? id->get<std::string>() : "";
}

const JsonSchema& suite_schema() {
  static const JsonSchema schema = [] {
    JsonFault fault;
    auto json = read_json(kSuiteSchema, fault);
    if (!json) {
      throw std::logic_error("the suite schema is not JSON: " + fault.message);
    }
    return JsonSchema(std::move(*json));
  }();
  return schema;
}

}  // namespace

LoadError::LoadError(std::string file_name, std::string case_name, std::string where,
                     std::string text)
    : std::runtime_error(error_text(file_name, case_name, where, text)),
      file(std::move(file_name)),
      case_id(std::move(case_name)),
      pointer(std::move(where)),
      message(std::move(text)) {}

Suite load_suite(std::string_view text, const std::filesystem::path& file) {
  JsonFault fault;
  const auto json = read_json(text, fault);
  if (!json) {
    throw LoadError(file.string(), "", fault.pointer, fault.message);
  }
  if (auto violation = suite_schema().check(*json)) {
    const std::string id =
        json->is_object() && json->contains("cases") ? case_at(*json, violation->pointer) : "";
    throw LoadError(file.string(), id, violation->pointer, violation->message);
  }
  Suite suite;
  suite.name = (*json)["suite"].get<std::string>();
  suite.description = (*json)["description"].get<std::string>();
  for (const auto& [name, flag] : (*json)["flags"].items()) {
    suite.flags[name] = {flag["class"].get<std::string>(), flag["meaning"].get<std::string>(),
                         flag["consequence"].get<std::string>()};
  }
  const std::filesystem::path folder = file.parent_path();
  CaseReader reader(*json, folder);
  std::set<std::string> ids;
  const Json& cases = (*json)["cases"];
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string pointer = "/cases/" + std::to_string(i);
    const auto id = cases[i]["id"].get<std::string>();
    if (!ids.insert(id).second) {
      throw LoadError(file.string(), id, pointer + "/id", "the id is used twice");
    }
    try {
      suite.cases.push_back(reader.read(cases[i]));
    } catch (const CaseFault& found) {
      throw LoadError(file.string(), id, pointer + found.pointer, found.message);
    }
  }
  return suite;
}

Suite load_suite_file(const std::filesystem::path& file) {
  const auto text = read_file(file);
  if (!text) {
    throw LoadError(file.string(), "", "", "cannot be read");
  }
  return load_suite(*text, file);
}

std::vector<std::filesystem::path> find_suites(const std::vector<std::filesystem::path>& places) {
  std::vector<std::filesystem::path> files;
  for (const auto& place : places) {
    std::error_code error;
    if (!std::filesystem::is_directory(place, error)) {
      if (!std::filesystem::exists(place, error)) {
        throw LoadError(place.string(), "", "", "does not exist");
      }
      files.push_back(place);
      continue;
    }
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
      if (entry.path().extension() == ".json") {
        found.push_back(entry.path());
      }
    }
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

std::string_view verdict_name(Verdict verdict) noexcept {
  constexpr std::string_view kNames[] = {"accept", "reject", "either"};
  return kNames[static_cast<std::size_t>(verdict)];
}

std::string_view level_name(Level level) noexcept {
  constexpr std::string_view kNames[] = {"protobuf", "onnx", "recommended", "strict"};
  return kNames[static_cast<std::size_t>(level)];
}

}  // namespace assay::conformance
