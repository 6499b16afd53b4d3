// The library as a subject, in this process.
#include <array>
#include <filesystem>
#include <span>
#include <utility>

#include "assay/check.hpp"
#include "assay/conv_integer.hpp"
#include "assay/external.hpp"
#include "assay/model.hpp"
#include "assay/tensor.hpp"
#include "assay/version.hpp"

#include "case_folder.hpp"
#include "content_digest.hpp"
#include "subject.hpp"

namespace assay::conformance {
namespace {

ElementType element_type(const std::string& name) {
  constexpr std::pair<std::string_view, ElementType> kNames[] = {
      {"uint8", ElementType::uint8}, {"int8", ElementType::int8},   {"uint16", ElementType::uint16},
      {"int16", ElementType::int16}, {"int32", ElementType::int32}, {"float", ElementType::float32},
      {"bool", ElementType::boolean}};
  for (const auto& [known, type] : kNames) {
    if (known == name) {
      return type;
    }
  }
  return ElementType::undefined;
}

// A case's node as the library takes it, with everything it refers to.
class OperatorNode {
 public:
  explicit OperatorNode(const OperatorCase& test) : opset_(test.opset) {
    constexpr const char* kInputs[] = {"x", "w", "x_zero_point", "w_zero_point"};
    inputs_.resize(std::size(kInputs));
    for (std::size_t i = 0; i < std::size(kInputs); ++i) {
      const auto input = test.inputs.find(kInputs[i]);
      if (input == test.inputs.end()) {
        continue;
      }
      const OperatorTensor& tensor = input->second;
      shapes_[i].assign(tensor.shape.begin(), tensor.shape.end());
      for (const std::int64_t value : tensor.values) {
        bytes_[i] += static_cast<char>(static_cast<std::uint64_t>(value) & 0xffU);
      }
      inputs_[i] = {true, element_type(tensor.type), shapes_[i], bytes_of(bytes_[i])};
    }
    for (const auto& [name, value] : test.attributes) {
      ConvIntegerAttribute& attribute = attributes_.emplace_back();
      attribute.name = name;
      if (const auto* number = std::get_if<std::int64_t>(&value)) {
        attribute.value = *number;
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        attribute.value = std::string_view(*text);
      } else {
        attribute.value = std::span<const std::int64_t>(std::get<std::vector<std::int64_t>>(value));
      }
    }
  }
  OperatorNode(const OperatorNode&) = delete;
  OperatorNode& operator=(const OperatorNode&) = delete;

  ConvIntegerNode node() const { return {opset_, attributes_, inputs_}; }

 private:
  std::int64_t opset_;
  std::array<std::vector<std::int64_t>, 4> shapes_;
  std::array<std::string, 4> bytes_;
  std::vector<ConvIntegerInput> inputs_;
  std::vector<ConvIntegerAttribute> attributes_;
};

class LibrarySubject : public Subject {
 public:
  SubjectInfo info() override {
    SubjectInfo info;
    info.name = "assay";
    info.version = version();
    info.can.parses = info.can.checks = info.can.runs = info.can.has_rules = true;
    return info;
  }

  Answer ask(const Case& test) override {
    if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
      return read(*reader);
    }
    return run(std::get<OperatorCase>(test.body));
  }

 private:
  static Answer read(const ReaderCase& test) {
    const Bytes bytes = bytes_of(test.input);
    std::optional<CaseFolder> files;
    std::optional<ExternalFolder> folder;
    if (test.has_folder) {
      files.emplace(test, std::filesystem::temp_directory_path());
      folder = ExternalFolder::for_model(files->model().string());
    }
    const ExternalFolder* given = folder ? &*folder : nullptr;
    const Report report = test.kind ? check(bytes, *test.kind, test.policy, given)
                                    : check_any(bytes, test.policy, given);
    Answer answer;
    answer.outcome = report.accepted() ? Outcome::accepted : Outcome::rejected;
    answer.kind = kind_name(report.kind);
    answer.knows_rules = true;
    for (const Finding& finding : report.findings) {
      answer.findings.push_back(
          {std::string(rule_info(finding.rule).id), finding.path, finding.offset});
      if (answer.message.empty()) {
        answer.message = finding.message;
      }
    }
    if (report.accepted()) {
      say_contents(bytes, report.kind, test.policy, given, answer);
    }
    return answer;
  }

  // What an accepted file holds. That it cannot be read after all is no answer.
  static void say_contents(Bytes bytes, Kind kind, const Policy& policy,
                           const ExternalFolder* folder, Answer& answer) {
    const auto say = [&answer](const auto& result, const auto& digest_of) {
      if (result) {
        answer.digest = digest_of(*result);
      } else {
        answer.outcome = Outcome::protocol_error;
        answer.message = "check() accepts what cannot be read";
      }
    };
    if (kind == Kind::model) {
      say(Model::read(bytes, policy, folder),
          [](const Model& model) { return content_digest(model); });
    } else if (kind == Kind::tensor) {
      say(read_tensor(bytes, policy),
          [](const TensorFile& file) { return content_digest(file.tensor()); });
    }
  }

  // Runs the node on every kernel that this machine has; they must agree.
  static Answer run(const OperatorCase& test) {
    const OperatorNode node(test);
    std::optional<Answer> first;
    for (const ConvKernel kernel : kConvKernels) {
      if (!conv_kernel_available(kernel)) {
        continue;
      }
      ConvIntegerOptions options;
      options.kernel = kernel;
      Answer answer = run_on(node, options, test.profile);
      if (!first) {
        first = std::move(answer);
      } else if (!same(*first, answer)) {
        answer.outcome = Outcome::protocol_error;
        answer.message = "the kernel " + std::string(conv_kernel_name(kernel)) +
                         " gives another answer than the reference";
        return answer;
      }
    }
    return std::move(*first);  // the reference is always there
  }

  static Answer run_on(const OperatorNode& node, const ConvIntegerOptions& options,
                       Profile profile) {
    Answer answer;
    answer.knows_rules = true;
    const auto result = conv_integer(node.node(), options, profile);
    if (!result) {
      answer.outcome = Outcome::rejected;
      answer.message = result.error().message;
      answer.findings.push_back({std::string(rule_info(result.error().rule).id), "", 0});
      return answer;
    }
    answer.outcome = Outcome::accepted;
    OperatorTensor& y = answer.outputs["y"];
    y.type = "int32";
    y.shape = result.value().shape;
    y.values.assign(result.value().values.begin(), result.value().values.end());
    return answer;
  }

  static bool same(const Answer& a, const Answer& b) {
    if (a.outcome != b.outcome) {
      return false;
    }
    if (a.outcome == Outcome::rejected) {
      return a.findings.front().rule == b.findings.front().rule;
    }
    return a.outputs.at("y").shape == b.outputs.at("y").shape &&
           a.outputs.at("y").values == b.outputs.at("y").values;
  }
};

}  // namespace

std::unique_ptr<Subject> library_subject() {
  return std::make_unique<LibrarySubject>();
}

}  // namespace assay::conformance
