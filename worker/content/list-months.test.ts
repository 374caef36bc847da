import { beforeAll, expect, test } from "vitest";
import { contentMonths } from "#domain/contract/content/content.ts";
import { createItem, createMember, setMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { NewMember } from "../account/member/member.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const NOON_OF_THE_20TH = Date.parse("2025-08-20T17:00:00Z");

beforeAll(async () => {
  await createItem("2025-08-11");
  await createItem("2025-08-12");
  await createItem("2025-08-18", { hidden: true });
  await createItem("2025-08-19", { status: "draft" });
  await createItem("2025-08-20", { status: "scheduled" });
  await createItem("2025-08-21");
  await createItem("2025-08-22", { status: "scheduled" });
  await createItem("2025-08-23");
  await createItem("2025-08-31");
  await createItem("2025-09-01");
  await createItem("2025-10-01", { status: "scheduled" });
});

async function months(overrides: Partial<NewMember>, now = NOON_OF_THE_20TH) {
  const token = await tokenFor(await createMember({ ...FOREVER, ...overrides }), now);
  return contentMonths.parse(await (await request("/api/content/months", { token, now })).json());
}

test("the list has every month with content, and counts what's released to the member", async () => {
  const august = { year: 2025, month: 8, completed: 0 };
  const september = { year: 2025, month: 9, completed: 0 };
  expect(await months({})).toEqual([
    { ...august, total: 2 },
    { ...september, total: 0 },
  ]);
  expect(await months({ subscriptionType: "annual" })).toEqual([
    { ...august, total: 3 },
    { ...september, total: 0 },
  ]);
  expect(await months({ timezone: "Pacific/Kiritimati" }, Date.parse("2025-08-21T10:00:00Z"))).toMatchObject([
    { total: 4 },
    {},
  ]);
  expect(await months({}, Date.parse("2025-08-31T12:00:00Z"))).toEqual([
    { ...august, total: 6 },
    { ...september, total: 0 },
  ]);
  expect(await months({}, Date.parse("2025-10-01T12:00:00Z"))).toEqual([
    { ...august, total: 6 },
    { ...september, total: 1 },
    { year: 2025, month: 10, completed: 0, total: 1 },
  ]);
});

test("a month counts the items that the member completed", async () => {
  const member = await createMember({ ...FOREVER, subscriptionType: "annual" });
  const token = await tokenFor(member, NOON_OF_THE_20TH);
  for (const date of ["2025-08-12", "2025-08-21"]) {
    await request(`/api/progress/${date}`, { json: { totalWatched: true }, token, now: NOON_OF_THE_20TH });
  }
  const completed = async () => {
    const response = await request("/api/content/months", { token, now: NOON_OF_THE_20TH });
    return contentMonths.parse(await response.json())[0];
  };
  expect(await completed()).toMatchObject({ total: 3, completed: 2 });
  // Items no longer released don't count as completed either, so there are never more completed than total.
  await setMember(member.id, { highestPlan: "monthly" });
  expect(await completed()).toMatchObject({ total: 2, completed: 1 });
});
