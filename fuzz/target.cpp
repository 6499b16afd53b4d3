#include "target.hpp"

#include <array>
#include <utility>

namespace assay::fuzz {

std::optional<schema::MessageId> message_of_target(std::string_view name) {
  using enum schema::MessageId;
  static constexpr std::array<std::pair<std::string_view, schema::MessageId>, 7> kMessages = {{
      {"map", map},
      {"model", model},
      {"optional", optional},
      {"sequence", sequence},
      {"sparse_tensor", sparse_tensor},
      {"tensor", tensor},
      {"wire", model},
  }};
  for (const auto& [target, message] : kMessages) {
    if (target == name) {
      return message;
    }
  }
  return std::nullopt;
}

}  // namespace assay::fuzz
