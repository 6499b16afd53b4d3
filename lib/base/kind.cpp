#include "assay/kind.hpp"

#include <array>

namespace assay {
namespace {

constexpr std::array<std::string_view, std::size(kKinds)> kNames = {
    "model", "tensor", "sparse-tensor", "sequence", "optional", "map"};

}  // namespace

std::string_view kind_name(Kind kind) noexcept {
  return kNames[static_cast<std::size_t>(kind)];
}

std::optional<Kind> find_kind(std::string_view name) noexcept {
  for (const Kind kind : kKinds) {
    if (kind_name(kind) == name) {
      return kind;
    }
  }
  return std::nullopt;
}

}  // namespace assay
