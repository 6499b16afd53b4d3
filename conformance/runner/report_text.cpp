// JUnit XML and Markdown, from the matrix.
#include <algorithm>
#include <map>
#include <set>

#include "matrix.hpp"

namespace assay::conformance {
namespace {

// For XML text and attributes; what XML 1.0 cannot hold becomes a question mark.
std::string xml(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
  }
  return result;
}

// For a cell of a Markdown table.
std::string md(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' || c == '\\' || c == '`' || c == '*' || c == '_' || c == '<' || c == '[' ||
        c == ']') {
      result += '\\';
      result += c;
    } else {
      result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
  }
  return result;
}

std::string text_of(const Json& value, const char* key) {
  return value.value(key, std::string());
}

bool fails(const Json& cell) {
  return cell["standing"] == "new-failure" || cell["standing"] == "unexpected-pass";
}

// What a cell says in a table: the outcome, and a mark where it is not as it should be.
std::string cell_text(const Json& cell) {
  const auto mark = cell["mark"].get<std::string>();
  if (mark == "skipped") {
    return "";
  }
  auto text = cell["outcome"].get<std::string>();
  if (mark == "fail") {
    text = "**" + text + "**";
  } else if (mark == "broken") {
    text = "**" + text + "!**";
  }
  return text;
}

// Whether those who accept the file say that they read different things in it.
bool digests_differ(const Json& row) {
  std::set<std::string> seen;
  for (const Json& cell : row["cells"]) {
    if (cell.contains("digest") && cell["outcome"] == "accepted") {
      seen.insert(cell["digest"].get<std::string>());
    }
  }
  return seen.size() > 1;
}

}  // namespace

std::string junit_report(const Json& matrix) {
  std::string out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  const Json& subjects = matrix["subjects"];
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    std::size_t tests = 0;
    std::size_t failures = 0;
    std::size_t skipped = 0;
    std::string body;
    for (const Json& suite : matrix["suites"]) {
      for (const Json& row : suite["cases"]) {
        const Json& cell = row["cells"][i];
        ++tests;
        body += "    <testcase classname=\"" + xml(text_of(suite, "suite")) + "\" name=\"" +
                xml(text_of(row, "id") + ": " + text_of(row, "description")) + "\"";
        if (cell["mark"] == "skipped") {
          ++skipped;
          body += "><skipped/></testcase>\n";
        } else if (fails(cell)) {
          ++failures;
          const std::string text =
              cell["standing"] == "unexpected-pass"
                  ? std::string("passes, though it is listed as a known failure")
                  : "expected " + text_of(cell, "expected") + "; got " + text_of(cell, "got");
          body +=
              "><failure message=\"" + xml(text) + "\">" + xml(text) + "</failure></testcase>\n";
        } else {
          body += "/>\n";
        }
      }
    }
    out += "  <testsuite name=\"" + xml(text_of(subjects[i], "name")) + "\" tests=\"" +
           std::to_string(tests) + "\" failures=\"" + std::to_string(failures) + "\" skipped=\"" +
           std::to_string(skipped) + "\">\n" + body + "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

std::string markdown_report(const Json& matrix) {
  const Json& subjects = matrix["subjects"];
  std::string out =
      "| subject | version | pass | fail | differs | no answer | not asked |\n"
      "|---|---|--:|--:|--:|--:|--:|\n";
  for (const Json& subject : subjects) {
    const Json& counts = subject["counts"];
    out += "| " + md(text_of(subject, "name")) + " | " + md(text_of(subject, "version"));
    for (const char* key : {"pass", "fail", "differs", "broken", "skipped"}) {
      out += " | " + counts[key].dump();
    }
    out += " |\n";
  }

  std::string header = "| suite | cases |";
  std::string rule = "|---|--:|";
  for (const Json& subject : subjects) {
    header += " " + md(text_of(subject, "name")) + " |";
    rule += "--:|";
  }
  out += "\nAs it must be, of the cases that were asked:\n\n" + header + "\n" + rule + "\n";
  for (const Json& suite : matrix["suites"]) {
    out +=
        "| " + md(text_of(suite, "suite")) + " | " + std::to_string(suite["cases"].size()) + " |";
    for (std::size_t i = 0; i < subjects.size(); ++i) {
      std::size_t asked = 0;
      std::size_t right = 0;
      for (const Json& row : suite["cases"]) {
        const auto mark = row["cells"][i]["mark"].get<std::string>();
        asked += mark != "skipped" ? 1U : 0U;
        right += mark == "pass" || mark == "differs" ? 1U : 0U;
      }
      out +=
          asked == 0 ? " |" : " " + std::to_string(right) + " of " + std::to_string(asked) + " |";
    }
    out += "\n";
  }

  std::string table_head = "| case |";
  std::string table_rule = "|---|";
  for (const Json& subject : subjects) {
    table_head += " " + md(text_of(subject, "name")) + " |";
    table_rule += "---|";
  }
  const auto rows_of = [&](const auto& wanted) {
    std::string rows;
    for (const Json& suite : matrix["suites"]) {
      for (const Json& row : suite["cases"]) {
        if (!wanted(row)) {
          continue;
        }
        rows += "| " +
                md(text_of(suite, "suite") + "/" + text_of(row, "id") + ": " +
                   text_of(row, "description")) +
                " |";
        for (const Json& cell : row["cells"]) {
          rows += " " + cell_text(cell) + " |";
        }
        rows += "\n";
      }
    }
    return rows;
  };
  if (const std::string rows = rows_of(digests_differ); !rows.empty()) {
    out += "\nReaders that accept the same bytes and read different things:\n\n" + table_head +
           "\n" + table_rule + "\n" + rows;
  }
  const auto disagree = [](const Json& row) {
    std::set<std::string> outcomes;
    for (const Json& cell : row["cells"]) {
      if (cell["mark"] != "skipped") {
        outcomes.insert(cell["outcome"].get<std::string>());
      }
    }
    return outcomes.size() > 1;
  };
  if (const std::string rows = rows_of(disagree); subjects.size() > 1 && !rows.empty()) {
    out += "\nSubjects that disagree (**bold**: not as it must be):\n\n" + table_head + "\n" +
           table_rule + "\n" + rows;
  }
  return out;
}

}  // namespace assay::conformance
