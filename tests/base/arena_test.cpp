// Memory within a budget.
#include "base/arena.hpp"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstring>
#include <utility>

using assay::Arena;

BOOST_AUTO_TEST_SUITE(arena)

BOOST_AUTO_TEST_CASE(hands_out_exactly_its_budget) {
  Arena memory(64);
  BOOST_TEST(memory.make<std::uint64_t>(7) != nullptr);
  BOOST_TEST(memory.make<std::uint64_t>(1) != nullptr);
  BOOST_TEST(memory.used() == 64u);
  BOOST_TEST(!memory.refused());
  BOOST_TEST(memory.make<char>() == nullptr);
  BOOST_TEST(memory.refused());
  BOOST_TEST(memory.used() == 64u);
}

BOOST_AUTO_TEST_CASE(refuses_one_byte_more_than_its_budget) {
  Arena memory(64);
  BOOST_TEST(memory.make<char>(65) == nullptr);
  BOOST_TEST(memory.refused());
  BOOST_TEST(memory.make<char>(64) != nullptr);
}

BOOST_AUTO_TEST_CASE(refuses_a_size_that_overflows) {
  Arena memory(~std::uint64_t{0});
  BOOST_TEST(memory.make<std::uint64_t>(std::uint64_t{1} << 61) == nullptr);
  BOOST_TEST(memory.make<std::uint64_t>((std::uint64_t{1} << 61) + 1) == nullptr);
  BOOST_TEST(memory.make_bytes(~std::uint64_t{0}, 8, 2) == nullptr);
}

BOOST_AUTO_TEST_CASE(refuses_what_the_machine_does_not_have) {
  Arena memory(~std::uint64_t{0});
  BOOST_TEST(memory.make<char>(std::uint64_t{1} << 55) == nullptr);
  BOOST_TEST(memory.refused());
  BOOST_TEST(memory.make<char>(1) != nullptr);
}

BOOST_AUTO_TEST_CASE(hands_out_zeroed_aligned_memory_that_does_not_overlap) {
  Arena memory(10'000'000);
  const std::byte* last_end = nullptr;
  for (std::uint64_t size = 1; size < 3000; size += 7) {
    auto* bytes = static_cast<std::byte*>(memory.make_bytes(size, 8, 1));
    BOOST_REQUIRE(bytes != nullptr);
    BOOST_TEST(reinterpret_cast<std::uintptr_t>(bytes) % 8 == 0u);
    bool zero = true;
    for (std::uint64_t i = 0; i < size; ++i) {
      zero = zero && bytes[i] == std::byte{0};
    }
    BOOST_TEST(zero);
    BOOST_TEST((bytes >= last_end || bytes + size <= last_end));
    std::memset(bytes, 0xff, size);
    last_end = bytes + size;
  }
}

BOOST_AUTO_TEST_CASE(hands_out_nothing_as_something) {
  Arena memory(0);
  BOOST_TEST(memory.make<char>(0) != nullptr);
  BOOST_TEST(!memory.refused());
}

BOOST_AUTO_TEST_CASE(moves_with_all_that_it_handed_out) {
  Arena first(100);
  auto* number = first.make<std::uint32_t>();
  BOOST_REQUIRE(number != nullptr);
  *number = 7;
  BOOST_TEST(first.make<char>(200) == nullptr);
  Arena second(std::move(first));
  BOOST_TEST(*number == 7u);
  BOOST_TEST(second.used() == 4u);
  BOOST_TEST(second.refused());
  Arena third(0);
  third = std::move(second);
  BOOST_TEST(*number == 7u);
  BOOST_TEST(third.make<char>(96) != nullptr);
  BOOST_TEST(third.make<char>(1) == nullptr);
}

BOOST_AUTO_TEST_CASE(something_large_does_not_waste_what_is_left_for_the_small) {
  Arena memory(std::uint64_t{1} << 30);
  const char* first = memory.make<char>(16);
  (void)memory.make<char>(std::uint64_t{5} << 20);
  BOOST_TEST(static_cast<const void*>(memory.make<char>(16)) ==
             static_cast<const void*>(first + 16));
}

BOOST_AUTO_TEST_CASE(arenas_beside_each_other_share_one_budget) {
  Arena first(64);
  Arena second = Arena::beside(first);
  BOOST_TEST(first.make<std::uint64_t>(3) != nullptr);
  BOOST_TEST(second.make<std::uint64_t>(5) != nullptr);
  BOOST_TEST(first.used() == 64u);
  BOOST_TEST(second.used() == 64u);
  BOOST_TEST(second.make<char>() == nullptr);
  BOOST_TEST(first.refused());
}

BOOST_AUTO_TEST_CASE(an_arena_that_moves_takes_a_budget_of_its_own_along_and_none_of_another) {
  Arena lender(64);
  Arena borrower = Arena::beside(lender);
  Arena owner(32);
  std::swap(borrower, owner);
  BOOST_TEST(borrower.make<char>(32) != nullptr);
  BOOST_TEST(borrower.make<char>() == nullptr);
  BOOST_TEST(owner.make<char>(64) != nullptr);
  BOOST_TEST(lender.used() == 64u);
  BOOST_TEST(!lender.refused());
}

BOOST_AUTO_TEST_CASE(what_was_made_since_a_mark_is_taken_back_zeroed_and_counts_on) {
  Arena memory(10'000);
  (void)memory.make<char>(8);
  const Arena::Mark mark = memory.mark();
  auto* first = memory.make<std::uint64_t>(4);
  std::memset(first, 0xff, 32);
  BOOST_TEST(memory.rewind(mark));
  auto* second = memory.make<std::uint64_t>(4);
  BOOST_TEST(second == first);
  BOOST_TEST(second[3] == 0u);
  BOOST_TEST(memory.used() == 72u);
}

BOOST_AUTO_TEST_CASE(what_did_not_fit_into_a_chunk_is_not_taken_back) {
  Arena memory(std::uint64_t{1} << 30);
  BOOST_TEST(!memory.rewind(memory.mark()));
  auto* kept = memory.make<std::uint64_t>();
  const Arena::Mark mark = memory.mark();
  *kept = 7;
  auto* large = memory.make<char>(1u << 20);
  *large = 1;
  BOOST_TEST(!memory.rewind(mark));
  BOOST_TEST(*large == 1);
  BOOST_TEST(memory.rewind(memory.mark()));
  BOOST_TEST(*kept == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
