// ONNX Runtime as a subject: a model is accepted when a session can be made of it; a ConvInteger is run
// as a model of one node.
"use strict";
const {load, serve, short} = require("../common/lines.js");
const ort = load("onnxruntime-node");

// Just enough of the wire format to write a model.
function varint(value) {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes = [];
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
const int = (number, value) => Buffer.concat([varint(number << 3), varint(value)]);
const len = (number, ...parts) => {
  const body = Buffer.concat(parts.map(p => typeof p === "string" ? Buffer.from(p) : p));
  return Buffer.concat([varint(number << 3 | 2), varint(body.length), body]);
};

const TYPES = {float: 1, uint8: 2, int8: 3, uint16: 4, int16: 5, int32: 6, bool: 9};
const ARRAYS = {float: Float32Array, uint8: Uint8Array, int8: Int8Array, uint16: Uint16Array,
                int16: Int16Array, int32: Int32Array, bool: Uint8Array};
const NAMES = ["x", "w", "x_zero_point", "w_zero_point"];

function valueInfo(number, name, type, shape) {
  const dims = shape === null ? [] : [len(2, ...shape.map(d => len(1, int(1, d))))];
  return len(number, len(1, name), len(2, len(1, int(1, TYPES[type]), ...dims)));
}

function attribute(name, value) {
  const large = typeof value === "string" && /^-?\d{16,}$/.test(value);
  if (typeof value === "string" && !large) return len(5, len(1, name), len(4, value), int(20, 3));
  if (Array.isArray(value)) return len(5, len(1, name), ...value.map(v => int(8, v)), int(20, 7));
  return len(5, len(1, name), int(3, value), int(20, 2));
}

function model(request) {
  const last = NAMES.reduce((l, n, i) => n in request.inputs ? i + 1 : l, 0);
  const node = len(1, ...NAMES.slice(0, last).map(n => len(1, n in request.inputs ? n : "")), len(2, "y"),
                   len(4, request.op), ...Object.entries(request.attributes).map(([n, v]) => attribute(n, v)));
  const inputs = NAMES.filter(n => n in request.inputs)
    .map(n => valueInfo(11, n, request.inputs[n].type, request.inputs[n].shape));
  return Buffer.concat([int(1, request.opset >= 10 ? 8 : 4), len(8, int(2, request.opset)),
                        len(7, node, len(2, "g"), ...inputs, valueInfo(12, "y", "int32", null))]);
}

const options = {logSeverityLevel: 4, intraOpNumThreads: 1, interOpNumThreads: 1};

async function read(request) {
  try {
    const source = request.path || Buffer.from(request.bytes, "base64");
    const session = await ort.InferenceSession.create(source, options);
    await session.release();
    return {outcome: "accepted"};
  } catch (error) {
    return {outcome: "rejected", message: short(error)};
  }
}

async function run(request) {
  try {
    const session = await ort.InferenceSession.create(model(request), options);
    const feeds = {};
    for (const [name, t] of Object.entries(request.inputs)) {
      feeds[name] = new ort.Tensor(t.type === "float" ? "float32" : t.type, ARRAYS[t.type].from(t.values), t.shape);
    }
    const {y} = await session.run(feeds);
    await session.release();
    return {outcome: "accepted", outputs: {y: {type: y.type, shape: [...y.dims].map(Number), values: [...y.data]}}};
  } catch (error) {
    return {outcome: "rejected", message: short(error)};
  }
}

serve({name: "onnxruntime", version: load("onnxruntime-node/package.json").version,
       homepage: "https://onnxruntime.ai", can: ["check", "run:ConvInteger"], kinds: ["model"]},
      request => request.command === "run" ? run(request) : read(request));
