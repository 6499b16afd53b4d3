// What the tests of the explorer do to its page.
import assert from "node:assert/strict";
import { statSync } from "node:fs";

import { file_url, with_page } from "./browser.mjs";
import { page_path, skip_unless_built } from "./library.mjs";

const kMostBytes = 1.5e6;

export async function with_explorer(test, options) {
  skip_unless_built();
  assert.ok(statSync(page_path).size < kMostBytes, `the page has ${statSync(page_path).size} bytes`);
  await with_page(file_url(page_path), async (page) => {
    await page.locator("#version", { hasText: /^assay \d/ }).waitFor();
    await test(new Explorer(page));
  }, options);
}

class Explorer {
  constructor(page) {
    this.page = page;
    this.verdict = page.locator("#verdict");
    this.findings = page.locator("#findings [role=option]");
    this.fields = page.locator("#tree [role=treeitem]");
  }

  async open(name, bytes) {
    await this.page.setInputFiles("#file", { name, mimeType: "", buffer: Buffer.from(bytes) });
    await this.judged(name);
  }
  async example(name) {
    await this.page.click("#examples summary");
    await this.page.getByRole("button", { name, exact: true }).click();
    await this.judged(name);
  }
  async judged(name) {
    await this.page.locator("#verdict b", { hasText: /^(accepted|rejected)$/ }).waitFor();
    await this.has(this.verdict, new RegExp(`^${name.replaceAll(".", "\\.")} `));
    await this.page.locator("#panes").waitFor();
  }

  // Waits until the text of an element matches.
  async has(locator, pattern) {
    let text = "";
    for (let tries = 0; tries < 100; ++tries) {
      text = (await locator.allTextContents()).join("\n");
      if (pattern.test(text)) return text;
      await this.page.waitForTimeout(50);
    }
    assert.match(text, pattern);
    return text;
  }
  // The line of the field of that name.
  field(name) {
    return this.fields.filter({ has: this.page.locator(".name", { hasText: new RegExp(`^${name.replace(/[[\]]/g, "\\$&")}$`) }) });
  }
  // Chooses it; the bytes that are then marked as its payload, as hex.
  async choose(name) {
    await this.field(name).first().click();
    await this.field(name).and(this.page.locator("[aria-selected=true]")).first().waitFor();
    await this.page.waitForTimeout(100);
    return this.marked("payload");
  }
  async marked(kind) {
    return (await this.page.locator(`#bytes .${kind}`).allTextContents()).join(" ");
  }
  async cells() {
    await this.page.locator("#values td").first().waitFor();
    return this.page.locator("#values td").allTextContents();
  }
}
