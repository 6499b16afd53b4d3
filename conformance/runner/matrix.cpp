#include "matrix.hpp"

#include <atomic>
#include <mutex>
#include <set>
#include <thread>

#include "annotate.hpp"
#include "schema/kind.hpp"
#include "sha256.hpp"
#include "wire_builder.hpp"

namespace assay::conformance {
namespace {

std::string case_name(const Suite& suite, const Case& test) {
  return suite.name + "/" + test.id;
}

void ask_all(Matrix& matrix, std::size_t who, const std::function<void()>& one_done) {
  const Contestant& contestant = matrix.contestants[who];
  for (std::size_t s = 0; s < matrix.suites.size(); ++s) {
    const Suite& suite = matrix.suites[s];
    for (std::size_t c = 0; c < suite.cases.size(); ++c) {
      Cell& cell = matrix.cells[s][c][who];
      cell.answer = contestant.subject->ask(suite.cases[c]);
      cell.judgement = judge(suite.cases[c], cell.answer, contestant.info.can, matrix.held_to);
      cell.standing = standing_of(case_name(suite, suite.cases[c]), cell.judgement, cell.answer,
                                  contestant.expectations);
      one_done();
    }
  }
}

Json info_json(const SubjectInfo& info) {
  Json can = Json::array();
  if (info.can.checks) {
    can.push_back("check");
  } else if (info.can.parses) {
    can.push_back("parse");
  }
  if (info.can.runs) {
    can.push_back("run:ConvInteger");
  }
  return {
      {"name", info.name}, {"version", info.version}, {"homepage", info.homepage}, {"can", can}};
}

Json counts_json(const Counts& counts) {
  return {{"pass", counts.pass},       {"fail", counts.fail},
          {"broken", counts.broken},   {"differs", counts.differs},
          {"skipped", counts.skipped}, {"known", counts.known},
          {"new", counts.fresh},       {"unexpected-pass", counts.unexpected}};
}

// A report is for people: what is longer than they read is cut.
std::string shortened(const std::string& text) {
  constexpr std::size_t kMost = 400;
  return text.size() <= kMost ? text : text.substr(0, kMost) + "...";
}

// Digests are compared; a long one is as good by its hash.
std::string short_digest(const std::string& digest) {
  constexpr std::size_t kMost = 2000;
  return digest.size() <= kMost ? digest : "SHA-256 " + sha256_hex(digest);
}

Json cell_json(const Cell& cell) {
  Json json = {{"outcome", outcome_name(cell.answer.outcome)},
               {"mark", mark_name(cell.judgement.mark)},
               {"standing", standing_name(cell.standing)}};
  if (!cell.judgement.got.empty() && cell.judgement.mark != Mark::pass) {
    json["got"] = shortened(cell.judgement.got);
    json["expected"] = shortened(cell.judgement.expected);
  } else if (!cell.answer.message.empty()) {
    json["got"] = shortened(cell.answer.message);
  }
  if (!cell.answer.digest.empty()) {
    json["digest"] = short_digest(cell.answer.digest);
  }
  if (cell.answer.flaky) {
    json["flaky"] = true;
  }
  return json;
}

Json input_json(const ReaderCase& test) {
  Json lines = Json::array();
  for (const AnnotatedBytes& line :
       annotate(test.input, schema::message_of(test.kind.value_or(Kind::model)), 60)) {
    lines.push_back({line.offset, line.depth, line.hex, line.text});
  }
  return lines;
}

}  // namespace

Matrix run_matrix(std::vector<Suite> suites, std::vector<Contestant> contestants,
                  const RunOptions& options) {
  Matrix matrix;
  matrix.suites = std::move(suites);
  matrix.contestants = std::move(contestants);
  matrix.held_to = options.held_to;
  std::size_t total = 0;
  std::set<std::string> names;
  for (const Suite& suite : matrix.suites) {
    matrix.cells.emplace_back(suite.cases.size(), std::vector<Cell>(matrix.contestants.size()));
    total += suite.cases.size() * matrix.contestants.size();
    for (const Case& test : suite.cases) {
      names.insert(case_name(suite, test));
    }
  }

  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::size_t done = 0;
  std::exception_ptr trouble;
  const auto one_done = [&] {
    const std::lock_guard lock(mutex);
    ++done;
    if (options.progress) {
      options.progress(done, total);
    }
  };
  const auto work = [&] {
    for (std::size_t who = next++; who < matrix.contestants.size(); who = next++) {
      try {
        ask_all(matrix, who, one_done);
      } catch (...) {  // passed on to the caller's thread
        const std::lock_guard lock(mutex);
        trouble = std::current_exception();
      }
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 1; i < options.jobs && i < matrix.contestants.size(); ++i) {
    threads.emplace_back(work);
  }
  work();
  threads.clear();
  if (trouble) {
    std::rethrow_exception(trouble);
  }

  for (const Contestant& contestant : matrix.contestants) {
    for (const auto& [name, known] : contestant.expectations.cases) {
      if (options.whole && !names.contains(name)) {
        matrix.stale.push_back(contestant.info.name + ": " + name);
      }
    }
  }
  return matrix;
}

Counts count(const Matrix& matrix, std::size_t contestant) {
  Counts counts;
  for (const auto& suite : matrix.cells) {
    for (const auto& row : suite) {
      const Cell& cell = row[contestant];
      counts.pass += cell.judgement.mark == Mark::pass ? 1U : 0U;
      counts.fail += cell.judgement.mark == Mark::fail ? 1U : 0U;
      counts.broken += cell.judgement.mark == Mark::broken ? 1U : 0U;
      counts.differs += cell.judgement.mark == Mark::differs ? 1U : 0U;
      counts.skipped += cell.judgement.mark == Mark::skipped ? 1U : 0U;
      counts.known += cell.standing == Standing::known_failure ? 1U : 0U;
      counts.fresh += cell.standing == Standing::new_failure ? 1U : 0U;
      counts.unexpected += cell.standing == Standing::unexpected_pass ? 1U : 0U;
    }
  }
  return counts;
}

bool is_clean(const Matrix& matrix) {
  for (std::size_t i = 0; i < matrix.contestants.size(); ++i) {
    const Counts counts = count(matrix, i);
    if (counts.fresh != 0 || counts.unexpected != 0) {
      return false;
    }
  }
  return matrix.stale.empty();
}

Json matrix_json(const Matrix& matrix, bool with_inputs) {
  Json json = {{"matrix", 1}, {"held-to", level_name(matrix.held_to)}, {"stale", matrix.stale}};
  json["subjects"] = Json::array();
  for (std::size_t i = 0; i < matrix.contestants.size(); ++i) {
    Json subject = info_json(matrix.contestants[i].info);
    subject["counts"] = counts_json(count(matrix, i));
    json["subjects"].push_back(std::move(subject));
  }
  json["suites"] = Json::array();
  for (std::size_t s = 0; s < matrix.suites.size(); ++s) {
    const Suite& suite = matrix.suites[s];
    Json cases = Json::array();
    for (std::size_t c = 0; c < suite.cases.size(); ++c) {
      const Case& test = suite.cases[c];
      Json row = {{"id", test.id},
                  {"description", test.description},
                  {"flags", test.flags},
                  {"level", level_name(test.level)}};
      if (!test.source.empty()) {
        row["source"] = test.source;
      }
      if (const auto* reader = std::get_if<ReaderCase>(&test.body)) {
        row["wanted"] = verdict_name(reader->others);
        row["kind"] = reader->kind ? kind_name(*reader->kind) : "auto";
        if (with_inputs) {
          row["bytes"] = reader->input.size();
          row["input"] = input_json(*reader);
        }
      } else {
        const auto& op = std::get<OperatorCase>(test.body);
        row["wanted"] = op.error.empty() ? "outputs" : "error";
        row["kind"] = op.op;
      }
      row["cells"] = Json::array();
      for (const Cell& cell : matrix.cells[s][c]) {
        row["cells"].push_back(cell_json(cell));
      }
      cases.push_back(std::move(row));
    }
    json["suites"].push_back(
        {{"suite", suite.name}, {"description", suite.description}, {"cases", std::move(cases)}});
  }
  return json;
}

}  // namespace assay::conformance
