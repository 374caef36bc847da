import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { leanIcon } from "./lean-modules.ts";

const ICONS = "node_modules/lucide-react/dist/esm/icons";

test("an icon keeps its shapes and loses what only other tools read", () => {
  const before = readFileSync(`${ICONS}/circle-check.mjs`, "utf8");
  for (const left of ["aliases:", "key:", "name:", "__iconData.node;"]) expect(before).toContain(left);
  const after = leanIcon(before);
  for (const left of ["aliases:", "key:", "name:", "__iconData.node;"]) expect(after).not.toContain(left);
  expect(after).toContain('["circle", { cx: "12", cy: "12", r: "10" }]');
  expect(after).toContain('["path", { d: "m16 9-5.5 5.5L8 12" }]');
  expect(after).toContain("createLucideIcon(__iconData)");
});

test("what the build replaces is still where it looks for it", () => {
  expect(readFileSync(`${ICONS}/x.mjs`, "utf8")).toContain("from '../createLucideIcon.mjs'");
  expect(readFileSync("node_modules/hono/dist/client/client.js", "utf8")).toContain('from "../utils/cookie.js"');
});
