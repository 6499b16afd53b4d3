// Creates a session of ONNX Runtime for each path that comes in on standard input, a line each, and
// answers with the milliseconds that it took, or with "refused". Nothing is optimised: what is timed
// is reading and resolving the model.
"use strict";
const ort = require("onnxruntime-node");
const lines = require("readline").createInterface({input: process.stdin});

const options = {graphOptimizationLevel: "disabled", logSeverityLevel: 4, intraOpNumThreads: 1,
                 interOpNumThreads: 1};

(async () => {
  for await (const path of lines) {
    const begin = process.hrtime.bigint();
    let answer = "refused";
    try {
      const session = await ort.InferenceSession.create(path, options);
      answer = String(Number(process.hrtime.bigint() - begin) / 1e6);
      await session.release();
    } catch (error) {
      // The answer says so.
    }
    process.stdout.write(answer + "\n");
  }
})();
