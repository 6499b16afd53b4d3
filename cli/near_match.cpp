#include "cli/near_match.hpp"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <utility>

namespace assay::cli {
namespace {

constexpr std::size_t kMostSuggestions = 3;
// A longer word is a mistake of another sort; the table would cost its length.
constexpr std::size_t kLongestWord = 100;

struct Distance {
  std::size_t of_prefix = 0;  // from the word to the nearest beginning of the name
  std::size_t of_whole = 0;   // from the word to the whole name
  auto operator<=>(const Distance&) const = default;
};

// Levenshtein's distance: insertions, deletions and replacements of one character.
Distance edit_distance(std::string_view word, std::string_view name) {
  std::vector<std::size_t> row(name.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) {
    row[j] = j;
  }
  for (std::size_t i = 0; i < word.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < name.size(); ++j) {
      const std::size_t replaced = diagonal + (word[i] == name[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return {*std::min_element(row.begin(), row.end()), row.back()};
}

bool is_near(std::string_view word, std::string_view name, const Distance& distance) {
  return distance.of_whole <= std::max<std::size_t>(2, word.size() / 4) ||
         (word.size() >= 3 &&
          (distance.of_prefix <= word.size() / 6 || name.find(word) != std::string_view::npos));
}

}  // namespace

std::vector<std::string_view> near_matches(std::string_view word,
                                           const std::vector<std::string_view>& known) {
  if (word.size() > kLongestWord) {
    return {};
  }
  std::vector<std::pair<Distance, std::string_view>> ranked;
  for (const std::string_view name : known) {
    const Distance distance = edit_distance(word, name);
    if (is_near(word, name, distance)) {
      ranked.emplace_back(distance, name);
    }
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<std::string_view> best;
  for (const auto& [distance, name] : ranked) {
    if (best.size() < kMostSuggestions) {
      best.push_back(name);
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  const std::vector<std::string_view> best = near_matches(word, known);
  if (best.empty()) {
    return "";
  }
  std::string text = " (did you mean ";
  for (std::size_t i = 0; i < best.size(); ++i) {
    text += i == 0 ? "" : i + 1 == best.size() ? " or " : ", ";
    text += best[i];
  }
  return text + "?)";
}

}  // namespace assay::cli
