// The fields of a file as lines. Of each message that is open, the fields are asked for in pages
// as they are seen.
"use strict";

const kPage = 100;

class Branch {
  constructor({ message, type, count }, parent, ordinal) {
    Object.assign(this, { message, type, count, parent, ordinal });
    this.total = count; // lines, with those of the messages open within
    this.inner = []; // open messages, by ordinal
    this.pages = new Map();
    this.depth = parent ? parent.depth + 1 : 0;
  }

  inner_at(ordinal) {
    return this.inner.find((branch) => branch.ordinal === ordinal);
  }
  // The branch and ordinal of a line.
  line(index) {
    let before = 0;
    for (const inner of this.inner) {
      const first = inner.ordinal + 1 + before;
      if (index < first) break;
      if (index < first + inner.total) return inner.line(index - first);
      before += inner.total;
    }
    return [this, index - before];
  }
  // The line of a field, counted from the first of the whole tree.
  index_of(ordinal) {
    let index = ordinal;
    for (const inner of this.inner) if (inner.ordinal < ordinal) index += inner.total;
    return this.parent ? this.parent.index_of(this.ordinal) + 1 + index : index;
  }
  grow(lines) {
    for (let branch = this; branch; branch = branch.parent) branch.total += lines;
  }
  add(inner) {
    this.inner.push(inner);
    this.inner.sort((a, b) => a.ordinal - b.ordinal);
    this.grow(inner.total);
  }
  remove(inner) {
    this.inner.splice(this.inner.indexOf(inner), 1);
    this.grow(-inner.total);
  }
}

class Tree {
  constructor(root, ask, changed) {
    this.root = new Branch({ message: 0, ...root }, null, 0);
    this.ask = ask;
    this.changed = changed;
  }

  // The field, or undefined while it is on its way.
  peek(branch, ordinal) {
    const page = Math.floor(ordinal / kPage);
    const known = branch.pages.get(page);
    if (!known) {
      this.load(branch, page).then(this.changed);
      return undefined;
    }
    return Array.isArray(known) ? known[ordinal % kPage] : undefined;
  }
  load(branch, page) {
    const known = branch.pages.get(page);
    if (known) return Promise.resolve(known);
    const asked = this.ask("fields", branch.message, page * kPage, kPage).then((fields) => {
      branch.pages.set(page, fields);
      return fields;
    });
    branch.pages.set(page, asked);
    return asked;
  }
  async field(branch, ordinal) {
    return (await this.load(branch, Math.floor(ordinal / kPage)))[ordinal % kPage];
  }

  async open(branch, ordinal) {
    const known = branch.inner_at(ordinal);
    if (known) return known;
    const opened = await this.ask("open", branch.message, ordinal);
    // It may have been opened while the answer was on its way.
    if (!opened || branch.inner_at(ordinal)) return branch.inner_at(ordinal);
    const inner = new Branch(opened, branch, ordinal);
    branch.add(inner);
    return inner;
  }
  close(branch, ordinal) {
    const inner = branch.inner_at(ordinal);
    if (inner) branch.remove(inner);
  }

  // Opens all on a way, [[message, ordinal], ...], but for the last: its branch and ordinal.
  async follow(way) {
    let branch = this.root;
    for (const [, ordinal] of way.slice(0, -1)) {
      const inner = await this.open(branch, ordinal);
      if (!inner) return [branch, ordinal];
      branch = inner;
    }
    return [branch, way.at(-1)[1]];
  }

  // Opens message after message, the outer ones first, as long as all fit so many lines.
  async unfold(lines) {
    const waiting = [this.root];
    while (waiting.length) {
      const branch = waiting.shift();
      for (const field of await this.load(branch, 0)) {
        if (!field.opens) continue;
        if (this.root.total >= lines) return;
        const inner = await this.open(branch, field.ordinal);
        if (!inner) continue;
        if (this.root.total > lines) branch.remove(inner);
        else waiting.push(inner);
      }
    }
  }
}
