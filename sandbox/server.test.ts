import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { sandboxUnderTest } from "./sandbox-under-test.ts";

function startScript(env: Record<string, string>) {
  const script = fileURLToPath(new URL("server.ts", import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

async function lastWords(child: ChildProcess) {
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  const [code] = await once(child, "close");
  return { code, errors };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "the start script prints its address and stops cleanly on %s",
  async (signal) => {
    const child = startScript({ SANDBOX_PORT: "0" });

    const [line] = await once(child.stdout as NonNullable<typeof child.stdout>, "data");
    const url = /http:\/\/localhost:\d+/.exec(String(line))?.[0];
    expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill(signal);

    expect(await lastWords(child)).toEqual({ code: 0, errors: "" });
  },
);

test("the start script says in one sentence that the port is taken", async () => {
  const { url } = await sandboxUnderTest();
  const { port } = new URL(url);

  expect(await lastWords(startScript({ SANDBOX_PORT: port }))).toEqual({
    code: 1,
    errors: `The sandbox cannot start: port ${port} is in use; stop that program or set SANDBOX_PORT.\n`,
  });
});

test("a setting that makes no sense stops the start script", async () => {
  expect(await lastWords(startScript({ SANDBOX_PORT: "0", SANDBOX_RESEND_RATE: "fast" }))).toEqual({
    code: 1,
    errors: expect.stringContaining("SANDBOX_RESEND_RATE"),
  });
});
