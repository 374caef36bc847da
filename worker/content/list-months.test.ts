import { beforeAll, expect, test } from "vitest";
import { contentMonths } from "#domain/contract/content/content.ts";
import { createItem, createMember, setMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const NOON_OF_THE_20TH = Date.parse("2025-08-20T17:00:00Z");

beforeAll(async () => {
  for (const day of [12, 20, 21]) await createItem(`2025-08-${day}`);
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
