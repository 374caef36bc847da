import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { sandboxUnderTest } from "./sandbox-under-test.ts";
import { PortTakenError, startSandbox } from "./start-sandbox.ts";

test("the sandbox answers under every address that localhost may mean", async () => {
  const { url } = await sandboxUnderTest();
  const { port } = new URL(url);

  for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(await (await fetch(`http://${host}:${port}/health`)).json()).toEqual({ ok: true });
  }
});

test.each(["127.0.0.1", "::1"])(
  "a port taken on %s is named in the error and nothing is left listening",
  async (host) => {
    // Free on both addresses, as one that the system picks for the host alone need not be.
    const free = await startSandbox({ port: 0 });
    await free.close();
    const port = Number(new URL(free.url).port);
    const other = createServer();
    onTestFinished(() => void other.close());
    await new Promise<void>((resolve) => other.listen(port, host, resolve));

    await expect(startSandbox({ port })).rejects.toThrow(PortTakenError);
    await expect(fetch(`http://${host === "::1" ? "127.0.0.1" : "[::1]"}:${port}/health`)).rejects.toThrow();
  },
);

test("closing frees the port, though a client keeps its connection open", async () => {
  const first = await startSandbox({ port: 0 });
  await fetch(`${first.url}/health`);
  await first.close();

  const second = await startSandbox({ port: Number(new URL(first.url).port) });
  onTestFinished(second.close);

  expect((await fetch(`${second.url}/health`)).status).toBe(200);
});

test("two sandboxes share nothing", async () => {
  const [one, two] = [await sandboxUnderTest(), await sandboxUnderTest()];

  await one.arm({ kind: "cut" });

  expect(await one.faults()).toHaveLength(1);
  expect(await two.faults()).toEqual([]);
});
