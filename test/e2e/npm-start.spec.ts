import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "@playwright/test";
import getPort from "get-port";
import { startStack } from "../../scripts/stack/stack.ts";
import { tick } from "../../scripts/stack/worker.ts";
import { test } from "./support/journey.ts";

test("npm start's stack responds, ticks, and logs a line for each request", { tag: "@deep" }, async ({ page }) => {
  // Wrangler migrates and bundles here, which takes most of a minute on two idle cores.
  test.slow();
  const stateDir = await mkdtemp(join(tmpdir(), "daybolt-start-"));
  const [port, sandboxPort] = [await getPort(), await getPort()];
  const stack = await startStack({
    port,
    sandboxPort,
    stateDir,
    varsFile: join(stateDir, "vars"),
    onStep: (text) => console.log(`${text} …`),
  });
  await page.goto(`${stack.appUrl}/login`);
  await expect(page.getByRole("button", { name: "Login", exact: true })).toBeEnabled();
  await tick(stack.appUrl, Date.now());
  const verified = await fetch(`${stack.appUrl}/api/auth/verify`);
  const requestId = verified.headers.get("x-request-id") ?? "no id";
  await expect.poll(() => readFile(stack.logFile, "utf8")).toContain(requestId);
  await stack.stop();
  await rm(stateDir, { recursive: true, force: true });
});
