import { expect, test } from "vitest";
import { findingsOfHealth } from "./health-findings.ts";

const lastTickAt = null;

test.for([
  ["no answer", null, ["Worker"], /wrangler tail/],
  ["no database", { status: "failing", lastTickAt }, ["Database"], /status page/],
  ["no tick", { status: "late", lastTickAt }, ["Scheduler", "System check"], /cron triggers/],
  ["nothing known", { status: "ok", lastTickAt }, ["System check"], /unhandled/],
] as const)("%s is reported as failing, with a fix", ([, health, names, fix]) => {
  const findings = findingsOfHealth(health);
  expect(findings.map(({ name }) => name)).toEqual(names);
  expect(findings.every(({ state }) => state === "failing")).toBe(true);
  expect(findings[0]?.fix).toMatch(fix);
});

test("wrong settings are listed by name", () => {
  const [finding] = findingsOfHealth({ status: "misconfigured", lastTickAt, wrong: ["APP_SECRET", "APP_URL"] });
  expect(finding).toMatchObject({ name: "Settings", text: expect.stringContaining("wrong: APP_SECRET, APP_URL.") });
  expect(finding?.fix).toContain("secret put");
});
