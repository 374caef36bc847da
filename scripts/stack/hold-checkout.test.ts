import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { holdCheckout } from "./hold-checkout.ts";
import { PlainError } from "./run-tool.ts";

const HOLD = `import { holdCheckout } from "./scripts/stack/hold-checkout.ts";
holdCheckout(process.argv[1], "none");
console.log("held");
setInterval(() => {}, 1000);`;

test("a second start reports where the first is running, until the first ends, even by SIGKILL", async () => {
  const folder = mkdtempSync(join(tmpdir(), "daybolt-checkout-"));
  const varsFile = join(folder, "vars");
  writeFileSync(varsFile, 'APP_URL="http://localhost:9000"\n');
  const first = spawn(process.execPath, ["--input-type=module", "--eval", HOLD, folder], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void first.kill("SIGKILL"));
  await once(first.stdout, "data");
  expect(() => holdCheckout(folder, varsFile)).toThrow(PlainError);
  expect(() => holdCheckout(folder, varsFile)).toThrow("already running from this folder, at http://localhost:9000");
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(() => holdCheckout(folder, varsFile)).not.toThrow();
});
