// The page is used as a person would: explorer_page.mjs [FOLDER_FOR_SCREENSHOTS].
import assert from "node:assert/strict";

import { with_explorer } from "./explorer.mjs";

const [screenshots] = process.argv.slice(2);
const picture = (page, name) => screenshots && page.screenshot({ path: `${screenshots}/${name}.png` });

await with_explorer(async (explorer) => {
  const { page } = explorer;

  // A sound file: nothing is found, all is shown.
  await explorer.example("sound-optional.pb");
  await explorer.has(explorer.verdict, /optional, 28 bytes\): accepted; 0 errors/);
  assert.equal(await explorer.findings.count(), 0);
  await explorer.field("tensor_value").waitFor();

  // A faulty one: its finding is chosen, understood and marked.
  await explorer.example("faulty-tensor.pb");
  await explorer.has(explorer.verdict, /tensor, 40 bytes\): rejected; 1 error/);
  assert.equal(await explorer.findings.count(), 1);
  await explorer.findings.first().click();
  await explorer.has(page.locator("#finding-detail"), /error tensor\/raw-data-size.*why.+remedy.+source/s);
  await page.locator("#bytes .faulty").first().waitFor();
  const faulty = (await page.locator("#bytes .faulty").allTextContents()).length;
  const claimed = (await page.locator("#finding-detail dd").first().textContent()).match(/(\d+) bytes?$/)[1];
  assert.equal(faulty, Number(claimed));
  assert.equal(await explorer.field("raw_data").getAttribute("aria-selected"), "true");

  // From a byte to its field, by pointer and by key.
  await page.click("#byte-1");
  await explorer.field("dims").first().and(page.locator("[aria-selected=true]")).waitFor();
  assert.equal(await explorer.marked("frame"), "08");
  await page.locator("#bytes [role=grid]").press("ArrowRight");
  await explorer.field("dims").nth(1).and(page.locator("[aria-selected=true]")).waitFor();
  // From a field to its bytes, by key.
  await page.locator("#tree [role=tree]").press("ArrowUp");
  await explorer.field("dims").first().and(page.locator("[aria-selected=true]")).waitFor();
  await explorer.has(page.locator("#bytes .frame"), /^08$/);
  // Back to the finding.
  await page.keyboard.press("n");
  await explorer.has(page.locator("#finding-detail"), /raw-data-size/);

  // Messages close and open.
  await explorer.example("sound-sequence.pb");
  const lines = await explorer.fields.count();
  await explorer.field("tensor_values[0]").click();
  await page.locator("#tree [role=tree]").press("ArrowLeft");
  await explorer.field("tensor_values[0]").and(page.locator("[aria-expanded=false]")).waitFor();
  assert.ok((await explorer.fields.count()) < lines);
  await page.locator("#tree [role=tree]").press("ArrowRight");
  await explorer.field("tensor_values[0]").and(page.locator("[aria-expanded=true]")).waitFor();

  // Sparse values by index; those of a faulty file, too.
  for (const name of ["sound-sparse-tensor.pb", "faulty-sparse-tensor.pb"]) {
    await explorer.example(name);
    await explorer.has(page.locator("#values"), /dense shape\[.+\].*indices/s);
    await explorer.has(page.locator("#values td"), /\[\d+(, \d+)*\]/);
  }

  // A model in short.
  await explorer.example("sound-model.onnx");
  await explorer.has(page.locator("#overview"), /ir_version.*Operator sets \(1\).*ai\.onnx.*Inputs \(.*Outputs \(.*Operators \(.*Initializers \(/s);
  await page.locator("#overview svg .node").first().click();
  await explorer.field("node[0]").and(page.locator("[aria-selected=true]")).waitFor();
  await picture(page, "sound");
  await explorer.example("faulty-model.onnx");
  await explorer.has(explorer.verdict, /model, .*rejected/);
  await picture(page, "faulty");

  // A fault of each area is understood from the page: the rule, why it matters, the bytes.
  for (const [rule, bytes, marked] of [
    ["wire/truncated", "08 02 10 01 4a 08 00 00", "08 00 00"],
    ["tensor/bool-value", "08 02 10 09 4a 02 00 02", "02"],
    ["tensor/padding-bits", "08 01 10 16 4a 01 21", "21"],
    ["external/path-escape", "08 02 10 01 42 01 77 6a 10 0a 08 6c 6f 63 61 74 69 6f 6e 12 04 2e 2e 2f 78 70 01", "2e 2e 2f 78"],
  ]) {
    await explorer.open(`${rule.replace("/", "-")}.pb`, bytes.split(" ").map((pair) => parseInt(pair, 16)));
    await explorer.has(explorer.verdict, /rejected/);
    await explorer.findings.filter({ hasText: rule }).first().click();
    await explorer.has(page.locator("#finding-detail"), new RegExp(`${rule}.*rule.+why.+remedy.+source`, "s"));
    await page.locator("#bytes .faulty").first().waitFor();
    assert.equal(await explorer.marked("faulty"), marked, rule);
  }

  // The kind that is asked for, and bytes of no kind.
  await page.selectOption("#kind", "1");
  await explorer.has(explorer.verdict, /\(tensor, .*rejected/);
  await page.selectOption("#kind", "-1");
  await explorer.open("empty", []);
  await explorer.has(explorer.verdict, /0 bytes\): rejected/);
  await explorer.open("noise", Array.from({ length: 3000 }, (_, i) => (i * i * 37 + 11) % 251));
  await explorer.has(explorer.verdict, /rejected/);

  // Of files that are opened at once, the last one stays, and nothing breaks.
  const names = await page.locator("#examples button").allTextContents();
  await page.evaluate(() => document.querySelectorAll("#examples button").forEach((button) => button.click()));
  await explorer.has(explorer.verdict, new RegExp(`^${names.at(-1)} .*accepted`));
  await explorer.has(explorer.fields.first(), new RegExp(names.at(-1)));

  // 200 MB: the page goes on while they are judged, and shows the last byte.
  const slowest = await page.evaluate(async () => {
    const values = 52428800;
    const varint = (n) => { const out = []; for (; n > 127; n = Math.floor(n / 128)) out.push((n % 128) | 128); return [...out, n]; };
    const head = Uint8Array.from([0x08, ...varint(values), 0x10, 1, 0x4a, ...varint(values * 4)]);
    const transfer = new DataTransfer();
    transfer.items.add(new File([head, new Uint8Array(values * 4)], "large.pb"));
    document.getElementById("file").files = transfer.files;
    let last = performance.now();
    let longest = 0;
    let done = false;
    const beat = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
      if (!done) setTimeout(beat, 10);
    };
    beat();
    document.getElementById("file").dispatchEvent(new Event("change"));
    while (!/accepted|rejected|cannot/.test(document.getElementById("verdict").textContent)) {
      await new Promise((next) => setTimeout(next, 50));
    }
    done = true;
    return longest;
  });
  await explorer.has(explorer.verdict, /large\.pb \(tensor, 209,715,2\d\d bytes\): accepted/);
  assert.ok(slowest < 5000, `the page stood still for ${slowest} ms`);
  await page.locator("#bytes [role=grid]").press("End");
  await page.locator("#bytes .cursor").waitFor();
  await explorer.has(page.locator("#bytes .offset"), /0c8000/);
  await explorer.has(page.locator("#values"), /52,428,800 in raw_data/);
  await page.locator("#values input").first().fill("6553550");
  await page.locator("#values input").first().press("Enter");
  await explorer.has(page.locator("#values th"), /52428400/);
}, {});

// Dark, and narrow.
await with_explorer(async (explorer) => {
  await explorer.example("faulty-sparse-tensor.pb");
  await picture(explorer.page, "dark");
}, { colorScheme: "dark" });
await with_explorer(async (explorer) => {
  await explorer.example("faulty-tensor.pb");
  await explorer.page.locator("#bytes .faulty").first().waitFor();
  const wide = await explorer.page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await picture(explorer.page, "narrow");
}, { width: 390, height: 844 });
console.log("the page is as it should be");
