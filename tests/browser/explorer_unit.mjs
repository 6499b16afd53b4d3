// Runs the unit tests of wire, tensor and rules that were built for WebAssembly.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";

import { built } from "./library.mjs";

const program = built("unit.js");
if (!existsSync(program)) {
  console.log("skipped: the tests are not built (./dev test does it)");
  process.exit(77);
}
// What emscripten makes would fetch its other half, and Node's fetch takes no path of a file.
delete globalThis.fetch;
createRequire(import.meta.url)(program);
