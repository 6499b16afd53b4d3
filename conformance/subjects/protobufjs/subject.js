// protobufjs with onnx-proto as a subject. It accepts what decodes, and says what it read.
"use strict";
const fs = require("fs");
const crypto = require("crypto");
const {load, serve, short} = require("../common/lines.js");
const {onnx} = load("onnx-proto");

function tensorDigest(tensor) {
  const payload = {};
  if (Object.hasOwn(tensor, "rawData")) {
    payload.raw_data = crypto.createHash("sha256").update(tensor.rawData).digest("hex");
  }
  for (const [name, values] of Object.entries({
    float_data: tensor.floatData, double_data: tensor.doubleData, int32_data: tensor.int32Data,
    int64_data: tensor.int64Data, uint64_data: tensor.uint64Data, string_data: tensor.stringData})) {
    if (values.length) payload[name] = values.length;
  }
  return {name: tensor.name, type: tensor.dataType, dims: tensor.dims.map(String), payload};
}

// The default domain has two spellings.
const domain = message => message.domain === "ai.onnx" ? "" : message.domain;

function modelDigest(model) {
  const graph = model.graph || {node: [], initializer: [], input: [], output: []};
  if (graph.node.length + graph.initializer.length > 10000) return undefined;
  return {
    ir_version: String(model.irVersion),
    opsets: model.opsetImport.map(o => `${domain(o)} ${o.version}`),
    nodes: graph.node.map(n => `${domain(n)}:${n.opType}(${n.input.join(",")})->(${n.output.join(",")})`),
    initializers: graph.initializer.map(tensorDigest),
    inputs: graph.input.map(i => i.name),
    outputs: graph.output.map(o => o.name),
  };
}

serve({name: "protobufjs", version: load("protobufjs/package.json").version + ", onnx-proto " +
         load("onnx-proto/package.json").version, homepage: "https://github.com/protobufjs/protobuf.js",
       can: ["parse"], kinds: ["model", "tensor"]}, request => {
  try {
    const bytes = request.path ? fs.readFileSync(request.path) : Buffer.from(request.bytes, "base64");
    const digest = request.kind === "model" ? modelDigest(onnx.ModelProto.decode(bytes))
                                            : tensorDigest(onnx.TensorProto.decode(bytes));
    return {outcome: "accepted", digest};
  } catch (error) {
    return {outcome: "rejected", message: short(error)};
  }
});
