// Serves the built page on loopback, and nothing else, until it is stopped: serve.mjs [PORT].
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const page = readFileSync(new URL("../build/explorer/explorer.html", import.meta.url));
const server = createServer((request, response) => {
  const known = request.method === "GET" && request.url === "/";
  response.writeHead(known ? 200 : 404, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
  response.end(known ? page : "");
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  console.log(`http://127.0.0.1:${server.address().port}/ (Ctrl-C stops it)`);
});
