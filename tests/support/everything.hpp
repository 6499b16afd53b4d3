// A sound model that has something of everything: subgraphs, functions, training, sparse tensors,
// types of every kind, devices, metadata. What tests do to it must not bring out findings about
// things that are in order.
#pragma once

#include "support/message.hpp"

namespace assay::testing {

Message everything();

}  // namespace assay::testing
