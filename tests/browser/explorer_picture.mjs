// The picture of README: explorer_picture.mjs OUT. A look at what a person sees; it tests nothing.
import { with_explorer } from "./explorer.mjs";

await with_explorer(async (explorer) => {
  await explorer.example("faulty-sparse-tensor.pb");
  await explorer.page.locator("#values table").nth(1).waitFor();
  await explorer.page.screenshot({ path: process.argv[2] });
}, { width: 1100, height: 640 });
