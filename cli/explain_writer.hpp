// The forms of `assay explain`, written line by line: nothing is kept of what was written.
//
// docs/explain.md describes them. All that comes from the file is printable.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "assay/bytes.hpp"
#include "assay/explain.hpp"
#include "assay/report_writer.hpp"

namespace assay::cli {

// What is explained, and how.
struct Subject {
  std::string name;
  Bytes bytes;
  Kind kind = Kind::model;
  const Report* report = nullptr;  // null: the file was not judged
  bool full = false;               // every byte of every payload
  const ReportWriter* findings = nullptr;
};

class ExplainWriter {
 public:
  // Takes text, to be written away; views are valid during the call.
  using Sink = std::function<void(std::string_view)>;

  ExplainWriter(Subject subject, Sink sink)
      : subject_(std::move(subject)), sink_(std::move(sink)) {}
  virtual ~ExplainWriter() = default;
  ExplainWriter(const ExplainWriter&) = delete;
  ExplainWriter& operator=(const ExplainWriter&) = delete;

  virtual void begin() = 0;
  virtual void line(const ExplainedField& line) = 0;
  virtual void end() = 0;

 protected:
  // The bytes of a field that its own line shows: of a message, what stands before its fields; of a
  // field at fault, what cannot be read as well.
  Bytes shown_bytes(const ExplainedField& line) const;

  Subject subject_;
  Sink sink_;
};

// Appends two digits a byte, with `between` two bytes.
void append_hex(std::string& out, Bytes bytes, std::string_view between);

std::unique_ptr<ExplainWriter> make_text_writer(Subject subject, ExplainWriter::Sink sink);
std::unique_ptr<ExplainWriter> make_json_writer(Subject subject, ExplainWriter::Sink sink);

}  // namespace assay::cli
