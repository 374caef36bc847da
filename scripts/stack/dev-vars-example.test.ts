import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfiguration } from "../deploy/production-config.ts";
import { readDevVars, writeDevVars } from "./dev-vars.ts";

const EXAMPLE = ".dev.vars.example";
const REST = "# `npm start` hands over the rest";

test("the committed example matches what npm start writes, except for each machine's own secrets", () => {
  const file = join(mkdtempSync(join(tmpdir(), "daybolt-vars-")), "vars");
  writeDevVars(file, { appUrl: "http://localhost:8787", sandboxUrl: "http://localhost:8788" });
  const own = readDevVars(file).set("APP_SECRET", "any").set("PUSH_SECRET", "");
  const example = readDevVars(EXAMPLE);
  expect(example.get("PUSH_SECRET")).toBe("");
  expect(example.get("APP_SECRET")?.length).toBeGreaterThanOrEqual(32);
  expect(Object.fromEntries(example.set("APP_SECRET", "any"))).toEqual(Object.fromEntries(own));
});

test("every example variable has a comment, and those that plain wrangler reads are listed separately", () => {
  const text = readFileSync(EXAMPLE, "utf8");
  expect([...text.matchAll(/^# .+\n\w+=/gm)]).toHaveLength(readDevVars(EXAMPLE).size);
  const { vars, secrets } = readConfiguration(".");
  const namesIn = (part = "") => [...part.matchAll(/^(\w+)=/gm)].map(([, name = ""]) => name);
  const isTaken = (name: string) => name in vars || secrets.required.includes(name);
  const [taken, rest] = text.split(REST);
  expect(namesIn(taken).filter((name) => !isTaken(name))).toEqual([]);
  expect(namesIn(rest).filter(isTaken)).toEqual([]);
});
