import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { STAYS_OPEN } from "./start-sandbox.ts";

/** A server for one test on a free port; returns its address. */
export async function serverUnderTest(listener: RequestListener): Promise<string> {
  const server = createServer(STAYS_OPEN, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
