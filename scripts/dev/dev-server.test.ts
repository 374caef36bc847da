import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import getPort from "get-port";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startDevServer } from "./dev-server.ts";

/** A Worker that reports the request it got, with a cookie and a partial response. */
const worker = createServer((request, answer) => {
  const { method, url, headers } = request;
  answer.writeHead(206, { "set-cookie": "media_pass=1; Path=/", "content-range": "bytes 0-1/9" });
  answer.end(`${method} ${url} ${headers.range} ${headers.cookie}`);
});
let appUrl: string;
let close: () => Promise<void>;

beforeAll(async () => {
  await once(worker.listen(0, "127.0.0.1"), "listening");
  const port = await getPort();
  appUrl = `http://localhost:${port}`;
  const workerUrl = `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
  const server = await startDevServer({ port, appUrl, workerUrl });
  close = () => server.close();
});
afterAll(async () => {
  await close();
  worker.close();
});

test("an app page is Vite's index, with React Fast Refresh and no content security policy", async () => {
  const response = await fetch(`${appUrl}/content/2026-11-24?key=1`);
  const html = await response.text();
  for (const part of ["/@vite/client", "/@react-refresh", 'src="/app/main.tsx"']) expect(html).toContain(part);
  expect(response.headers.has("content-security-policy")).toBe(false);
});

test("a public page is rendered from source at its own address, and an unknown path gets the 404 page", async () => {
  const html = await (await fetch(`${appUrl}/terms`)).text();
  expect(html).toContain(`<link rel="canonical" href="${appUrl}/terms"/>`);
  expect(html).toContain('href="/public/public.css"');
  const missing = await fetch(`${appUrl}/nowhere`);
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain("404 Page Not Found");
});

test("ranges and cookies pass to the Worker and back, and a one-click unsubscribe reaches it too", async () => {
  const headers = { range: "bytes=0-1", cookie: "media_pass=1" };
  const part = await fetch(`${appUrl}/audio/day.mp3?v=1`, { headers });
  expect(part.status).toBe(206);
  expect(part.headers.get("content-range")).toBe("bytes 0-1/9");
  expect(part.headers.getSetCookie()).toEqual(["media_pass=1; Path=/"]);
  expect(await part.text()).toBe("GET /audio/day.mp3?v=1 bytes=0-1 media_pass=1");
  const click = await fetch(`${appUrl}/unsubscribe?member=1`, { method: "POST" });
  expect(await click.text()).toContain("POST /unsubscribe?member=1");
});
