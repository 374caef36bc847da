import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

function written(): string[] {
  const files = readdirSync(join(ROOT, "worker"), { recursive: true, encoding: "utf8" });
  const own = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const code = own.map((file) => readFileSync(join(ROOT, "worker", file), "utf8")).join("\n");
  const calls = code.matchAll(/\blog\(\s*[^,;{}]+,\s*"([a-z_]+)"/g);
  return [...new Set([...calls].map(([, event = ""]) => event))];
}

test("the operations page explains every Worker log line", () => {
  const page = readFileSync(join(ROOT, "docs/operations.md"), "utf8");
  const events = written();
  expect(events).toContain("paypal_call_failed");
  expect(events.filter((event) => !page.includes(`\`${event}\``))).toEqual([]);
});
