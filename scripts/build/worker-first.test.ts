import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every static file goes through the Worker for its headers, unless its folder sets its own", () => {
  const [, list = ""] = /^run_worker_first = \[(.*)\]$/m.exec(readFileSync("wrangler.toml", "utf8")) ?? [];
  const patterns = list.split(",").map((pattern) => pattern.trim().replaceAll('"', ""));
  // Cloudflare reads _headers itself and never serves it.
  const entries = readdirSync("web/static", { withFileTypes: true }).filter(({ name }) => name !== "_headers");
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(files.length).toBeGreaterThan(0);
  for (const file of [...files, "service-worker.js"]) expect(patterns).toContain(`/${file}`);
  for (const shell of ["app", "public"]) expect(patterns).toContain(`/${shell}/*`);
  const headers = readFileSync("web/static/_headers", "utf8");
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    expect(headers).toMatch(
      new RegExp(
        `^/${name}/\\*\\n  Cache-Control: public, max-age=\\d+\\n(  .*\\n)*?  X-Content-Type-Options: nosniff$`,
        "m",
      ),
    );
  }
});
