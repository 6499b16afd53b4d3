// The page of a conformance run, opened in a browser: report_page.mjs PAGE [SCREENSHOT].
import assert from "node:assert/strict";
import { statSync } from "node:fs";

import { file_url, with_page } from "./browser.mjs";

const [path, screenshot] = process.argv.slice(2);
const kMostBytes = 12e6;
assert.ok(statSync(path).size < kMostBytes, `the page has ${statSync(path).size} bytes`);

await with_page(file_url(path), async (page) => {
  const status = page.locator("#count");
  const rows = page.locator("#cases tr.row");
  const all = Number((await status.textContent()).match(/^(\d+) of \1 cases$/)[1]);
  assert.ok(all >= 2000, `${all} cases`);
  assert.equal(await rows.count(), 200);

  // A case opens under the keyboard and shows its bytes, field by field.
  await page.fill("#text", "overlong");
  const found = Number((await status.textContent()).match(/^(\d+) of/)[1]);
  assert.ok(found > 0 && found < all, `${found} found`);
  await rows.first().focus();
  await page.keyboard.press("Enter");
  assert.equal(await rows.first().getAttribute("aria-expanded"), "true");
  const bytes = page.locator("table.bytes tr");
  assert.ok((await bytes.count()) > 0);
  assert.match(await bytes.first().textContent(), /^\d+(\s*[0-9a-f]{2})+/);
  if (screenshot) await page.screenshot({ path: screenshot });
  await page.keyboard.press("Enter");
  assert.equal(await bytes.count(), 0);

  // The filters narrow, and together.
  await page.fill("#text", "");
  await page.selectOption("#suite", "wire");
  const wire = Number((await status.textContent()).match(/^(\d+) of/)[1]);
  assert.ok(wire > 0 && wire < all);
  await page.fill("#text", "no such words");
  assert.equal(await status.textContent(), `0 of ${all} cases`);
  await page.fill("#text", "");
  await page.selectOption("#suite", "");
  assert.equal(await status.textContent(), `${all} of ${all} cases`);

  // "Show more" shows more, and is not there when nothing is left.
  await page.click("#more");
  assert.equal(await rows.count(), 700);
});
console.log(`${path}: as it should be`);
