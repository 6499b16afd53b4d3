// Judges every file of the conformance suites with the library of the page and with the command:
// both must say the same, word for word. explorer_findings.mjs ASSAY SUITES
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { start_library } from "./library.mjs";

const [assay, suites] = process.argv.slice(2);
const library = await start_library();
const folder = mkdtempSync(join(tmpdir(), "assay-explorer-"));
const run = (args, options = {}) => {
  try {
    return execFileSync(assay, args, { encoding: "utf8", maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "inherit"], ...options });
  } catch (error) {
    if (error.status !== 1) throw error; // 1: something is rejected
    return error.stdout;
  }
};
// A file beyond the memory is refused before a byte of it is read.
await assert.rejects(library.load({ size: 5e9 }, -1, 0), /not enough memory/);

// A page has no folder to look for data files in; on standard input, neither has the command.
const options = (profile) => ["--format", "ndjson", "--profile", profile, "--rule", "external/no-folder=note"];

try {
  run(["conform", suites, "--export", folder, "--quiet"]);
  let compared = 0;
  let beyond_memory = 0;
  for (const [number, profile] of ["strict", "compat"].entries()) {
    const lines = run(["check", ...options(profile), "-j", "2", folder]).split("\n").filter((line) => line.includes('"verdict"'));
    for (const line of lines) {
      let { file, ...expected } = JSON.parse(line);
      const bytes = readFileSync(file);
      const { report, ways } = await library.load(new Uint8Array(bytes), -1, number);
      const { file: unnamed, ...found } = report;
      const name = `${file} (${profile})`;
      // Records are smaller where addresses have 32 bits: more of them fit the same budget.
      const is_beyond_memory = () => expected.findings.some((finding) => finding.rule === "limit/memory");
      if (!is_beyond_memory() && JSON.stringify(expected) !== JSON.stringify(found)) {
        const alone = run(["check", ...options(profile), "-"], { input: bytes }).split("\n")[0];
        ({ file, ...expected } = { ...JSON.parse(alone), file });
      }
      if (is_beyond_memory()) {
        ++beyond_memory;
        continue;
      }
      assert.deepEqual(found, expected, name);
      assert.equal(ways.length, found.findings.length, name);
      // The field at which a finding stands has its bytes, or begins with them.
      found.findings.forEach((finding, i) => {
        const way = ways[i];
        if (!way.length) return;
        const [message, ordinal] = way.at(-1);
        const [field] = library.fields(message, ordinal, 1);
        assert.ok(field && finding.offset >= field.offset && finding.offset <= field.offset + field.length,
          `${name}: ${finding.path} stands at ${JSON.stringify(field)}`);
      });
      ++compared;
    }
  }
  assert.ok(compared >= 7000, `${compared} compared`);
  assert.ok(beyond_memory <= 20, `${beyond_memory} files beyond the memory budget`);
  console.log(`${compared} reports are the same; ${beyond_memory} are of files beyond the memory budget`);
} finally {
  rmSync(folder, { recursive: true });
}
