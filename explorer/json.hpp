// JSON as the page reads it: what is appended stands in the order of the calls.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::explorer {

// Writes one value after another; commas come by themselves. Nothing checks that what is opened is
// closed: the tests parse all of it. Numbers above 2^53 would not reach JavaScript whole: values
// from a file are written as text, and no file has that many bytes.
class Json {
 public:
  Json& open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
    return *this;
  }
  Json& close(char bracket) {
    out_ += bracket;
    first_ = false;
    return *this;
  }
  Json& key(std::string_view name) {
    separate();
    quote(name);
    out_ += ':';
    first_ = true;
    return *this;
  }
  // Text that may come from the file: made printable.
  Json& text(std::string_view value);
  Json& number(std::unsigned_integral auto value) {
    separate();
    out_ += std::to_string(value);
    return *this;
  }
  Json& truth(bool value) { return raw(value ? "true" : "false"); }
  // JSON already.
  Json& raw(std::string_view json) {
    separate();
    out_ += json;
    return *this;
  }

  std::string take() { return std::move(out_); }

 private:
  void separate() {
    if (!first_) {
      out_ += ',';
    }
    first_ = false;
  }
  void quote(std::string_view value);

  std::string out_;
  bool first_ = true;
};

}  // namespace assay::explorer
