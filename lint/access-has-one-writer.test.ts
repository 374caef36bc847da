import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OWNER = "worker/access/access-grants.queries.ts";

const PROPERTY =
  /\b(accessEndsAt|subscriptionType|subscriptionStatus|subscriptionEndsAt|highestPlan|accessChangesAt)\b/;
const ASSIGNMENT =
  /\b(access_ends_at|subscription_type|subscription_status|subscription_ends_at|highest_plan|access_changes_at)\s*=[^=]/;

/** The text between a call's parentheses. */
function argumentAt(text: string, open: number): string {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(open, at + 1);
  }
  return text.slice(open);
}

/** Whether a source writes columns that are computed from grants, or creates members without them. */
function writesAccess(text: string): boolean {
  const calls = [...text.matchAll(/\.(?:set|values|onConflictDoUpdate)\(/g)];
  const statements = [...text.matchAll(/\b(?:update|insert into)\s+members\b[^`]*/g)];
  return (
    /\.insert\(members\)/.test(text) ||
    calls.some((call) => PROPERTY.test(argumentAt(text, call.index + call[0].length - 1))) ||
    statements.some(([statement]) => ASSIGNMENT.test(statement) || statement.startsWith("insert"))
  );
}

test('only the owner of access writes what is recomputed from the grants (docs/rules/access.md, "Membership")', () => {
  const sources = ["worker", "scripts"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => `${folder}/${file}`),
  );
  expect(sources.filter((file) => writesAccess(readFileSync(join(ROOT, file), "utf8")))).toEqual([OWNER]);
});

test.each([
  "db.update(members).set({ updatedAt: now, accessEndsAt: end(now) })",
  "db.insert(members).values(row)",
  "sql`update members set highest_plan = 'annual'`",
  "sql`\n  update members as m\n  set wake_up_hour = 5, subscription_status = ?1`",
])("the check catches %s", (text) => {
  expect(writesAccess(text)).toBe(true);
});

test.each([
  "db.update(members).set({ passwordHash }).returning({ type: members.subscriptionType })",
  "sql`select id from members where access_changes_at = 5`",
  "sql`update members set updated_at = 5`",
])("the check allows %s", (text) => {
  expect(writesAccess(text)).toBe(false);
});
