// Holds the open file and the library, so that the page never waits for either. Calls come as
// {id, call, args} and are answered one after another as {id, result} or {id, error}.
//
// Runs behind the script that defines load_assay(); in Node that is the test's business.
"use strict";

const kChunk = 8 << 20;

class Library {
  static async start(wasmBinary) {
    return new Library(await load_assay({ wasmBinary, print() {}, printErr() {} }));
  }

  constructor(module) {
    this.module = module;
    this.pointer = 0;
    this.size = 0;
  }

  json(call, ...args) {
    return JSON.parse(this.module.UTF8ToString(this.module[`_explorer_${call}`](...args)));
  }

  // `file`: a Blob or a Uint8Array. It is copied piece by piece, so that it is in memory once.
  async load(file, kind, profile, progress = () => {}) {
    this.size = 0;
    const size = file.size ?? file.length;
    this.pointer = this.module._explorer_reserve(size) >>> 0;
    if (!this.pointer) throw new Error("There is not enough memory for a file of this size.");
    if (file instanceof Uint8Array) {
      this.module.HEAPU8.set(file, this.pointer);
    } else {
      for (let at = 0; at < size; at += kChunk) {
        const piece = new Uint8Array(await file.slice(at, at + kChunk).arrayBuffer());
        this.module.HEAPU8.set(piece, this.pointer + at);
        progress(at / size);
      }
    }
    this.size = size;
    return this.check(kind, profile);
  }

  check(kind, profile) {
    return this.json("check", kind, profile);
  }

  bytes(offset, length) {
    const end = Math.min(offset + length, this.size);
    return this.module.HEAPU8.slice(this.pointer + Math.min(offset, end), this.pointer + end);
  }

  fields(message, first, count) {
    return this.json("fields", message, first, count);
  }
  open(message, ordinal) {
    return this.json("open", message, ordinal);
  }
  way(offset) {
    return this.json("way", offset);
  }
  tensor(message) {
    return this.json("tensor", message);
  }
  // Lines of `columns` values each, every `stride` values; one call where they lie together.
  values(message, part, first, lines, columns, stride) {
    if (stride === columns) {
      const flat = this.json("values", message, part, first, lines * columns);
      return Array.from({ length: Math.ceil(flat.length / columns) }, (_, line) =>
        flat.slice(line * columns, (line + 1) * columns));
    }
    return Array.from({ length: lines }, (_, line) =>
      this.json("values", message, part, first + line * stride, columns));
  }
  overview() {
    return this.json("overview");
  }
  rules() {
    return this.json("rules");
  }
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  let binary;
  let library;
  let turn = Promise.resolve();

  const answer = async (id, call, args) => {
    if (call === "start") {
      [binary] = args;
      library = await Library.start(binary);
      return library.rules();
    }
    if (call !== "load") return library[call](...args);
    return library.load(...args, (progress) => self.postMessage({ id, progress }));
  };

  self.onmessage = ({ data: { id, call, args } }) => {
    turn = turn.then(async () => {
      try {
        self.postMessage({ id, result: await answer(id, call, args) });
      } catch (error) {
        // The library throws nothing of its own: it has run out of memory, and is of no more use.
        const spent = typeof error === "number" || error instanceof WebAssembly.RuntimeError;
        if (spent && binary) library = await Library.start(binary);
        self.postMessage({ id, error: spent ? "There is not enough memory for it." : String(error?.message ?? error) });
      }
    });
  };
}
