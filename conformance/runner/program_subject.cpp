#include "program_subject.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <signal.h>
#include <sys/wait.h>
#include <system_error>

#include "case_folder.hpp"
#include "json_schema.hpp"
#include "loader.hpp"
#include "protocol.hpp"
#include "suite_schema.hpp"
#include "wire_builder.hpp"

namespace assay::conformance {
namespace {

// To start an interpreter and load its packages takes longer than to answer.
constexpr std::chrono::milliseconds kGreeting{60000};

const JsonSchema& subject_schema() {
  static const JsonSchema schema = [] {
    JsonFault fault;
    auto json = read_json(kSubjectSchema, fault);
    if (!json) {
      throw std::logic_error("a built-in schema is not JSON: " + fault.message);
    }
    return JsonSchema(std::move(*json));
  }();
  return schema;
}

Json tensor_json(const OperatorTensor& tensor) {
  return {{"type", tensor.type}, {"shape", tensor.shape}, {"values", tensor.values}};
}

Json attributes_json(const OperatorCase& test) {
  Json result = Json::object();
  for (const auto& [name, value] : test.attributes) {
    std::visit([&, &key = name](const auto& held) { result[key] = held; }, value);
  }
  return result;
}

// A program that is asked line by line.
class LineSubject : public Subject {
 public:
  explicit LineSubject(ProgramConfig config) : config_(std::move(config)) {
    info_.name = config_.name;
  }

  SubjectInfo info() override {
    if (!greeted_) {
      std::string trouble;
      if (!start(trouble)) {
        throw std::runtime_error("the subject " + config_.name + " does not start: " + trouble);
      }
    }
    return info_;
  }

  Answer ask(const Case& test) override {
    Answer first = ask_once(test);
    if (answered(first)) {
      return first;
    }
    // Once more, alone: a second failure of the same sort is the case's, another is chance.
    child_.reset();
    Answer second = ask_once(test);
    if (second.outcome != first.outcome) {
      second.flaky = true;
      second.message = "first " + std::string(outcome_name(first.outcome)) + " (" + first.message +
                       "), then " + std::string(outcome_name(second.outcome));
      // What cannot be relied on is no answer.
      second.outcome = first.outcome;
    }
    if (!answered(second)) {
      child_.reset();
    }
    return second;
  }

 private:
  static bool answered(const Answer& answer) {
    return answer.outcome == Outcome::accepted || answer.outcome == Outcome::rejected ||
           answer.outcome == Outcome::unsupported;
  }

  bool start(std::string& trouble) {
    try {
      child_ = std::make_unique<ChildProcess>(config_.command, config_.limits);
    } catch (const std::system_error& error) {
      trouble = error.what();
      return false;
    }
    Answer answer;
    const auto json = exchange({{"seq", 0}, {"command", "start"}, {"protocol", 1}}, answer,
                               std::max(kGreeting, config_.limits.time));
    if (!json) {
      trouble = answer.message;
      child_.reset();
      return false;
    }
    auto greeting = read_greeting(*json);
    if (!greeting) {
      trouble = "its greeting has no name or does not say what it can do";
      child_.reset();
      return false;
    }
    if (!greeted_) {
      info_.version = std::move(greeting->version);
      info_.homepage = std::move(greeting->homepage);
      info_.can = greeting->can;
      kinds_ = std::move(greeting->kinds);
      greeted_ = true;
    }
    return true;
  }

  Answer ask_once(const Case& test) {
    Answer answer;
    std::string trouble;
    if (!child_ && !start(trouble)) {
      answer.outcome = Outcome::crash;
      answer.message = trouble;
      return answer;
    }
    try {
      if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
        read(test, *reader, answer);
      } else {
        run(test, std::get<OperatorCase>(test.body), answer);
      }
    } catch (const std::system_error& error) {
      answer.outcome = Outcome::unsupported;
      answer.message =
          std::string("the machine does not let the case be laid out: ") + error.what();
    }
    return answer;
  }

  void read(const Case& test, const ReaderCase& reader, Answer& answer) {
    const std::string kind(reader.kind ? kind_name(*reader.kind) : "auto");
    if (!info_.can.parses || !reads(kind)) {
      answer.outcome = Outcome::unsupported;
      return;
    }
    if (reader.ours_alone && !info_.can.has_rules) {
      answer.outcome = Outcome::unsupported;
      answer.message = "a setting of Assay's";
      return;
    }
    std::optional<CaseFolder> folder;
    Json request = {{"seq", ++sequence_}, {"command", "read"}, {"id", test.id}, {"kind", kind}};
    if (reader.has_folder) {
      folder.emplace(reader, std::filesystem::temp_directory_path());
      request["path"] = folder->model().string();
    } else {
      request["bytes"] = base64_of(reader.input);
    }
    if (info_.can.has_rules) {
      request["settings"] = reader.settings;
    }
    take(exchange(request, answer), answer);
  }

  void run(const Case& test, const OperatorCase& op, Answer& answer) {
    if (!info_.can.runs) {
      answer.outcome = Outcome::unsupported;
      return;
    }
    if (op.profile == Profile::compat && !info_.can.has_rules) {
      answer.outcome = Outcome::unsupported;
      answer.message = "a setting of Assay's";
      return;
    }
    Json request = {{"seq", ++sequence_}, {"command", "run"},  {"id", test.id},
                    {"op", op.op},        {"opset", op.opset}, {"attributes", attributes_json(op)}};
    request["inputs"] = Json::object();
    for (const auto& [name, tensor] : op.inputs) {
      request["inputs"][name] = tensor_json(tensor);
    }
    if (info_.can.has_rules) {
      request["settings"] = {{"profile", op.profile == Profile::compat ? "compat" : "strict"}};
    }
    take(exchange(request, answer), answer);
  }

  bool reads(const std::string& kind) const {
    return kinds_.empty() || std::find(kinds_.begin(), kinds_.end(), kind) != kinds_.end();
  }

  // The parsed answer to a request; nothing, and the answer says what went wrong.
  std::optional<Json> exchange(const Json& request, Answer& answer) {
    return exchange(request, answer, config_.limits.time);
  }

  std::optional<Json> exchange(const Json& request, Answer& answer,
                               std::chrono::milliseconds time) {
    std::string line;
    const auto end = child_->exchange(request.dump(), line, time);
    switch (end) {
      case ChildProcess::End::timeout:
        answer.outcome = Outcome::timeout;
        answer.message = "no answer within " + std::to_string(time.count()) + " ms";
        return std::nullopt;
      case ChildProcess::End::flood:
        answer.outcome = Outcome::protocol_error;
        answer.message = "a line of more than " + std::to_string(config_.limits.line) + " bytes";
        return std::nullopt;
      case ChildProcess::End::closed: {
        const int status = child_->finish();
        const std::string complaints = child_->complaints();
        answer.outcome =
            looks_out_of_memory(status, complaints) ? Outcome::out_of_memory : Outcome::crash;
        answer.message = describe_status(status) + ": " + shortened(complaints);
        return std::nullopt;
      }
      case ChildProcess::End::line:
        break;
    }
    JsonFault fault;
    auto json =
        read_answer_line(line, request["seq"].get<std::uint64_t>(), config_.limits.line, fault);
    if (!json) {
      answer.outcome = Outcome::protocol_error;
      answer.message = fault.pointer + ": " + shortened(fault.message);
    }
    return json;
  }

  static bool looks_out_of_memory(int status, const std::string& complaints) {
    return (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ||
           complaints.find("bad_alloc") != std::string::npos ||
           complaints.find("MemoryError") != std::string::npos ||
           complaints.find("out of memory") != std::string::npos ||
           complaints.find("Cannot allocate memory") != std::string::npos;
  }

  void take(const std::optional<Json>& json, Answer& answer) const {
    if (json) {
      answer = read_answer(*json, info_.can.has_rules);
    }
  }

  ProgramConfig config_;
  SubjectInfo info_;
  std::vector<std::string> kinds_;
  std::unique_ptr<ChildProcess> child_;
  std::uint64_t sequence_ = 0;
  bool greeted_ = false;
};

// A program that is given a file and ends with 0 to accept it, 1 to reject it.
class ExitStatusSubject : public Subject {
 public:
  explicit ExitStatusSubject(ProgramConfig config) : config_(std::move(config)) {}

  SubjectInfo info() override { return {config_.name, "", "", config_.can}; }

  Answer ask(const Case& test) override {
    Answer answer;
    const auto* reader = std::get_if<ReaderCase>(&test.body);
    const std::string kind(reader && reader->kind ? kind_name(*reader->kind) : "auto");
    if (reader == nullptr || reader->ours_alone ||
        std::find(config_.kinds.begin(), config_.kinds.end(), kind) == config_.kinds.end()) {
      answer.outcome = Outcome::unsupported;
      return answer;
    }
    const CaseFolder folder(*reader, std::filesystem::temp_directory_path());
    std::vector<std::string> command = config_.command;
    command.push_back(folder.model().string());
    const RunOnce first = run_once(command, config_.limits);
    answer = answer_of(first);
    if (answer.outcome != Outcome::accepted && answer.outcome != Outcome::rejected) {
      const Answer second = answer_of(run_once(command, config_.limits));
      answer.flaky = second.outcome != answer.outcome;
    }
    return answer;
  }

 private:
  static Answer answer_of(const RunOnce& run) {
    Answer answer;
    answer.message = shortened(run.complaints);
    if (run.timed_out) {
      answer.outcome = Outcome::timeout;
    } else if (WIFEXITED(run.status) && WEXITSTATUS(run.status) == 0) {
      answer.outcome = Outcome::accepted;
    } else if (WIFEXITED(run.status) && WEXITSTATUS(run.status) == 1) {
      answer.outcome = Outcome::rejected;
    } else {
      answer.outcome = Outcome::crash;
      answer.message = describe_status(run.status) + ": " + answer.message;
    }
    return answer;
  }

  ProgramConfig config_;
};

}  // namespace

ProgramConfig load_program(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    throw LoadError(file.string(), "", "", "cannot be read");
  }
  const std::string text(std::istreambuf_iterator<char>(stream), {});
  JsonFault fault;
  const auto json = read_json(text, fault);
  if (!json) {
    throw LoadError(file.string(), "", fault.pointer, fault.message);
  }
  if (const auto violation = subject_schema().check(*json)) {
    throw LoadError(file.string(), "", violation->pointer, violation->message);
  }
  ProgramConfig config;
  config.name = (*json)["name"].get<std::string>();
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  for (const Json& word : (*json)["command"]) {
    auto text_of_word = word.get<std::string>();
    // A word that names a file of the subject's folder means that file.
    std::error_code error;
    if (text_of_word.find('/') != std::string::npos ||
        std::filesystem::exists(folder / text_of_word, error)) {
      text_of_word = (folder / text_of_word).lexically_normal().string();
    }
    config.command.push_back(std::move(text_of_word));
  }
  config.by_exit_status = (*json).value("protocol", std::string("lines")) == "exit-status";
  if (json->contains("kinds")) {
    config.kinds = (*json)["kinds"].get<std::vector<std::string>>();
  }
  config.can.parses = true;
  config.can.checks = (*json).value("checks", false);
  config.limits.time = std::chrono::milliseconds((*json).value("timeout_ms", std::int64_t{5000}));
  config.limits.memory = (*json).value("memory_mb", std::uint64_t{2048}) << 20;
  return config;
}

std::unique_ptr<Subject> program_subject(ProgramConfig config) {
  if (config.by_exit_status) {
    return std::make_unique<ExitStatusSubject>(std::move(config));
  }
  return std::make_unique<LineSubject>(std::move(config));
}

}  // namespace assay::conformance
