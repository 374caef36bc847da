import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A push service in its own process that accepts everything after a delay. It sends its port to its parent. */
const [takesMs = 0] = process.argv.slice(2).map(Number);
const at: number[] = [];
let [open, most] = [0, 0];

const server = createServer((request, response) => {
  if (request.method !== "POST") {
    response.end(JSON.stringify({ at, most }));
    return;
  }
  open += 1;
  most = Math.max(most, open);
  request.resume();
  setTimeout(() => {
    open -= 1;
    at.push(Date.now());
    response.writeHead(201).end();
  }, takesMs);
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.once("disconnect", () => process.exit());
