// What a file can hold: the root messages of onnx.proto and onnx-data.proto.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

enum class Kind : std::uint8_t { model, tensor, sparse_tensor, sequence, optional, map };
inline constexpr Kind kKinds[] = {Kind::model,    Kind::tensor,   Kind::sparse_tensor,
                                  Kind::sequence, Kind::optional, Kind::map};

// "model", "tensor", "sparse-tensor", "sequence", "optional", "map".
std::string_view kind_name(Kind kind) noexcept;
std::optional<Kind> find_kind(std::string_view name) noexcept;

}  // namespace assay
