#include "rules/sniff.hpp"

#include <algorithm>
#include <iterator>

#include "base/utf8.hpp"
#include "rules/document.hpp"
#include "schema/kind.hpp"

namespace assay::rules {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kHead = 256;  // bytes looked at

struct Signature {
  std::string_view start;
  std::string_view type;
};

// The longer of two that share a beginning stands first.
constexpr Signature kSignatures[] = {
    {"PK\x03\x04"sv, "a zip archive (PyTorch, Keras and NumPy files are such)"},
    {"PK\x05\x06"sv, "an empty zip archive"},
    {"\x80\x02"sv, "a Python pickle"},
    {"\x80\x03"sv, "a Python pickle"},
    {"\x80\x04\x95"sv, "a Python pickle"},
    {"\x80\x05\x95"sv, "a Python pickle"},
    {"\x1f\x8b"sv, "a gzip archive"},
    {"BZh"sv, "a bzip2 archive"},
    {"\xfd\x37zXZ\x00"sv, "an xz archive"},
    {"\x28\xb5\x2f\xfd"sv, "a zstd archive"},
    {"7z\xbc\xaf\x27\x1c"sv, "a 7z archive"},
    {"\x89HDF\r\n\x1a\n"sv, "an HDF5 file (Keras)"},
    {"\x93NUMPY"sv, "a NumPy array"},
    {"GGUF"sv, "a GGUF model"},
    {"version https://git-lfs.github.com/spec/"sv,
     "a Git LFS pointer, not the file that it stands for"},
    {"<<<<<<< "sv, "a file with a git conflict marker before its bytes"},
    {"\x00\x05\x16\x07"sv, "an AppleDouble file (the metadata of a file, from a Mac)"},
    {"\x00\x05\x16\x00"sv, "an AppleSingle file"},
    {"%PDF-"sv, "a PDF document"},
    {"\x7f"
     "ELF"sv,
     "an ELF program"},
    {"MZ\x90\x00"sv, "a Windows program"},
    {"\x89PNG"sv, "a PNG picture"},
    {"\xff\xd8\xff"sv, "a JPEG picture"},
};

// "ir_version: 8", "graph {": a field of a message that can be a file, as the text format has it.
// Of plain words before a colon only "dims" counts: "name: x" may be any configuration file.
bool starts_with_text_field(std::string_view body) noexcept {
  const std::string_view name =
      body.substr(0, body.find_first_not_of("abcdefghijklmnopqrstuvwxyz_0123456789"));
  std::string_view rest = body.substr(name.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  const bool telling = name == "dims" || name.find('_') != name.npos;
  return (rest.starts_with('{') || (rest.starts_with(':') && telling)) &&
         std::any_of(std::begin(kKinds), std::end(kKinds), [&](Kind kind) {
           return schema::message(schema::message_of(kind)).find(name) != nullptr;
         });
}

std::string_view text_type(std::string_view head) noexcept {
  if (head.starts_with("\xef\xbb\xbf")) {
    head.remove_prefix(3);
  }
  // The last character may be cut.
  const std::size_t bad = find_invalid_utf8(head);
  if ((bad != head.npos && bad + 3 < head.size()) ||
      find_control_in_prose(head.substr(0, bad)) != head.npos) {
    return {};
  }
  const std::size_t start = head.find_first_not_of(" \r\n\t");
  const std::string_view body = start == head.npos ? std::string_view() : head.substr(start);
  if (body.starts_with('<')) {
    return "an HTML or XML page";
  }
  if (body.starts_with('{') || body.starts_with('[')) {
    return "JSON text";
  }
  if (starts_with_text_field(body)) {
    return "a protobuf in its text format; convert it to the binary one";
  }
  if (head.size() < kHead && head.find('\n') == head.npos && head.find('/') != head.npos) {
    return "the text of a path, perhaps of a symbolic link";
  }
  return "a text file";
}

}  // namespace

std::string_view foreign_type(Bytes input) noexcept {
  const std::string_view head(reinterpret_cast<const char*>(input.data()),
                              std::min<std::size_t>(input.size(), kHead));
  for (const Signature& signature : kSignatures) {
    if (head.starts_with(signature.start)) {
      return signature.type;
    }
  }
  return text_type(head);
}

}  // namespace assay::rules
