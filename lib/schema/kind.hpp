// Which message a file of a kind is.
#pragma once

#include "assay/kind.hpp"

#include "schema/onnx.hpp"

namespace assay::schema {

constexpr MessageId message_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::model:
      return MessageId::model;
    case Kind::tensor:
      return MessageId::tensor;
    case Kind::sparse_tensor:
      return MessageId::sparse_tensor;
    case Kind::sequence:
      return MessageId::sequence;
    case Kind::optional:
      return MessageId::optional;
    case Kind::map:
      return MessageId::map;
  }
  return MessageId::model;
}

}  // namespace assay::schema
