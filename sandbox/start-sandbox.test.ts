import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { sandboxUnderTest } from "./sandbox-under-test.ts";
import { PortTakenError, startSandbox } from "./start-sandbox.ts";

test("the sandbox responds on every address that localhost can resolve to", async () => {
  const { url } = await sandboxUnderTest();
  const { port } = new URL(url);

  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(await (await fetch(`http://${host}:${port}/health`)).json()).toEqual({ ok: true });
  }
});

test("an idle connection stays open, so no client loses a request to a closing connection", async () => {
  const { url } = await sandboxUnderTest();
  const { headers } = await fetch(`${url}/health`);
  expect([headers.get("connection"), headers.get("keep-alive")]).toEqual(["keep-alive", null]);
});

/** A server on one loopback address, at a port that is free on the other. */
async function holdPort(host: string, otherHost: string): Promise<number> {
  const server = createServer();
  await once(server.listen(0, host), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const probe = createServer();
  const isFree = await once(probe.listen(port, otherHost), "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return holdPort(host, otherHost);
  await promisify(probe.close.bind(probe))();
  return port;
}

test.each([
  ["127.0.0.1", "::1"],
  ["::1", "127.0.0.1"],
])("a port taken on %s is named in the error and nothing is left listening on %s", async (host, otherHost) => {
  const port = await holdPort(host, otherHost);

  await expect(startSandbox({ port })).rejects.toThrow(PortTakenError);

  const other = connect(port, otherHost);
  await expect(once(other, "connect")).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

test("closing frees the port even if a client keeps its connection open", async () => {
  const { url, close } = await startSandbox({ port: 0 });
  const client = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void client.destroy());
  await once(client, "connect");

  await close();

  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test("two sandboxes share nothing", async () => {
  const [one, two] = [await sandboxUnderTest(), await sandboxUnderTest()];

  await one.arm({ kind: "cut" });

  expect(await one.faults()).toHaveLength(1);
  expect(await two.faults()).toEqual([]);
});
