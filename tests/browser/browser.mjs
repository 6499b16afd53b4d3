// Drives Debian's Chromium through playwright-core (`./dev browser` installs both). A page under
// test may ask for nothing but itself: any other request, error or console error fails the test.
// Ends with 77, which ctest counts as skipped, where one of the two is missing.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const root = new URL("../../", import.meta.url);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";

function skip(what) {
  console.log(`skipped: ${what} is not installed (./dev browser does it)`);
  process.exit(77);
}

export async function with_page(url, test, { width = 1280, height = 900, colorScheme = "light" } = {}) {
  if (!existsSync(executablePath)) skip(executablePath);
  let playwright;
  try {
    playwright = createRequire(new URL("build/browser/", root))("playwright-core");
  } catch {
    skip("playwright-core");
  }
  const browser = await playwright.chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const page = await browser.newPage({ viewport: { width, height }, colorScheme });
    const faults = [];
    page.on("request", (request) => {
      if (request.url() !== url && !/^(blob|data):/.test(request.url())) faults.push(`asked for ${request.url()}`);
    });
    page.on("pageerror", (error) => faults.push(`threw ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`printed ${message.text()}`);
    });
    await page.goto(url);
    await test(page);
    if (faults.length) throw new Error(`the page ${faults.join("; ")}`);
  } finally {
    await browser.close();
  }
}

export const file_url = (path) => pathToFileURL(path).href;
