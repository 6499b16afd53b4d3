// UTF-8 against a slow reference: a sequence is valid when it is what encoding some code point
// gives.
#include "base/utf8.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay {
namespace {

constexpr std::size_t kNone = std::string_view::npos;

std::string encoded(std::uint32_t c) {
  const auto byte = [](std::uint32_t value) { return static_cast<char>(value); };
  if (c < 0x80) {
    return {byte(c)};
  }
  if (c < 0x800) {
    return {byte(0xc0 | c >> 6), byte(0x80 | (c & 0x3f))};
  }
  if (c < 0x10000) {
    return {byte(0xe0 | c >> 12), byte(0x80 | (c >> 6 & 0x3f)), byte(0x80 | (c & 0x3f))};
  }
  return {byte(0xf0 | c >> 18), byte(0x80 | (c >> 12 & 0x3f)), byte(0x80 | (c >> 6 & 0x3f)),
          byte(0x80 | (c & 0x3f))};
}

bool is_scalar_value(std::uint32_t c) {
  return c < 0xd800 || (c > 0xdfff && c <= 0x10ffff);
}

// The length of the character at the start of the text, 0 when there is none. For each length, the
// payload bits are taken for granted; then encoding them must give the same bytes back.
std::size_t slow_length(std::string_view text) {
  constexpr std::uint32_t kLeadPayload[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    std::uint32_t c = static_cast<std::uint8_t>(text[0]) & kLeadPayload[length];
    for (std::size_t i = 1; i < length; ++i) {
      c = c << 6 | (static_cast<std::uint8_t>(text[i]) & 0x3fu);
    }
    if (is_scalar_value(c) && encoded(c) == text.substr(0, length)) {
      return length;
    }
  }
  return 0;
}

std::size_t slow_find_invalid(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = slow_length(text.substr(at));
    if (length == 0) {
      return at;
    }
    at += length;
  }
  return kNone;
}

std::string hex(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    result += "0123456789abcdef"[byte >> 4];
    result += "0123456789abcdef"[byte & 0xf];
    result += ' ';
  }
  return result;
}

// Calls f with every string of `length` bytes whose first byte is in [first, last].
template <typename F>
void for_all_bytes(std::size_t length, unsigned first, unsigned last, F f) {
  std::string text(length, '\0');
  const std::uint32_t tails = 1u << (8 * (length - 1));
  for (unsigned lead = first; lead <= last; ++lead) {
    text[0] = static_cast<char>(lead);
    for (std::uint32_t tail = 0; tail < tails; ++tail) {
      for (std::size_t i = 1; i < length; ++i) {
        text[i] = static_cast<char>(tail >> (8 * (i - 1)) & 0xff);
      }
      f(std::string_view(text));
    }
  }
}

BOOST_AUTO_TEST_SUITE(utf8)

BOOST_AUTO_TEST_CASE(every_code_point_but_the_surrogates_is_valid) {
  std::uint32_t wrong = 0;
  for (std::uint32_t c = 0; c <= 0x1fffff; ++c) {
    const std::size_t expected = is_scalar_value(c) ? kNone : 0;
    wrong += find_invalid_utf8(encoded(c)) == expected ? 0u : 1u;
  }
  BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(every_sequence_of_one_or_two_bytes_is_judged_as_the_reference_judges_it) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{2}}) {
    for_all_bytes(length, 0, 255, [](std::string_view text) {
      BOOST_TEST(find_invalid_utf8(text) == slow_find_invalid(text), hex(text));
    });
  }
}

BOOST_AUTO_TEST_CASE(every_sequence_of_three_bytes_is_judged_as_the_reference_judges_it) {
  // A leading ASCII byte leaves the two bytes of the case before; one such byte stands for all.
  std::string first_wrong;
  const auto compare = [&](std::string_view text) {
    if (first_wrong.empty() && find_invalid_utf8(text) != slow_find_invalid(text)) {
      first_wrong = hex(text);
    }
  };
  for_all_bytes(3, 0x7f, 0xff, compare);
  BOOST_TEST(first_wrong == "");
}

BOOST_AUTO_TEST_CASE(four_bytes_of_every_lead_and_second_byte_are_judged_as_the_reference_does) {
  constexpr unsigned kEdges[] = {0x00, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xff};
  for (unsigned lead = 0xe0; lead <= 0xff; ++lead) {
    for (unsigned second = 0; second <= 0xff; ++second) {
      for (const unsigned third : kEdges) {
        for (const unsigned fourth : kEdges) {
          const std::string text = {static_cast<char>(lead), static_cast<char>(second),
                                    static_cast<char>(third), static_cast<char>(fourth)};
          if (find_invalid_utf8(text) != slow_find_invalid(text)) {
            BOOST_ERROR(hex(text));
          }
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_bad_sequence_is_found_at_every_place_of_a_longer_text) {
  const std::string_view bad[] = {"\x80",         "\xc3",         "\xc0\x80",         "\xe2\x82",
                                  "\xed\xa0\x80", "\xf4\x90\x80", "\xf0\x8f\xbf\xbf", "\xff"};
  for (const std::string_view sequence : bad) {
    for (std::size_t before = 0; before <= 20; ++before) {
      for (std::size_t after = 0; after <= 20; ++after) {
        const std::string ascii =
            std::string(before, 'a') + std::string(sequence) + std::string(after, 'z');
        BOOST_TEST(find_invalid_utf8(ascii) == before, hex(ascii));
        std::string wide;
        for (std::size_t i = 0; i < before; ++i) {
          wide += "\xe6\x97\xa5";
        }
        BOOST_TEST(find_invalid_utf8(wide + std::string(sequence)) == 3 * before);
      }
    }
  }
  BOOST_TEST(find_invalid_utf8("") == kNone);
}

BOOST_AUTO_TEST_CASE(control_characters_are_found_in_every_pair_of_bytes) {
  for_all_bytes(2, 0, 255, [](std::string_view text) {
    const auto is_control = [&](std::size_t at, bool prose) {
      const auto byte = static_cast<std::uint8_t>(text[at]);
      if (prose && (byte == '\t' || byte == '\n' || byte == '\r')) {
        return false;
      }
      const std::uint8_t next = at == 0 ? static_cast<std::uint8_t>(text[1]) : 0;
      return byte < 0x20 || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next <= 0x9f);
    };
    for (const bool prose : {false, true}) {
      const std::size_t expected = is_control(0, prose) ? 0 : is_control(1, prose) ? 1 : kNone;
      BOOST_TEST((prose ? find_control_in_prose(text) : find_control(text)) == expected, hex(text));
    }
  });
}

BOOST_AUTO_TEST_CASE(a_control_character_is_found_at_every_place_of_a_longer_text) {
  const std::string_view controls[] = {
      std::string_view("\0", 1), "\x1b", "\x1f", "\x7f", "\xc2\x80", "\xc2\x9f"};
  for (const std::string_view control : controls) {
    for (std::size_t before = 0; before <= 20; ++before) {
      for (std::size_t after = 0; after <= 20; ++after) {
        const std::string text =
            std::string(before, ' ') + std::string(control) + std::string(after, '~');
        BOOST_TEST(find_control(text) == before, hex(text));
        BOOST_TEST(find_control_in_prose("\t\r\n" + text) == before + 3, hex(text));
        BOOST_TEST(find_control("\xe6\x97\xa5" + text) == before + 3, hex(text));
      }
    }
  }
  for (const std::string_view harmless :
       {"", "~ ", "\xc2", "\xc2\xa0", "\xc3\x80", "\xe2\x80\x8e"}) {
    BOOST_TEST(find_control(harmless) == kNone, hex(harmless));
  }
  BOOST_TEST(find_control_in_prose("a\tb\r\nc and then some more of it\n") == kNone);
  BOOST_TEST(find_control("a\tb") == 1u);
}

// What escape() made, undone.
std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      result += text[at];
    } else if (text[++at] == 'x') {
      result += static_cast<char>(std::stoi(std::string(text.substr(at + 1, 2)), nullptr, 16));
      at += 2;
    } else if (text[at] == 'u') {
      const std::size_t end = text.find('}', at);
      const std::string digits(text.substr(at + 2, end - at - 2));
      result += encoded(static_cast<std::uint32_t>(std::stoul(digits, nullptr, 16)));
      at = end;
    } else {
      const std::string_view letters = "nrt";
      const std::size_t letter = letters.find(text[at]);
      result += letter == kNone ? text[at] : "\n\r\t"[letter];
    }
  }
  return result;
}

// Nothing in it but printable characters that keep their place.
bool is_harmless(std::string_view text) {
  if (slow_find_invalid(text) != kNone) {
    return false;
  }
  for (const std::string_view reordering :
       {"\xd8\x9c", "\xe2\x80\x8e", "\xe2\x80\x8f", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaa",
        "\xe2\x80\xab", "\xe2\x80\xac", "\xe2\x80\xad", "\xe2\x80\xae", "\xe2\x81\xa6",
        "\xe2\x81\xa7", "\xe2\x81\xa8", "\xe2\x81\xa9"}) {
    if (text.find(reordering) != kNone) {
      return false;
    }
  }
  return find_control(text) == kNone;
}

BOOST_AUTO_TEST_CASE(escaping_shows_what_would_steer_a_terminal) {
  struct Case {
    std::string_view text;
    std::string_view escaped;
  };
  const Case cases[] = {
      {"", ""},
      {"conv1.weight", "conv1.weight"},
      {"a\\b\"c", "a\\\\b\\\"c"},
      {"\x1b[31mred\x07", "\\x1b[31mred\\x07"},
      {std::string_view("a\0b", 3), "a\\x00b"},
      {"tab\tline\nreturn\r", "tab\\tline\\nreturn\\r"},
      {"\x7f", "\\x7f"},
      {"\xc2\x9b"
       "31m",
       "\\u{9b}31m"},
      {"\xc2\xa0", "\xc2\xa0"},
      {"\xd8\x9c", "\\u{61c}"},
      {"user\xe2\x80\xae"
       "txt.exe",
       "user\\u{202e}txt.exe"},
      {"\xe2\x81\xa6\xe2\x81\xa9\xe2\x80\x8e\xe2\x80\xa8", "\\u{2066}\\u{2069}\\u{200e}\\u{2028}"},
      {"Stra\xc3\x9f"
       "e \xf0\x9f\x98\x80",
       "Stra\xc3\x9f"
       "e \xf0\x9f\x98\x80"},
      {"\xff\xc3", "\\xff\\xc3"},
      {"\xed\xa0\x80", "\\xed\\xa0\\x80"},
      {"\xe2\x82", "\\xe2\\x82"},
  };
  for (const Case& c : cases) {
    BOOST_TEST(escape(c.text, 1000) == c.escaped);
  }
}

BOOST_AUTO_TEST_CASE(escaping_is_harmless_and_can_be_undone_for_every_character_and_pair_of_bytes) {
  std::uint32_t wrong = 0;
  const auto judge = [&](std::string_view text) {
    const std::string shown = escape(text, 100);
    wrong += is_harmless(shown) && unescaped(shown) == text ? 0u : 1u;
  };
  for (std::uint32_t c = 0; c <= 0x10ffff; c += c < 0x3000 ? 1 : 97) {
    judge(encoded(c));
  }
  for_all_bytes(1, 0, 255, judge);
  for_all_bytes(2, 0, 255, judge);
  BOOST_TEST(wrong == 0u);
}

BOOST_AUTO_TEST_CASE(escaped_text_that_is_too_long_is_cut_between_characters) {
  struct Case {
    std::string_view text;
    std::size_t max;
    std::string_view escaped;
  };
  const Case cases[] = {
      {"abcdef", 6, "abcdef"},
      {"abcdefg", 6, "abcdef..."},
      {"abcd", 0, "..."},
      {"", 0, ""},
      {"ab\x1b"
       "cd",
       5, "ab\\x1bcd"},
      {"ab\x1b"
       "cd",
       3, "ab\\x1b..."},
      {"a\xe6\x97\xa5"
       "b",
       4, "a\xe6\x97\xa5..."},
      {"a\xe6\x97\xa5"
       "b",
       3, "a..."},
      {"a\xe6\x97\xa5"
       "b",
       2, "a..."},
      {"a\xe2\x80\xae", 4, "a\\u{202e}"},
      {"ab\"", 2, "ab..."},
      {"\xff\xff", 1, "\\xff..."},
  };
  for (const Case& c : cases) {
    BOOST_TEST(escape(c.text, c.max) == c.escaped);
  }
}

BOOST_AUTO_TEST_CASE(plain_ascii_is_what_needs_no_judgement) {
  for (std::size_t length = 1; length <= 20; ++length) {
    for (std::size_t at = 0; at < length; ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::string text(length, '~');
        text[at] = static_cast<char>(byte);
        BOOST_TEST(is_plain_ascii(text) == (byte >= 0x20 && byte < 0x7f), hex(text));
      }
    }
  }
  BOOST_TEST(is_plain_ascii(""));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace assay
