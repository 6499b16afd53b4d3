// What a model says of the type and the shape of a value, without any inference.
#pragma once

#include <cstdint>
#include <optional>

#include "base/name_map.hpp"
#include "rules/scope.hpp"

namespace assay::rules {

// Both may be null: then nothing is known.
struct Known {
  const decode::TensorRecord* tensor = nullptr;  // a sound one: an initializer or a Constant
  const decode::TypeRecord* type = nullptr;      // of a graph input, a graph output, a value info

  // The number of axes of a tensor, dense or sparse. Cost: constant.
  std::optional<std::uint64_t> rank() const noexcept;
};

// The values that nodes of one graph or function can name, as seen from where the walk stands.
class KnownValues {
 public:
  // `outputs` may be null: those of a function have no types.
  KnownValues(Arena& arena, Scope& scope, const decode::Slice<decode::ValueInfoRecord>& infos,
              const decode::Slice<decode::ValueInfoRecord>* outputs) noexcept
      : scope_(scope), infos_(infos), outputs_(outputs), types_(arena) {}

  // Cost: constant, but for the first call, which reads the lists.
  Known find(decode::Text name);

 private:
  Scope& scope_;
  const decode::Slice<decode::ValueInfoRecord>& infos_;
  const decode::Slice<decode::ValueInfoRecord>* outputs_;
  NameMap types_;  // name -> its place in infos_, or, behind those, in outputs_
  bool read_ = false;
};

}  // namespace assay::rules
