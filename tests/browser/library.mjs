// The library as the page has it, under Node: 32-bit sizes and all. Ends with 77, which ctest
// counts as skipped, where the page was not built.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);
export const built = (name) => fileURLToPath(new URL(`build/explorer/${name}`, root));

export const page_path = built("explorer.html");

export function skip_unless_built() {
  if (existsSync(page_path)) return;
  console.log("skipped: the page is not built (./dev explorer --build does it)");
  process.exit(77);
}

export async function start_library() {
  skip_unless_built();
  const text = readFileSync(built("assay.js"), "utf8") + readFileSync(new URL("explorer/worker.js", root), "utf8");
  const Library = new Function("require", "__dirname", "__filename", `${text}\nreturn Library;`)(
    createRequire(import.meta.url), "", "");
  return Library.start(readFileSync(built("assay.wasm")));
}
