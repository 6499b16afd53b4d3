// What the subjects in JavaScript share: the line protocol, and packages from build/subjects.
"use strict";
const path = require("path");
const readline = require("readline");
const {createRequire} = require("module");

const load = createRequire(path.join(__dirname, "../../../build/subjects/package.json"));

// Answers the greeting with `about`, and every other request with what `handle` gives for it.
async function serve(about, handle) {
  for await (const line of readline.createInterface({input: process.stdin})) {
    // Integers beyond 2^53 stay text: JavaScript would round them.
    const request = JSON.parse(line.replace(/([:[,])(-?\d{16,})(?=[,\]}])/g, '$1"$2"'));
    const answer = request.command === "start" ? about : await handle(request);
    process.stdout.write(JSON.stringify({seq: request.seq, ...answer}) + "\n");
  }
}

const short = error => String(error && error.message || error).replace(/\s+/g, " ").slice(0, 200);

module.exports = {load, serve, short};
