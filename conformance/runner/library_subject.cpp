// The library as a subject, in this process.
#include <filesystem>

#include "assay/check.hpp"
#include "assay/external.hpp"

#include "case_folder.hpp"
#include "subject.hpp"

namespace assay::conformance {
namespace {

class LibrarySubject : public Subject {
 public:
  SubjectInfo info() override {
    SubjectInfo info;
    info.name = "assay";
    info.can.parses = info.can.checks = info.can.has_rules = true;
    return info;
  }

  Answer ask(const Case& test) override {
    if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
      return read(*reader);
    }
    Answer answer;
    answer.outcome = Outcome::unsupported;
    return answer;
  }

 private:
  static Report report_on(const ReaderCase& test) {
    const Bytes bytes = bytes_of(test.input);
    std::optional<CaseFolder> files;
    std::optional<ExternalFolder> folder;
    if (test.has_folder) {
      files.emplace(test, std::filesystem::temp_directory_path());
      folder = ExternalFolder::for_model(files->model().string());
    }
    const ExternalFolder* given = folder ? &*folder : nullptr;
    return test.kind ? check(bytes, *test.kind, test.policy, given)
                     : check_any(bytes, test.policy, given);
  }

  static Answer read(const ReaderCase& test) {
    const Report report = report_on(test);
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
    return answer;
  }
};

}  // namespace

std::unique_ptr<Subject> library_subject() {
  return std::make_unique<LibrarySubject>();
}

}  // namespace assay::conformance
