// Puts the page together: assemble.mjs ASSAY_JS WASM EXAMPLES_FOLDER OUT. All in one file; the
// policy in it names the hashes of its own script and style, and lets nothing else run or load.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const [glue, wasm, examples, out] = process.argv.slice(2);
const here = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const kLargest = 1.5e6;

const script = ["list.js", "tree.js", "details.js", "page.js"].map(here).join("\n");
const worker = `${readFileSync(glue, "utf8")}\n${here("worker.js")}`;
const style = here("page.css");
const files = readdirSync(examples).filter((name) => /\.(pb|onnx)$/.test(name)).sort();
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const parts = {
  POLICY: `script-src ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; img-src data:`,
  STYLE: style,
  SCRIPT: script,
  WORKER: worker,
  WASM: readFileSync(wasm).toString("base64"),
  EXAMPLES: JSON.stringify(files.map((name) => [name, readFileSync(`${examples}/${name}`).toString("base64")])),
};
for (const [name, text] of Object.entries(parts)) {
  if (/<\/(script|style)/i.test(text)) throw new Error(`${name} would end its element`);
}
const page = here("page.html").replace(/@([A-Z]+)@/g, (_, name) => parts[name]);
const size = Buffer.byteLength(page);
if (size > kLargest) throw new Error(`the page has ${size} bytes, more than ${kLargest}`);
writeFileSync(out, page);
console.log(`${out}: ${size} bytes`);
