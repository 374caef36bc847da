import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readConfiguration } from "./production-config.ts";
import { placeholderOf, problemOf, problemsOf, SECRETS, VARIABLES } from "./settings.ts";
import { EVENT_FAMILIES } from "./setup/payment-webhook-step.ts";
import { QUESTIONS } from "./setup/questions.ts";

/** Names from the settings table in docs/operations.md, with where each is set. */
const rows = [...readFileSync("docs/operations.md", "utf8").matchAll(/^\| (`[A-Z].*?`) \| ([^|]+) \|/gm)];
const written = rows.flatMap(([, names = "", where = ""]) =>
  [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name = ""]) => ({ name, isSecret: where.startsWith("secret") })),
);

test("settings are secrets exactly where the table in docs/operations.md says so", () => {
  const known = [...SECRETS, ...VARIABLES];
  const documented = written.filter(({ name }) => known.includes(name));
  expect(documented.length).toBeGreaterThan(25);
  expect(known.filter((name) => !/_\d+$/.test(name) && !documented.some((row) => row.name === name))).toEqual([]);
  for (const { name, isSecret } of documented) expect(SECRETS.includes(name), name).toBe(isSecret);
  expect(
    SECRETS.filter((name) => !/_\d+$/.test(name) && !written.some((row) => row.name === name && row.isSecret)),
  ).toEqual([]);
});

test("every secret that wrangler.toml requires is known, and every setup question is about a setting", () => {
  for (const name of readConfiguration(".").secrets.required) expect(SECRETS).toContain(name);
  const settings = [...SECRETS, ...VARIABLES, "D1_LOCATION"];
  expect(QUESTIONS.map(({ name }) => name).filter((name) => !settings.includes(name))).toEqual([]);
});

test("every secret's placeholder is a value that the Worker accepts", () => {
  for (const name of SECRETS) expect(problemOf(name, placeholderOf(name)), name).toBeNull();
});

test("a setting that the Worker would reject is reported by name", () => {
  expect(problemsOf({ APP_URL: "https://operator.com/" }).join("\n")).toMatch(/APP_URL: must be an origin/);
});

test("PayPal's webhook subscribes to every event family that the Worker applies", () => {
  const source = readFileSync("worker/money/paypal/sync-event.ts", "utf8");
  const applied = [...source.matchAll(/"([A-Z]+\.[A-Z]+\.)"/g)].map(([, family]) => family);
  // PayPal's old name for disputes: no longer subscribed to, but still understood if it arrives.
  expect(new Set(applied)).toEqual(new Set([...EVENT_FAMILIES, "RISK.DISPUTE."]));
});
