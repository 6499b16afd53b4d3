// Four files as the description of these messages has them: the page shows every field and value
// that the description states.
import assert from "node:assert/strict";

import { with_explorer } from "./explorer.mjs";

const hex = (text) => Uint8Array.from(text.trim().split(/\s+/), (pair) => parseInt(pair, 16));
const int64s = (...values) => values.map((value) => `0${value} 00 00 00 00 00 00 00`).join(" ");

await with_explorer(async (explorer) => {
  // A tensor inside a sequence.
  const tensor = `08 04 10 07 4A 20 ${int64s(1, 2, 3, 4)}`;
  await explorer.open("sequence.pb", hex(`0A 08 73 65 71 75 65 6E 63 65 10 01 1A 26 ${tensor}`));
  await explorer.has(explorer.verdict, /sequence, 52 bytes\): accepted/);
  await explorer.has(explorer.field("name"), /"sequence"/);
  await explorer.has(explorer.field("elem_type"), /TENSOR \(1\)/);
  await explorer.has(explorer.field("tensor_values[0]"), /TensorProto.*INT64 \[4\]/);
  await explorer.has(explorer.field("dims"), /4/);
  await explorer.has(explorer.field("data_type"), /INT64 \(7\)/);
  assert.equal(await explorer.choose("tensor_values[0]"), tensor.toLowerCase());
  assert.equal(await explorer.marked("frame"), "1a 26");
  await explorer.has(explorer.page.locator("#field-detail"), /tensor_values \(3\).*LEN.*38 of payload/s);
  assert.deepEqual(await explorer.cells(), ["1", "2", "3", "4"]);
  assert.equal(await explorer.choose("raw_data"), int64s(1, 2, 3, 4));
  assert.equal(await explorer.marked("frame"), "4a 20");
  await explorer.has(explorer.page.locator("#field-detail"), /32 of payload.*4 INT64: 1, 2, 3, 4/s);
  await explorer.has(explorer.page.locator("#values"), /^Tensorshape\[4\]typeINT64values4 in raw_data/);
  assert.equal(await explorer.choose("dims"), "04");
  assert.equal(await explorer.marked("frame"), "08");
  assert.equal(await explorer.choose("data_type"), "07");

  // FLOAT16 in raw_data.
  const halves = "00 3c 00 40 00 42 00 44 00 45 00 46 00 47 00 48 80 48 00 49 80 49";
  await explorer.open("float16.pb", hex(`08 03 08 04 10 0A 42 06 6F 75 74 70 75 74 4A 18 64 38 ${halves}`));
  await explorer.has(explorer.verdict, /tensor, 40 bytes\): accepted/);
  await explorer.has(explorer.field("dims"), /3\n.*4$/);
  await explorer.has(explorer.field("data_type"), /FLOAT16 \(10\)/);
  await explorer.has(explorer.field("name"), /"output"/);
  await explorer.has(explorer.field("raw_data"), /12 FLOAT16: 0\.548828125 \(0x3864\), 1 \(0x3c00\)/);
  assert.equal(await explorer.choose("raw_data"), `64 38 ${halves}`);
  const cells = await explorer.cells();
  assert.equal(cells.length, 12);
  assert.equal(cells[0], "0.548828125 (0x3864)");
  assert.equal(cells[11], "11 (0x4980)");
  assert.equal(await explorer.page.locator("#values tbody tr").count(), 3);

  // STRING in string_data.
  await explorer.open("string.pb", hex("08 02 10 08 32 03 61 62 63 32 03 64 65 66 42 01 78"));
  await explorer.has(explorer.verdict, /tensor, 17 bytes\): accepted/);
  await explorer.has(explorer.field("data_type"), /STRING \(8\)/);
  await explorer.has(explorer.field("string_data[0]"), /"abc"/);
  await explorer.has(explorer.field("string_data[1]"), /"def"/);
  await explorer.has(explorer.field("name"), /"x"/);
  assert.equal(await explorer.choose("string_data[1]"), "64 65 66");
  assert.deepEqual(await explorer.cells(), ['"abc"', '"def"']);

  // INT4 in int32_data: 25 elements in 13 entries.
  const entries = "88 01 A9 01 CB 01 ED 01 0F 21 43 65 77 77 77 77 07";
  await explorer.open("int4.pb", hex(`08 05 08 05 10 16 2A 11 ${entries}`));
  await explorer.has(explorer.verdict, /tensor, 25 bytes\): accepted/);
  await explorer.has(explorer.field("data_type"), /INT4 \(22\)/);
  await explorer.has(explorer.page.locator("#values"), /shape\[5, 5\]typeINT4values13 entries, 2 elements each/);
  assert.equal(await explorer.choose("int32_data"), entries.toLowerCase());
  assert.deepEqual((await explorer.cells()).slice(0, 2), ["-8 -8 (0x88)", "-7 -6 (0xa9)"]);
  assert.equal((await explorer.cells()).length, 13);
  assert.equal((await explorer.cells())[12], "7 (0x07)");
});
console.log("every field and value is shown");
