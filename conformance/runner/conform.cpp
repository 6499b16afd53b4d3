#include "conform.hpp"

#include <algorithm>
#include <fstream>
#include <memory>

#include "backend_folder.hpp"
#include "loader.hpp"
#include "matrix.hpp"
#include "program_subject.hpp"

namespace assay::conformance {
namespace {

constexpr std::size_t kShownFailures = 50;

void write_text(const std::filesystem::path& path, const std::string& text) {
  if (path.empty()) {
    return;
  }
  if (path.has_parent_path()) {
    std::filesystem::create_directories(path.parent_path());
  }
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  if (!stream.flush()) {
    throw std::runtime_error("cannot write " + path.string());
  }
}

std::vector<Suite> load_all(const std::vector<std::filesystem::path>& places,
                            const std::string& filter) {
  std::vector<Suite> suites;
  std::vector<std::filesystem::path> suite_places;
  for (const auto& place : places) {
    std::vector<Suite> folders = load_backend_folders(place);
    if (folders.empty()) {
      suite_places.push_back(place);
    }
    std::move(folders.begin(), folders.end(), std::back_inserter(suites));
  }
  for (const auto& file : find_suites(suite_places)) {
    suites.push_back(load_suite_file(file));
  }
  for (Suite& suite : suites) {
    std::erase_if(suite.cases, [&](const Case& test) {
      return (suite.name + "/" + test.id).find(filter) == std::string::npos;
    });
  }
  std::erase_if(suites, [](const Suite& suite) { return suite.cases.empty(); });
  return suites;
}

std::string counted(std::uint64_t number, const char* what) {
  return number == 0 ? std::string() : ", " + std::to_string(number) + " " + what;
}

std::string summary_of(const Matrix& matrix) {
  std::string text;
  std::size_t shown = 0;
  std::size_t failures = 0;
  for (std::size_t who = 0; who < matrix.contestants.size(); ++who) {
    const Contestant& contestant = matrix.contestants[who];
    for (std::size_t s = 0; s < matrix.suites.size(); ++s) {
      const Suite& suite = matrix.suites[s];
      for (std::size_t c = 0; c < suite.cases.size(); ++c) {
        const Cell& cell = matrix.cells[s][c][who];
        if (cell.standing != Standing::new_failure && cell.standing != Standing::unexpected_pass) {
          continue;
        }
        if (++failures > kShownFailures) {
          continue;
        }
        ++shown;
        text += contestant.info.name + ": " + suite.name + "/" + suite.cases[c].id + ": " +
                suite.cases[c].description + "\n";
        if (cell.standing == Standing::unexpected_pass) {
          text += "  passes, though it is listed as a known failure\n";
        } else {
          text += "  expected  " + cell.judgement.expected + "\n  got       " + cell.judgement.got +
                  (cell.answer.flaky ? " (not the same twice)" : "") + "\n";
        }
      }
    }
  }
  if (failures > shown) {
    text += "... and " + std::to_string(failures - shown) + " more\n";
  }
  for (const std::string& stale : matrix.stale) {
    text += stale + ": listed as a known failure, and no such case\n";
  }
  for (std::size_t who = 0; who < matrix.contestants.size(); ++who) {
    const Counts counts = count(matrix, who);
    text += matrix.contestants[who].info.name + ": " + std::to_string(counts.pass) + " passed" +
            counted(counts.fresh, "failed") + counted(counts.known, "failed as known") +
            counted(counts.unexpected, "passed against the list") +
            counted(counts.differs, "differ") + counted(counts.skipped, "not asked") + "\n";
  }
  return text;
}

}  // namespace

int conform(const ConformOptions& options) {
  std::vector<Suite> suites = load_all(options.places, options.filter);
  if (suites.empty()) {
    return 3;
  }
  if (!options.export_to.empty()) {
    export_suites(suites, options.export_to);
    return 0;
  }
  std::vector<std::unique_ptr<Subject>> subjects;
  std::vector<Contestant> contestants;
  for (const std::string& name : options.subjects) {
    subjects.push_back(name == "assay" ? library_subject() : program_subject(load_program(name)));
    Contestant contestant;
    contestant.subject = subjects.back().get();
    contestant.info = contestant.subject->info();
    if (!options.expected.empty()) {
      contestant.expectations =
          load_expectations(options.expected / (contestant.info.name + ".json"));
    }
    contestants.push_back(std::move(contestant));
  }
  RunOptions run;
  run.held_to = options.level;
  run.jobs = options.jobs;
  run.whole = options.filter.empty();
  run.progress = options.progress;
  const Matrix matrix = run_matrix(std::move(suites), std::move(contestants), run);

  const Json json = matrix_json(matrix);
  write_text(options.matrix, json.dump(1, ' ', true, Json::error_handler_t::replace) + "\n");
  write_text(options.junit, junit_report(json));
  write_text(options.markdown, markdown_report(json));
  write_text(options.html, html_report(json));
  options.print(summary_of(matrix));
  return is_clean(matrix) ? 0 : 1;
}

}  // namespace assay::conformance
