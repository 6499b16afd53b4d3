// The table of names, and names that were chosen to hurt it.
#include "base/name_map.hpp"

#include <boost/test/unit_test.hpp>
#include <cstring>
#include <string>
#include <vector>

using assay::Arena;
using assay::NameMap;
using namespace std::string_view_literals;

namespace {

// Enters all names and finds them again. Memory is that of a table at most half full and of those
// that it outgrew: `slack` tells how many times over.
void check_names(const std::vector<std::string>& names, std::uint64_t expected) {
  constexpr std::uint64_t kSlot = 24;
  Arena arena(names.size() * kSlot * 16 + 4096);
  NameMap map(arena, expected);
  std::uint32_t number = 0;
  for (const std::string& name : names) {
    const NameMap::Inserted inserted = map.insert(name, number++);
    BOOST_REQUIRE(inserted.value != nullptr);
    BOOST_REQUIRE(inserted.fresh);
  }
  BOOST_TEST(map.size() == names.size());
  number = 0;
  for (const std::string& name : names) {
    const NameMap::Inserted inserted = map.insert(name, 12345);
    BOOST_REQUIRE(inserted.value != nullptr);
    BOOST_REQUIRE(!inserted.fresh);
    BOOST_REQUIRE(*inserted.value == number);
    std::uint32_t* found = map.find(name);
    BOOST_REQUIRE(found != nullptr);
    BOOST_REQUIRE(*found == number++);
  }
  BOOST_TEST(map.size() == names.size());
  BOOST_TEST(map.find("a name that is not there, and of a length of its own") == nullptr);
}

std::string word(std::uint64_t value) {
  std::string out(8, '\0');
  std::memcpy(out.data(), &value, 8);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(name_map)

BOOST_AUTO_TEST_CASE(grows_from_nothing) {
  std::vector<std::string> names;
  for (int i = 0; i < 20000; ++i) {
    names.push_back("layer/" + std::to_string(i) + "/weight");
  }
  check_names(names, 0);
  check_names(names, names.size());
  check_names(names, 3);
}

BOOST_AUTO_TEST_CASE(tells_names_apart_that_differ_in_length_or_in_one_bit) {
  std::vector<std::string> names;
  for (std::size_t length = 0; length < 70; ++length) {
    names.emplace_back(length, '\0');
    names.emplace_back(length, 'a');
    for (std::size_t i = 0; i < length; ++i) {
      std::string name(length, 'a');
      name[i] = 'b';
      names.push_back(name);
    }
  }
  names.erase(names.begin() + 1);  // the empty name once
  check_names(names, 0);
}

// A product is 0 when one factor is, whatever the other. The constants of well-known hashes of this
// kind, as the first half of a block, must not make one.
BOOST_AUTO_TEST_CASE(names_that_hold_the_constants_of_the_hash_do_not_collide) {
  for (const std::uint64_t constant :
       {0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu, 0x8ebc6af09c88c6e3u, 0x589965cc75374cc3u,
        0xa0761d6478bd642fu ^ 16u, 0xa0761d6478bd642fu ^ 32u}) {
    std::vector<std::string> ends;
    std::vector<std::string> starts;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      ends.push_back(word(constant) + word(i));
      starts.push_back(word(constant) + word(i) + "the same end");
    }
    check_names(ends, 0);
    check_names(starts, 0);
  }
}

BOOST_AUTO_TEST_CASE(the_empty_name_is_a_name) {
  Arena arena(4096);
  NameMap map(arena);
  BOOST_TEST(map.find("") == nullptr);
  BOOST_TEST(map.insert({}, 7).fresh);
  BOOST_TEST(!map.insert("", 8).fresh);
  BOOST_TEST(*map.find({}) == 7u);
  BOOST_TEST(map.insert("\0"sv, 9).fresh);
}

BOOST_AUTO_TEST_CASE(says_so_when_the_budget_is_used_up) {
  Arena arena(2000);
  NameMap map(arena);
  std::vector<std::string> names;
  for (int i = 0; i < 100; ++i) {
    names.push_back(std::to_string(i));
  }
  std::uint32_t entered = 0;
  for (const std::string& name : names) {
    const NameMap::Inserted inserted = map.insert(name, entered);
    if (inserted.value == nullptr) {
      break;
    }
    ++entered;
  }
  BOOST_TEST(entered > 0u);
  BOOST_TEST(entered < 100u);
  BOOST_TEST(arena.refused());
  // What is in the table is still found.
  for (std::uint32_t i = 0; i < entered; ++i) {
    BOOST_REQUIRE(map.find(names[i]) != nullptr);
    BOOST_TEST(*map.find(names[i]) == i);
  }
  BOOST_TEST(map.insert("more", 0).value == nullptr);
}

BOOST_AUTO_TEST_CASE(eight_names_take_no_memory_and_the_ninth_does) {
  Arena arena(0);
  NameMap map(arena);
  const std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
  for (std::uint32_t i = 0; i < 8; ++i) {
    BOOST_TEST(map.insert(names[i], i).fresh);
  }
  BOOST_TEST(!arena.refused());
  BOOST_TEST(map.insert(names[8], 8).value == nullptr);
  BOOST_TEST(arena.refused());
  for (std::uint32_t i = 0; i < 8; ++i) {
    BOOST_REQUIRE(map.find(names[i]) != nullptr);
    BOOST_TEST(*map.find(names[i]) == i);
  }
  BOOST_TEST(map.find(names[8]) == nullptr);
}

// With the key known, names can be found that all want to be in one place. Enough of them make the
// table take another key, in which they are names like any others; and nobody sees that from the
// memory in use, which reports speak of.
BOOST_AUTO_TEST_CASE(names_that_collide_make_it_take_another_key) {
  constexpr std::uint32_t kCapacity = 2048;
  Arena arena(1u << 20);
  NameMap map(arena, kCapacity / 2, 0x0123456789abcdefu);
  std::vector<std::string> names;
  names.reserve(300);  // The map refers to them: they stay where they are.
  for (int i = 0; i < 9; ++i) {
    names.push_back("first" + std::to_string(i));
    BOOST_REQUIRE(map.insert(names.back(), static_cast<std::uint32_t>(i)).fresh);
  }
  const std::uint64_t used = arena.used();
  const std::uint32_t before = map.hash("probe");
  for (int i = 0; names.size() < 300; ++i) {
    const std::string name = std::to_string(i);
    if (map.hash(name) % kCapacity == 7) {
      names.push_back(name);
    }
  }
  std::uint32_t keys = 1;
  std::uint32_t hash = before;
  for (std::uint32_t i = 9; i < names.size(); ++i) {
    BOOST_REQUIRE(map.insert(names[i], i).fresh);
    keys += map.hash("probe") == hash ? 0u : 1u;
    hash = map.hash("probe");
    BOOST_TEST((i >= 60 || keys == 1));
  }
  BOOST_TEST(keys == 2u);
  for (std::uint32_t i = 0; i < names.size(); ++i) {
    BOOST_REQUIRE(map.find(names[i]) != nullptr);
    BOOST_TEST(*map.find(names[i]) == i);
  }
  BOOST_TEST(arena.used() == used);
}

// What expect() says holds for the key of that moment. Later, and for a table that has none yet, it
// must change nothing.
BOOST_AUTO_TEST_CASE(hints_serve_fresh_or_stale) {
  Arena arena(1u << 20);
  NameMap map(arena);
  std::vector<std::string> names;
  std::vector<NameMap::Hint> hints;
  for (int i = 0; i < 3000; ++i) {
    names.push_back("name" + std::to_string(i));
  }
  map.expect_bytes({7, 1});  // There is no table yet.
  for (const std::string& name : names) {
    hints.push_back(map.expect(name));
    BOOST_REQUIRE(map.insert(name, 7, map.expect(name)).fresh);
  }
  BOOST_TEST(hints.front().key_number == 0u);
  BOOST_TEST(hints.back().key_number != 0u);
  for (std::size_t i = 0; i < names.size(); ++i) {
    map.expect_bytes(hints[i]);
    BOOST_REQUIRE(map.find(names[i], hints[i]) != nullptr);
    BOOST_REQUIRE(!map.insert(names[i], 8, hints[i]).fresh);
    BOOST_REQUIRE(map.expect(names[i]).hash == map.hash(names[i]));
  }
  BOOST_TEST(map.find("name3000", map.expect("name3000")) == nullptr);
}

BOOST_AUTO_TEST_CASE(two_tables_have_two_keys) {
  Arena arena(4096);
  const NameMap first(arena);
  const NameMap second(arena);
  BOOST_TEST(first.hash("name") != second.hash("name"));
}

BOOST_AUTO_TEST_SUITE_END()
