// Text that may be anything: what is UTF-8, what a terminal would obey, how it is shown. Against
// readers that are slow and plain.
#include "base/utf8.hpp"

#include <string>
#include <string_view>

#include "assay/report_writer.hpp"

#include "fuzz/choices.hpp"
#include "fuzz/require.hpp"
#include "fuzz/target.hpp"

namespace assay::fuzz {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

// The character at the beginning of the text and its bytes; kNone when there is none (RFC 3629).
struct Character {
  std::uint32_t code = kNone;
  std::size_t bytes = 1;
};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? std::uint32_t{static_cast<unsigned char>(text[i])} : 0u;
  };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) {
    return {lead, 1};
  }
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
  if (length == 0 || lead > 0xf7) {
    return {};
  }
  std::uint32_t code = lead & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) {
      return {};
    }
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr std::uint32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kSmallest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    return {};
  }
  return {code, length};
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

// Bytes that a terminal or a parser would obey.
bool holds_raw_control(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_of(text.substr(at));
    if (character.code == kNone || is_control(character.code)) {
      return true;
    }
    at += character.bytes;
  }
  return false;
}

void check_find(std::string_view text) {
  std::size_t invalid = std::string_view::npos;
  std::size_t control = std::string_view::npos;
  std::size_t in_prose = std::string_view::npos;
  bool plain = true;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_of(text.substr(at));
    plain = plain && character.code >= 0x20 && character.code < 0x7f;
    if (character.code == kNone) {
      invalid = std::min(invalid, at);
    } else if (is_control(character.code)) {
      control = std::min(control, at);
      if (character.code != '\t' && character.code != '\n' && character.code != '\r') {
        in_prose = std::min(in_prose, at);
      }
    }
    at += character.bytes;
  }
  require(is_plain_ascii(text) == plain, "plain ASCII is plain ASCII");
  require(find_invalid_utf8(text) == invalid, "the first that is not UTF-8");
  if (invalid == std::string_view::npos) {
    require(find_control(text) == control, "the first control character");
    require(find_control_in_prose(text) == in_prose, "the first control character in prose");
  } else {
    // Where text is not UTF-8 the two need only see every control character of ASCII.
    (void)find_control(text);
    (void)find_control_in_prose(text);
  }
}

}  // namespace

void target_utf8(Bytes input) {
  const std::string_view text = Choices::as_text(input);
  // At every alignment: the fast paths go by words.
  for (std::size_t skip = 0; skip <= text.size() && skip < 9; ++skip) {
    check_find(text.substr(skip));
  }
  const std::string shown = escape(text);
  require(!holds_raw_control(shown), "escaped text holds nothing that is obeyed", shown);
  require(escape(text, text.size()) == shown, "text that fits is shown whole");
  for (const std::size_t most : {text.size() / 2, std::size_t{8}}) {
    const std::string cut = escape(text, most);
    require(!holds_raw_control(cut), "a cut leaves no half of a character", cut);
    const std::string_view body = std::string_view(cut).substr(
        0, cut.size() - (cut.ends_with("...") && most < text.size() ? 3 : 0));
    require(shown.starts_with(body), "what is cut is the beginning", cut);
  }
  const std::string visible = printable(text);
  require(!holds_raw_control(visible), "printable text is printable", visible);
  require(printable(visible) == visible, "printable text stays as it is", visible);
}

}  // namespace assay::fuzz
