// What stands beside the bytes: the values of tensors, dense and sparse, and what a model holds.
"use strict";

const kRows = 50;
const kColumns = 16;
const kFlatColumns = 8;

// How the values of a tensor lie in a table: lines of so many, and axes before them to choose from.
function table_shape(tensor) {
  const dims = tensor.dims.map(Number);
  const product = dims.reduce((a, b) => a * b, 1);
  const flat = tensor.per_entry !== 1 || product !== tensor.count || dims.length < 2;
  if (flat) return { flat, lines: Math.ceil(tensor.count / kFlatColumns), stride: kFlatColumns, outer: [] };
  return { flat, lines: dims.at(-2), stride: dims.at(-1), outer: dims.slice(0, -2) };
}

function shape_text(dims) {
  return `[${dims.join(", ")}]`;
}

// A number to choose from 0 to most, with what it changes.
function stepper(label, value, step, most, change) {
  const input = element("input", { type: "number", min: 0, max: most, step, value });
  input.onchange = () => change(Math.min(Math.max(0, Math.floor(Number(input.value)) || 0), most));
  return element("label", {}, `${label} `, input);
}

class ValuesPane {
  constructor(box, ask) {
    this.box = box;
    this.ask = ask;
  }

  // Of these messages, the tensors.
  async show(...messages) {
    const asked = messages.join();
    if (this.asked === asked) return;
    this.asked = asked;
    const all = await Promise.all(messages.map((message) => this.ask("tensor", message)));
    if (this.asked !== asked) return;
    this.box.replaceChildren();
    all.forEach((held, i) => {
      if (held?.tensor) this.dense(messages[i], held.tensor);
      else if (held?.sparse) this.sparse(messages[i], held.sparse);
    });
  }
  forget() {
    this.asked = undefined;
    this.box.replaceChildren();
  }

  facts(entries) {
    const list = element("dl");
    for (const [name, text] of entries) {
      if (text !== "") list.append(element("dt", {}, name), element("dd", { class: "code" }, String(text)));
    }
    return list;
  }

  dense(message, tensor) {
    const shape = table_shape(tensor);
    this.box.append(element("h3", {}, `Tensor${tensor.name ? ` ${tensor.name}` : ""}`), this.facts([
      ["shape", shape_text(tensor.dims)],
      ["type", tensor.type || "not known"],
      ["values", `${tensor.count.toLocaleString("en")}${tensor.per_entry > 1 ? ` entries, ${tensor.per_entry} elements each` : ""}${tensor.storage ? ` in ${tensor.storage}` : ""}`],
      ["file", tensor.location],
    ]));
    if (!tensor.count) return;
    const at = { line: 0, column: 0, outer: shape.outer.map(() => 0) };
    const slice = element("div", { class: "slice" });
    const table = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "values" });
    this.box.append(slice, table);
    const asked = this.asked;
    const draw = async () => {
      const outer = at.outer.reduce((index, i, axis) => index * shape.outer[axis] + i, 0);
      const lines = Math.min(kRows, shape.lines - at.line);
      const columns = Math.min(shape.flat ? kFlatColumns : kColumns, shape.stride - at.column, tensor.count);
      const first = (outer * (shape.flat ? 0 : shape.lines) + at.line) * shape.stride + at.column;
      const values = await this.ask("values", message, 0, first, lines, columns, shape.stride);
      if (this.asked !== asked) return;
      const head = element("tr", {}, element("th"));
      for (let i = 0; i < columns; ++i) {
        head.append(element("th", { scope: "col" }, shape.flat ? `+${i * tensor.per_entry}` : String(at.column + i)));
      }
      const body = values.map((line, i) => element("tr", {},
        element("th", { scope: "row" }, String((at.line + i) * (shape.flat ? shape.stride * tensor.per_entry : 1))),
        ...line.map((text) => element("td", {}, text))));
      table.replaceChildren(element("table", {}, element("thead", {}, head), element("tbody", {}, ...body)));
    };
    shape.outer.forEach((dim, axis) => {
      if (dim > 1) slice.append(stepper(`axis ${axis}`, 0, 1, dim - 1, (i) => { at.outer[axis] = i; draw(); }));
    });
    if (shape.lines > kRows) {
      slice.append(stepper(shape.flat ? `lines of ${kFlatColumns}, from` : "rows from", 0, kRows, shape.lines - 1, (i) => { at.line = i; draw(); }));
    }
    if (!shape.flat && shape.stride > kColumns) {
      slice.append(stepper("columns from", 0, kColumns, shape.stride - 1, (i) => { at.column = i; draw(); }));
    }
    draw();
  }

  sparse(message, { dims, values, indices }) {
    const rank = indices.dims.length === 2 ? Number(indices.dims[1]) : 0; // 0: linear indices
    const count = Math.min(values.count, rank ? Math.floor(indices.count / rank) : indices.count);
    this.box.append(element("h3", {}, `Sparse tensor${values.name ? ` ${values.name}` : ""}`), this.facts([
      ["dense shape", shape_text(dims)],
      ["type", values.type || "not known"],
      ["values", `${values.count.toLocaleString("en")} given, all others are 0`],
      ["indices", `${shape_text(indices.dims)}, ${rank ? "coordinates" : "linear"}`],
    ]));
    if (!count) return;
    const slice = element("div", { class: "slice" });
    const table = element("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "values by index" });
    this.box.append(slice, table);
    const asked = this.asked;
    const sizes = dims.map((dim) => BigInt(/^-?\d+$/.test(dim) ? dim : 0));
    const draw = async (first) => {
      const lines = Math.min(kRows, count - first);
      const [texts, places] = await Promise.all([
        this.ask("values", message, 1, first, lines, 1, 1),
        this.ask("values", message, 2, first * (rank || 1), lines, rank || 1, rank || 1),
      ]);
      if (this.asked !== asked) return;
      const body = texts.map(([text], i) => {
        const place = places[i] ?? [];
        const where = rank ? place.join(", ") : coordinates(place[0], sizes);
        return element("tr", {}, element("th", { scope: "row" }, String(first + i)),
          ...(rank ? [] : [element("td", {}, place[0] ?? "")]),
          element("td", {}, where === "" ? "outside" : `[${where}]`), element("td", {}, text));
      });
      const heads = ["", ...(rank ? [] : ["index"]), "at", "value"].map((name) => element("th", { scope: "col" }, name));
      table.replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body)));
    };
    if (count > kRows) slice.append(stepper("from", 0, kRows, count - 1, draw));
    draw(0);
  }
}

// Of a row-major index; empty when it lies outside.
function coordinates(index, sizes) {
  if (!/^\d+$/.test(index ?? "") || sizes.some((size) => size <= 0n)) return "";
  let rest = BigInt(index);
  const out = [];
  for (const size of [...sizes].reverse()) {
    out.unshift(rest % size);
    rest /= size;
  }
  return rest === 0n ? out.join(", ") : "";
}

// The lists of a model; `jump(offset)` goes to where an entry stands.
function draw_overview(box, model, jump) {
  box.replaceChildren();
  if (!model) return;
  const place = ([offset, text]) => element("li", {}, element("button", { class: "link", onclick: () => jump(offset) }, text));
  const times = ([count, text]) => element("li", {}, `${text} × ${count.toLocaleString("en")}`);
  const list = (title, held, item) => {
    if (!held?.count) return;
    const more = held.count - held.items.length;
    box.append(element("h3", {}, `${title} (${held.count.toLocaleString("en")})`),
      element("ul", { class: "plain" }, ...held.items.map(item), ...(more ? [element("li", {}, `and ${more.toLocaleString("en")} more`)] : [])));
  };
  box.append(element("h3", {}, "The model"));
  const facts = element("dl");
  for (const [name, text] of model.facts) facts.append(element("dt", {}, name), element("dd", { class: "code" }, text));
  if (model.graph) {
    facts.append(element("dt", {}, "graph"), element("dd", {}, element("button", { class: "link", onclick: () => jump(model.graph.offset) }, model.graph.summary)));
  }
  box.append(facts);
  list("Operator sets", model.opsets, place);
  if (model.graph) {
    list("Inputs", model.graph.inputs, place);
    list("Outputs", model.graph.outputs, place);
    if (model.graph.picture) box.append(element("h3", {}, "The graph"), draw_graph(model.graph.picture, jump));
    list("Operators", model.graph.operators, times);
    list("Initializers", model.graph.initializers, place);
    list("Sparse initializers", model.graph.sparse_initializers, place);
    list("External files, by the tensors in them", model.graph.external, times);
  }
  list("Functions", model.functions, place);
  list("Metadata", model.metadata, place);
}

// Each node below all that it takes from.
function draw_graph(graph, jump) {
  const kWide = 118, kHigh = 26, kGapX = 22, kGapY = 34;
  const makers = new Map();
  const boxes = graph.inputs.map((name) => {
    const box = { label: name, rank: 0, takes: [], value: true };
    makers.set(name, box);
    return box;
  });
  for (const node of graph.nodes) {
    const takes = node.inputs.filter((name) => makers.has(name)).map((name) => [makers.get(name), name]);
    const box = { label: node.op, title: node.name, offset: node.offset, takes };
    box.rank = 1 + Math.max(0, ...takes.map(([from]) => from.rank));
    boxes.push(box);
    for (const name of node.outputs) if (name) makers.set(name, box);
  }
  const last = 1 + Math.max(...boxes.map((box) => box.rank));
  for (const name of graph.outputs) {
    boxes.push({ label: name, rank: last, value: true, takes: makers.has(name) ? [[makers.get(name), name]] : [] });
  }
  const ranks = Map.groupBy ? Map.groupBy(boxes, (box) => box.rank) : boxes.reduce((map, box) => map.set(box.rank, [...(map.get(box.rank) ?? []), box]), new Map());
  const width = Math.max(...[...ranks.values()].map((row) => row.length)) * (kWide + kGapX);
  const levels = [...ranks.keys()].sort((a, b) => a - b);
  levels.forEach((rank, y) => ranks.get(rank).forEach((box, i, row) => {
    box.x = (width * (i + 0.5)) / row.length;
    box.y = y * (kHigh + kGapY) + kHigh / 2 + 2;
  }));
  const svg = (name, attributes, ...children) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const height = levels.length * (kHigh + kGapY);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, role: "group", "aria-label": `${graph.nodes.length} nodes` });
  for (const box of boxes) {
    for (const [from, name] of box.takes) {
      const a = from.y + kHigh / 2, b = box.y - kHigh / 2, middle = (a + b) / 2;
      picture.append(svg("path", { d: `M${from.x} ${a}C${from.x} ${middle} ${box.x} ${middle} ${box.x} ${b}` }, svg("title", {}, name)));
    }
  }
  for (const box of boxes) {
    const label = box.label.length > 16 ? `${box.label.slice(0, 15)}…` : box.label;
    const shape = svg("g", box.value ? { class: "value" } : { class: "node", tabindex: 0, role: "button", "aria-label": `${box.label} ${box.title}` },
      svg("title", {}, box.title ? `${box.label}: ${box.title}` : box.label),
      svg("rect", { x: box.x - kWide / 2, y: box.y - kHigh / 2, width: kWide, height: kHigh, rx: box.value ? 13 : 4 }),
      svg("text", { x: box.x, y: box.y }, label));
    if (!box.value) {
      shape.onclick = () => jump(box.offset);
      shape.onkeydown = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); jump(box.offset); } };
    }
    picture.append(shape);
  }
  return picture;
}
