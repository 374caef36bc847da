import { expect, test } from "vitest";
import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { DAY_MS } from "#domain/durations.ts";
import { tokenFor } from "#test/worker/factories.ts";
import { accessEndOf, buy, payPal } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";

test("deletion forfeits the paid time, cancelled or not, and grace time only once it's running", async () => {
  const { subscriptionId, memberId } = await buy();
  const paidEnd = (await payPal.subscription(subscriptionId)).nextBillingTime ?? 0;
  const graceEnd = (await accessEndOf(memberId)) ?? 0;
  expect(graceEnd).toBeGreaterThan(paidEnd + DAY_MS);
  const tokenAt = (now: number) => tokenFor({ id: memberId } as Member, now);
  const endAt = async (now: number) => {
    const response = await request("/api/user/privacy", { token: await tokenAt(now), now });
    return Date.parse((await response.json<PrivacyResponse>()).accessEndsAt ?? "");
  };
  const now = Date.now();
  expect(await endAt(now)).toBe(paidEnd);
  expect(await endAt(paidEnd + DAY_MS)).toBe(graceEnd);
  const cancelled = await request("/api/user/subscription/cancel", { token: await tokenAt(now), json: {} });
  expect(cancelled.status).toBe(200);
  expect(await endAt(now)).toBe(paidEnd);
});
