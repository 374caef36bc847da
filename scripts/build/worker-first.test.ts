import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every file that is no hashed one passes the Worker, which gives it its headers", () => {
  const [, list = ""] = /^run_worker_first = \[(.*)\]$/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  const patterns = list.split(",").map((pattern) => pattern.trim().replaceAll('"', ""));
  // _headers itself is read by Cloudflare and never served.
  const files = readdirSync("web/static").filter((name) => name !== "_headers");
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(patterns).toContain(`/${file}`);
  for (const shell of ["app", "public"]) expect(patterns).toContain(`/${shell}/*`);
});
