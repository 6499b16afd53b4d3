// The page: a file is opened by the worker; what is chosen in the findings, the fields or the bytes
// is shown in the other two.
"use strict";

const by_id = (id) => document.getElementById(id);
const text_of = (id) => by_id(id).textContent.trim();
const from_base64 = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
const hex = (number, digits = 0) => number.toString(16).padStart(digits, "0");
const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

// --- The worker ---

const waiting = new Map();
let asked = 0;
const worker = new Worker(URL.createObjectURL(new Blob([text_of("worker")], { type: "text/javascript" })));
function ask(call, ...args) {
  return new Promise((done, failed) => {
    waiting.set(++asked, { done, failed });
    worker.postMessage({ id: asked, call, args });
  });
}
worker.onmessage = ({ data: { id, result, error, progress } }) => {
  if (progress !== undefined) {
    say(`Reading… ${Math.round(progress * 100)} %`);
    return;
  }
  const { done, failed } = waiting.get(id);
  waiting.delete(id);
  if (error === undefined) done(result);
  else failed(new Error(error));
};
worker.onerror = (event) => say(`The page has failed: ${event.message}`);

// Asks about the open file. Once another is being opened, what waits for an answer is dropped.
let turn = 0;
function query(call, ...args) {
  const asked_in = turn;
  return new Promise((done, failed) => {
    ask(call, ...args).then((result) => turn === asked_in && done(result), (error) => turn === asked_in && failed(error));
  });
}

// --- What is open ---

let rules = {};
let file = null; // {name, size, report, ways, tree}
let chosen = null; // {branch, ordinal, field}
let chosen_finding = -1;
let cursor = -1; // a byte

function say(...parts) {
  by_id("verdict").replaceChildren(...parts);
}

// `kind`: as in the choice of kinds, which it leaves as it is.
async function show(name, source, kind = by_id("kind").value) {
  ++turn;
  file = null;
  by_id("panes").inert = true;
  say(`Reading ${name}…`);
  by_id("welcome").hidden = true;
  try {
    const opened = await query("load", source, Number(kind), Number(by_id("profile").value));
    await present(name, source, opened);
  } catch (error) {
    by_id("panes").hidden = true;
    say(`${name} cannot be shown: ${error.message}`);
  }
}

async function present(name, source, { report, ways, root }) {
  const tree = new Tree(root, query, () => fields.redraw());
  file = { name, source, size: report.bytes, report, ways, root, tree };
  chosen = null;
  chosen_finding = -1;
  cursor = -1;
  marked = null;
  blocks.clear();
  const { error, warning, note } = report.counts;
  const verdict = element("b", { class: report.verdict }, report.verdict === "accept" ? "accepted" : "rejected");
  say(element("b", {}, name), ` (${report.kind}, ${counted(file.size, "byte")}): `, verdict, "; ",
    counted(error, "error"), ", ", counted(warning, "warning"), ", ", counted(note, "note"),
    report.not_checked ? `. Not checked: ${report.not_checked.join("; ")}.` : "");
  document.title = `${name} – Assay explorer`;
  by_id("panes").hidden = by_id("panes").inert = false;
  by_id("finding-detail").replaceChildren();
  by_id("field-detail").replaceChildren();
  values.forget();
  draw_overview(by_id("overview"), null);
  draw_findings();
  await tree.unfold(80);
  fields.at = bytes.at = 0;
  fields.set_count(tree.root.total + 1);
  bytes.set_count(Math.ceil(file.size / width));
  if (report.kind === "model") draw_overview(by_id("overview"), await query("overview"), jump);
  if (report.findings.length) await choose_finding(0);
  else choose_root();
}

// --- Findings ---

const findings_box = by_id("findings").querySelector(".list");

function draw_findings() {
  const lines = file.report.findings.map((finding, i) => element("div", {
    role: "option", id: `finding-${i}`, "aria-selected": i === chosen_finding, onclick: () => choose_finding(i),
  }, element("b", { class: finding.severity }, finding.severity), ` ${finding.rule} `,
    element("span", { class: "where" }, `0x${hex(finding.offset)} ${finding.path}`), ` ${finding.message}`));
  if (file.report.more) lines.push(element("div", { class: "note" }, `and ${file.report.more.toLocaleString("en")} more`));
  findings_box.replaceChildren(...lines);
}

async function choose_finding(i) {
  const finding = file?.report.findings[i];
  if (!finding) return;
  const opened = file;
  chosen_finding = i;
  for (const [at, line] of [...findings_box.querySelectorAll("[role=option]")].entries()) {
    line.setAttribute("aria-selected", at === i);
    if (at === i) line.scrollIntoView({ block: "nearest" });
  }
  findings_box.setAttribute("aria-activedescendant", `finding-${i}`);
  const rule = rules[finding.rule];
  by_id("finding-detail").replaceChildren(element("div", { class: `rule ${finding.severity}` },
    element("h3", {}, element("span", { class: finding.severity }, finding.severity), ` ${finding.rule}`),
    element("p", {}, finding.message),
    element("dl", {},
      element("dt", {}, "at"), element("dd", { class: "code" }, `${finding.path || "the file"}, 0x${hex(finding.offset)}, ${counted(finding.length, "byte")}`),
      element("dt", {}, "rule"), element("dd", {}, rule.meaning),
      element("dt", {}, "why"), element("dd", {}, rule.why),
      element("dt", {}, "remedy"), element("dd", {}, rule.remedy),
      element("dt", {}, "source"), element("dd", {}, rule.source))));
  const way = opened.ways[i];
  if (way.length) {
    const [branch, ordinal] = await opened.tree.follow(way);
    if (opened === file && i === chosen_finding) await choose(branch, ordinal, { keep_finding: true });
  } else {
    choose_root({ keep_finding: true });
  }
  if (opened !== file || i !== chosen_finding) return;
  cursor = finding.offset < file.size ? finding.offset : file.size - 1;
  bytes.reveal(Math.floor(Math.max(0, cursor) / width));
}

findings_box.onkeydown = (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step || !file) return;
  event.preventDefault();
  step_finding(step);
};
function step_finding(step) {
  const count = file?.report.findings.length ?? 0;
  if (count) choose_finding((chosen_finding + step + count) % count);
}

// --- Fields ---

// Line 0 is the file itself; the tree's own lines follow.
const fields = new List(by_id("tree").querySelector(".list"), draw_field);

// The gravest finding within a stretch of bytes.
function worst_in(offset, length) {
  const grades = ["note", "warning", "error"];
  let worst = -1;
  for (const finding of file.report.findings) {
    const inside = finding.offset >= offset && finding.offset < offset + Math.max(1, length);
    if (inside) worst = Math.max(worst, grades.indexOf(finding.severity));
  }
  return grades[worst];
}

function draw_field(index) {
  if (!file) return element("div");
  if (index === 0) {
    return line_of({ id: "field-root", level: 1, open: true, picked: chosen?.root, worst: worst_in(0, file.size),
                     name: file.name, type: file.root.type, meaning: file.root.meaning,
                     pick: () => choose_root() });
  }
  const [branch, ordinal] = file.tree.root.line(index - 1);
  const field = file.tree.peek(branch, ordinal);
  if (!field) return element("div", { class: "row", role: "treeitem", "aria-level": branch.depth + 2 }, "…");
  const inner = branch.inner_at(ordinal);
  return line_of({
    id: `field-${branch.message}-${ordinal}`, level: branch.depth + 2, open: field.opens ? Boolean(inner) : undefined,
    picked: chosen?.branch === branch && chosen?.ordinal === ordinal, worst: worst_in(field.offset, field.length),
    set: branch.count, position: ordinal + 1,
    name: field.step || field.name || `field ${field.number}`, type: field.type, meaning: field.meaning, fault: field.fault,
    pick: () => choose(branch, ordinal), twist: () => toggle(branch, ordinal),
  });
}

function line_of({ id, level, open, picked, worst, set, position, name, type, meaning, fault, pick, twist }) {
  const row = element("div", {
    class: "row", id, role: "treeitem", "aria-level": level, "aria-selected": Boolean(picked), "aria-expanded": open,
    "aria-setsize": set, "aria-posinset": position, onclick: pick, style: `padding-left:${level * 1.1 - 0.6}em`,
  });
  const mark = element("span", { class: "twist", "aria-hidden": "true" }, open === undefined ? "" : open ? "▾" : "▸");
  if (twist) mark.onclick = (event) => { event.stopPropagation(); twist(); };
  row.append(mark);
  if (worst) row.append(element("span", { class: `sign ${worst}`, title: worst, role: "img", "aria-label": worst }, worst === "error" ? "✗" : worst === "warning" ? "!" : "i"));
  row.append(element("span", { class: "name" }, name), element("span", { class: "where" }, type ?? ""), element("span", { class: "meaning" }, meaning));
  if (fault) row.append(element("span", { class: "fault" }, fault));
  return row;
}

async function toggle(branch, ordinal, open = !branch.inner_at(ordinal)) {
  if (open) await file.tree.open(branch, ordinal);
  else file.tree.close(branch, ordinal);
  fields.set_count(file.tree.root.total + 1);
}

function forget_finding() {
  chosen_finding = -1;
  by_id("finding-detail").replaceChildren();
  for (const line of findings_box.querySelectorAll("[aria-selected=true]")) line.setAttribute("aria-selected", false);
}

function choose_root({ keep_finding = false } = {}) {
  if (!keep_finding) forget_finding();
  chosen = { root: true };
  marked = null;
  by_id("field-detail").replaceChildren(element("dl", {},
    element("dt", {}, "file"), element("dd", {}, file.root.type), element("dt", {}, "fields"), element("dd", {}, String(file.root.count)),
    element("dt", {}, "holds"), element("dd", { class: "code" }, file.root.meaning)));
  values.show(0);
  fields.box.setAttribute("aria-activedescendant", "field-root");
  fields.reveal(0);
  bytes.redraw();
}

// Chooses a field: its bytes are marked, what it says stands in the details.
async function choose(branch, ordinal, { keep_finding = false, keep_bytes = false } = {}) {
  const opened = file;
  const field = await opened.tree.field(branch, ordinal);
  if (opened !== file || !field) return;
  if (!keep_finding) forget_finding();
  chosen = { branch, ordinal, field };
  marked = { offset: field.offset, payload: field.payload, end: field.offset + field.length };
  fields.set_count(opened.tree.root.total + 1);
  fields.box.setAttribute("aria-activedescendant", `field-${branch.message}-${ordinal}`);
  fields.reveal(branch.index_of(ordinal) + 1);
  if (!keep_bytes) {
    cursor = field.offset;
    bytes.reveal(Math.floor(field.offset / width));
  }
  bytes.redraw();
  draw_field_detail(field);
  // The tensor that it is or is in, and the sparse tensor around that.
  const messages = field.opens ? [(await query("open", branch.message, ordinal)).message] : [];
  for (let around = branch; around; around = around.parent) {
    if (["TensorProto", "SparseTensorProto"].includes(around.type)) messages.push(around.message);
  }
  if (opened === file && chosen?.field === field) values.show(...messages);
}

function draw_field_detail(field) {
  const entries = [
    ["field", field.name ? `${field.name} (${field.number})` : `number ${field.number}`],
    ["type", field.type],
    ["wire type", field.wire + (field.packed ? ", packed" : "")],
    ["bytes", `0x${hex(field.offset)}, ${counted(field.length, "byte")}: ${field.payload - field.offset} of tag and length, ${field.size.toLocaleString("en")} of payload`],
    ["value", field.meaning],
    ["fault", field.fault],
  ];
  const list = element("dl");
  for (const [name, text] of entries) {
    if (text) list.append(element("dt", {}, name), element("dd", { class: name === "value" ? "code" : name === "fault" ? "error" : "" }, text));
  }
  by_id("field-detail").replaceChildren(list);
}

// Chooses the field that has a byte.
async function jump(offset, { keep_bytes = false } = {}) {
  const opened = file;
  if (!opened) return;
  const way = await query("way", offset);
  if (opened !== file || !way?.length) return;
  const [branch, ordinal] = await opened.tree.follow(way);
  if (opened === file) await choose(branch, ordinal, { keep_bytes });
}

fields.box.onkeydown = (event) => {
  if (!file || event.ctrlKey || event.altKey || event.metaKey) return;
  const { branch, ordinal, field } = chosen ?? {};
  const at = branch ? branch.index_of(ordinal) + 1 : 0;
  const go = (index) => {
    const line = Math.min(Math.max(0, index), fields.count - 1);
    if (line === 0) choose_root();
    else choose(...file.tree.root.line(line - 1));
  };
  const keys = {
    ArrowDown: () => go(chosen ? at + 1 : 0),
    ArrowUp: () => go(at - 1),
    PageDown: () => go(at + fields.page()),
    PageUp: () => go(at - fields.page()),
    Home: () => go(0),
    End: () => go(fields.count - 1),
    ArrowRight: () => (!field || !field.opens ? undefined : branch.inner_at(ordinal) ? go(at + 1) : toggle(branch, ordinal, true)),
    ArrowLeft: () => (!branch ? undefined : branch.inner_at(ordinal) ? toggle(branch, ordinal, false) : branch.parent ? choose(branch.parent, branch.ordinal) : choose_root()),
    Enter: () => field?.opens && toggle(branch, ordinal),
  };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
};

// --- Bytes ---

const narrow = matchMedia("(max-width: 560px)");
let width = narrow.matches ? 8 : 16;
const kBlock = 4096;
const blocks = new Map(); // number -> Uint8Array, or the promise of it
let marked = null; // {offset, payload, end} of the field that is chosen
const bytes = new List(by_id("bytes").querySelector(".list"), draw_bytes);

function byte_at(offset) {
  const number = Math.floor(offset / kBlock);
  const block = blocks.get(number);
  if (block instanceof Uint8Array) return block[offset % kBlock];
  if (!block) {
    if (blocks.size > 200) blocks.clear();
    const opened = file;
    blocks.set(number, query("bytes", number * kBlock, kBlock).then((data) => {
      if (opened !== file) return;
      blocks.set(number, data);
      bytes.redraw();
    }));
  }
  return undefined;
}

function class_of(offset) {
  let name = "byte";
  if (marked && offset >= marked.offset && offset < marked.end) name += offset < marked.payload ? " frame" : " payload";
  const finding = file.report.findings[chosen_finding];
  if (finding && offset >= finding.offset && offset < finding.offset + finding.length) name += " faulty";
  return offset === cursor ? `${name} cursor` : name;
}

function draw_bytes(index) {
  const first = index * width;
  const row = element("div", { class: "row hex", role: "row", "aria-rowindex": index + 1 },
    element("span", { class: "offset", role: "rowheader" }, hex(first, 8)));
  let text = "";
  const end = file ? Math.min(first + width, file.size) : first;
  for (let offset = first; offset < end; ++offset) {
    const byte = byte_at(offset);
    row.append(element("span", { class: class_of(offset), role: "gridcell", id: `byte-${offset}`, "data-offset": offset },
      byte === undefined ? "  " : hex(byte, 2)));
    text += byte === undefined ? " " : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·";
  }
  for (let i = end; i < first + width; ++i) row.append(element("span", { class: "byte", role: "presentation" }, "  "));
  row.append(element("span", { class: "text", "aria-hidden": "true" }, text));
  return row;
}

bytes.box.onclick = (event) => {
  const offset = event.target.dataset?.offset;
  if (offset !== undefined) move_cursor(Number(offset));
};
function move_cursor(offset) {
  if (!file?.size) return;
  cursor = Math.min(Math.max(0, offset), file.size - 1);
  bytes.reveal(Math.floor(cursor / width));
  bytes.box.setAttribute("aria-activedescendant", `byte-${cursor}`);
  const at = cursor;
  // A key that is held down chooses where it comes to rest.
  setTimeout(() => { if (cursor === at) jump(at, { keep_bytes: true }); }, 40);
}
bytes.box.onkeydown = (event) => {
  const step = {
    ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width, ArrowDown: width, PageUp: -width * bytes.page(), PageDown: width * bytes.page(),
    Home: -Infinity, End: Infinity,
  }[event.key];
  if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  move_cursor(Math.max(0, cursor) + (Number.isFinite(step) ? step : Math.sign(step) * file.size));
};
narrow.onchange = () => {
  width = narrow.matches ? 8 : 16;
  bytes.set_count(Math.ceil((file?.size ?? 0) / width));
};

// --- Opening ---

const values = new ValuesPane(by_id("values"), query);

by_id("open").onclick = () => by_id("file").click();
by_id("file").onchange = ({ target }) => {
  if (target.files[0]) show(target.files[0].name, target.files[0]);
  target.value = "";
};
for (const id of ["kind", "profile"]) by_id(id).onchange = () => file && show(file.name, file.source);
document.ondragover = (event) => {
  event.preventDefault();
  document.body.classList.add("drop");
};
document.ondragleave = (event) => event.relatedTarget || document.body.classList.remove("drop");
document.ondrop = (event) => {
  event.preventDefault();
  document.body.classList.remove("drop");
  const dropped = event.dataTransfer.files[0];
  if (dropped) show(dropped.name, dropped);
};
document.onkeydown = (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(INPUT|SELECT)$/.test(event.target.tagName)) return;
  if (event.key === "o") by_id("open").click();
  else if (event.key === "n") step_finding(1);
  else if (event.key === "p") step_finding(-1);
};

// An example is what its name says: "faulty-sparse-tensor.pb".
const kinds = new Map([...by_id("kind").options].map((option) => [option.text.replace(" ", "-"), option.value]));
for (const [name, data] of JSON.parse(text_of("example-files"))) {
  by_id("examples").lastElementChild.append(element("button", {
    onclick: () => {
      by_id("examples").open = false;
      show(name, from_base64(data), kinds.get(name.replace(/^[a-z]+-|\.[a-z]+$/g, "")));
    },
  }, name));
}

ask("start", from_base64(text_of("wasm"))).then((started) => {
  rules = started.rules;
  by_id("version").textContent = `assay ${started.version}`;
  if (!file) say("Nothing is open.");
}, (error) => say(`The page cannot start: ${error.message}`));
