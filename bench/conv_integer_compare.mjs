// Compares ConvInteger with ONNX Runtime and oneDNN, interleaved, and prints Markdown tables.
//
//   npm install --ignore-scripts onnxruntime-node      (anywhere; NODE_MODULES says where)
//   NODE_MODULES=.../node_modules node bench/conv_integer_compare.mjs build/release/bench/conv_integer_peers
//     [--rounds 5] [--seconds 0.15] [--shapes 3x3,1x1] [--threads 1,2] [--kernel avx512vnni]
//     [--pairs u8u8,u8s8,s8u8,s8s8]
//
// A round measures every contestant on a cell of the table, one after the other; what is printed is
// the median over the rounds of each measurement's median (or of its best, with --best, for machines
// that others use too). One thread is measured in processor time, several by the clock. ONNX Runtime runs through its Node binding, with given outputs: a call costs
// the overhead that is printed. ONEDNN_MAX_CPU_ISA is passed on.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import process from 'node:process';

const [peersPath, ...rest] = process.argv.slice(2);
const options = { rounds: '5', seconds: '0.15', shapes: '', threads: '1,2', kernel: 'automatic',
  pairs: 'u8u8,u8s8,s8u8,s8s8', best: false };
for (let i = 0; i < rest.length; ++i) {
  const name = rest[i].replace(/^--/, '');
  if (!(name in options)) throw new Error(`unknown option ${rest[i]}`);
  options[name] = name === 'best' ? true : rest[++i];
}

// --- ONNX, just enough of it ---------------------------------------------------------------------
function varint(value) {
  const bytes = [];
  for (let n = BigInt(value); ; n >>= 7n) {
    if (n < 128n) return Buffer.from([...bytes, Number(n)]);
    bytes.push(Number((n & 127n) | 128n));
  }
}
const number = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
const bytes = (field, value) => {
  const data = Buffer.isBuffer(value) ? value : Buffer.from(value);
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data]);
};
const message = (field, ...parts) => bytes(field, Buffer.concat(parts));
const kUint8 = 2, kInt8 = 3, kInt32 = 6;
const valueInfo = (field, name, type, dims) => message(field, bytes(1, name),
  message(2, message(1, number(1, type),
    message(2, ...dims.map((extent) => message(1, number(1, extent)))))));
const ints = (name, values) =>
  message(5, bytes(1, name), ...values.map((v) => number(8, v)), number(20, 7));

function model(shape, xType, wType) {
  const rank = shape.x.length - 2;
  const node = message(1, ...['x', 'w', 'zx', 'zw'].map((name) => bytes(1, name)), bytes(2, 'y'),
    bytes(4, 'ConvInteger'), ints('strides', Array(rank).fill(shape.stride)),
    ints('pads', Array(2 * rank).fill(shape.pad)),
    message(5, bytes(1, 'group'), number(3, shape.group), number(20, 2)));
  const graph = message(7, node, bytes(2, 'g'), valueInfo(11, 'x', xType, shape.x),
    valueInfo(11, 'w', wType, shape.w), valueInfo(11, 'zx', xType, []),
    valueInfo(11, 'zw', wType, []), valueInfo(12, 'y', kInt32, shape.y));
  return Buffer.concat([number(1, 5), graph, message(8, bytes(1, ''), number(2, 10))]);
}

// --- Contestants ---------------------------------------------------------------------------------
const peers = spawn(peersPath, { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: peers.stdout })[Symbol.asyncIterator]();
async function ask(request) {
  peers.stdin.write(request + '\n');
  const { value, done } = await lines.next();
  if (done) throw new Error(`${peersPath} ended at "${request}"`);
  return value;
}
function timing(answer) {
  if (answer.startsWith('none')) return null;
  const [median, best] = answer.split(' ').map(Number);
  return { median, best };
}

const require = createRequire(`${process.env.NODE_MODULES ?? 'node_modules'}/`);
let ort = null;
try {
  ort = require('onnxruntime-node');
} catch {
  console.error('onnxruntime-node not found (NODE_MODULES): ONNX Runtime is left out');
}

const elements = (dims) => dims.reduce((a, b) => a * b, 1);
function tensor(type, dims, seed) {
  const data = new (type === kInt8 ? Int8Array : Uint8Array)(elements(dims));
  let state = seed;
  for (let i = 0; i < data.length; ++i) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    data[i] = state >>> 24;
  }
  return new ort.Tensor(type === kInt8 ? 'int8' : 'uint8', data, dims);
}

async function measureOrt(shape, pair, threads, seconds) {
  if (!ort) return null;
  const type = (text) => (text === 's8' ? kInt8 : kUint8);
  const xType = type(pair.slice(0, 2)), wType = type(pair.slice(2));
  const session = await ort.InferenceSession.create(model(shape, xType, wType), {
    intraOpNumThreads: threads, interOpNumThreads: 1, executionMode: 'sequential',
    logSeverityLevel: 3 });
  const scalar = (t, value) =>
    new ort.Tensor(t === kInt8 ? 'int8' : 'uint8', [value], []);
  const feeds = { x: tensor(xType, shape.x, 1), w: tensor(wType, shape.w, 2),
    zx: scalar(xType, xType === kUint8 ? 128 : 3), zw: scalar(wType, wType === kUint8 ? 128 : 0) };
  const fetches = { y: new ort.Tensor('int32', new Int32Array(elements(shape.y)), shape.y) };
  const now = () => {
    if (threads > 1) return performance.now() / 1000;
    const { user, system } = process.cpuUsage();
    return (user + system) * 1e-6;
  };
  const times = [];
  for (let i = 0; i < 3; ++i) await session.run(feeds, fetches);
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end || times.length < 15) {
    const start = now();
    await session.run(feeds, fetches);
    times.push(now() - start);
  }
  await session.release();
  times.sort((a, b) => a - b);
  return { median: times[times.length >> 1], best: times[0] };
}

// --- The table -----------------------------------------------------------------------------------
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const allShapes = JSON.parse(await ask('shapes'));
const shapes = allShapes.filter((s) => !options.shapes || options.shapes.split(',').includes(s.name));
const seconds = Number(options.seconds);
const peak = Number(await ask('peak 0.5'));
const tiny = { name: 'tiny', x: [1, 1, 4], w: [1, 1, 1], y: [1, 1, 4], stride: 1, pad: 0, group: 1 };
const overhead = await measureOrt(tiny, 'u8u8', 1, 0.3);
console.log(`peak of vpdpbusd, one core: ${peak.toFixed(0)} GOP/s; ` +
  `a call of ONNX Runtime: ${overhead ? (overhead.median * 1e3).toFixed(3) : '-'} ms`);

for (const threads of options.threads.split(',').map(Number)) {
  for (const pair of options.pairs.split(',')) {
    console.log(`\n${pair.slice(0, 2)} x with ${pair.slice(2)} w, ${threads} thread(s), GOP/s\n`);
    console.log('| shape | Assay ms | Assay | of peak | ONNX Runtime | ratio | oneDNN kernel | ' +
      'oneDNN nchw | ratio |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
    for (const shape of shapes) {
      const results = { assay: [], ort: [], kernel: [], nchw: [] };
      for (let round = 0; round < Number(options.rounds); ++round) {
        const types = `${pair.slice(0, 2)} ${pair.slice(2)} ${threads} ${seconds}`;
        const add = (name, times) => {
          if (times) results[name].push(options.best ? times.best : times.median);
        };
        add('assay', timing(await ask(`assay ${options.kernel} ${shape.name} ${types}`)));
        add('ort', await measureOrt(shape, pair, threads, seconds));
        add('nchw', timing(await ask(`onednn nchw ${shape.name} ${types}`)));
        add('kernel', timing(await ask(`onednn kernel ${shape.name} ${types}`)));
      }
      const seconds_of = (name) => (results[name].length ? median(results[name]) : NaN);
      const rate = (name) => shape.operations / seconds_of(name) * 1e-9;
      const text = (value, digits = 0) => (Number.isNaN(value) ? '-' : value.toFixed(digits));
      const share = threads === 1 ? `${text(100 * rate('assay') / peak)} %` : '';
      console.log(`| ${shape.name} | ${text(seconds_of('assay') * 1e3, 3)} | ${text(rate('assay'))} | ` +
        `${share} | ${text(rate('ort'))} | ${text(rate('assay') / rate('ort'), 1)}x | ` +
        `${text(rate('kernel'))} | ${text(rate('nchw'))} | ${text(rate('assay') / rate('nchw'), 2)}x |`);
    }
  }
}
peers.stdin.end();
