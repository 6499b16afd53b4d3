// What a model holds, in lists, whether it is sound or not.
#pragma once

#include "json.hpp"
#include "messages.hpp"

namespace assay::explorer {

// {"facts": [[name, text], ...], "opsets": [text, ...], "functions": [...], "graph": {...} or
// null}. Each list of a graph is cut to a few hundred entries, with its full count beside it; an
// entry has the offset at which it stands. Cost: linear in the fields of the model, its graph and
// its nodes.
void model_overview(Json& out, Bytes file, const FieldWalker& model);

// Nodes and what runs between them: {"nodes": [{"op", "name", "inputs", "outputs", "offset"}, ...],
// "inputs": [name, ...], "outputs"}; inputs without those that are initializers. Null for graphs of
// more than kMostDrawn nodes. Cost: linear in the fields of the graph.
void graph_picture(Json& out, Bytes file, const FieldWalker& graph);
inline constexpr std::uint64_t kMostDrawn = 60;

}  // namespace assay::explorer
