import { expect, test } from "vitest";
import { checkoutOffers } from "#domain/contract/money/checkout.ts";
import { profileResponse } from "#domain/contract/profile.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, keysOf } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { applyAccessChanges } from "../../access/apply-access-changes.ts";
import { selectMember, selectMemberByEmail } from "../../account/member/members.queries.ts";
import { syncSubscription } from "./sync-subscription.ts";

const YEAR_MS = 365 * DAY_MS;

const read = async (id: string) => {
  const member = await selectMember(db, id).get();
  if (!member) throw new Error("There is no such member.");
  return member;
};
const noteOf = async (token: string) => {
  const { offers } = checkoutOffers.parse(await (await request("/api/checkout", { token })).json());
  const offer = offers.find(({ plan }) => plan === "annual");
  return `${offer?.consentText} ${offer?.note}`;
};

/** A member with one grant that no one has paid for. */
async function given(
  source: "trial" | "import" | "administrator" | "subscription",
  plan: "monthly" | "annual" = "monthly",
) {
  const end = Date.now() + YEAR_MS;
  const words = {
    subscriptionType: source === "trial" ? "trial" : plan,
    subscriptionStatus: source === "trial" ? "trial" : "active",
  };
  const member = await createMember({ ...words, accessEndsAt: end, subscriptionEndsAt: end } as Parameters<
    typeof createMember
  >[0]);
  await rowsOf(
    "update access_grants set source = ?, plan = ?, until = ? where member_id = ?",
    source,
    plan,
    end,
    member.id,
  );
  return { member, end, token: await tokenFor(member) };
}

test("a trial member who buys an annual plan keeps trial rights until the first charge and sees both dates", async () => {
  const { member, end, token } = await given("trial");
  const day = /PayPal charges \$79\.99 on .*, 20\d\d, .* before your access ends\..*extras start that day/s;
  expect(await noteOf(token)).toMatch(day);
  const { subscriptionId } = await buy({ plan: "annual", token });
  expect(await read(member.id)).toMatchObject({
    highestPlan: "monthly",
    subscriptionType: "trial",
    subscriptionEndsAt: end,
    accessEndsAt: end + 48 * HOUR_MS,
  });
  const profile = profileResponse.parse(await (await request("/api/user/profile", { token })).json());
  expect(profile).toMatchObject({ subscriptionEndDate: new Date(end).toISOString(), subscriptionEndDay: null });
  const mine = await (await request("/api/user/subscription", { token })).json();
  const nextBillingAt = new Date(Math.floor(end / 1000) * 1000).toISOString();
  expect(mine).toMatchObject({ subscription: { plan: "annual", state: "active", nextBillingAt } });
  // Another reading changes nothing, and the first charge opens the year.
  await syncSubscription(contextAt(Date.now()), subscriptionId);
  expect((await read(member.id)).highestPlan).toBe("monthly");
  await payPal.control({ action: "advance", id: subscriptionId, to: end + HOUR_MS });
  await report(subscriptionId, "PAYMENT.SALE.COMPLETED", { now: end + HOUR_MS });
  expect(await read(member.id)).toMatchObject({ highestPlan: "annual", subscriptionType: "annual" });
});

test("an annual plan cancelled and approved again during a trial still doesn't give annual rights", async () => {
  const { member, token } = await given("trial");
  for (let times = 0; times < 2; times += 1) {
    await buy({ plan: "annual", token });
    expect((await read(member.id)).highestPlan).toBe("monthly");
    await request("/api/user/subscription/cancel", { token, json: {} });
  }
  expect((await read(member.id)).highestPlan).toBe("monthly");
});

test("access has no gap between the trial's end and the first charge", async () => {
  const { member, end, token } = await given("trial");
  await buy({ plan: "annual", token });
  await applyAccessChanges(contextAt(end), { tickAt: end });
  expect(await read(member.id)).toMatchObject({ accessEndsAt: end + 48 * HOUR_MS, subscriptionType: "annual" });
});

test("buying a plan doesn't change the rights from an import's or administrator's grant", async () => {
  for (const source of ["import", "administrator"] as const) {
    const imported = await given(source, "monthly");
    await buy({ plan: "annual", token: imported.token });
    expect((await read(imported.member.id)).highestPlan).toBe("monthly");
  }
  const annual = await given("administrator", "annual");
  await buy({ plan: "annual", token: annual.token });
  expect((await read(annual.member.id)).highestPlan).toBe("annual");
  await buy({ token: annual.token });
  expect((await read(annual.member.id)).highestPlan).toBe("annual");
});

test("annual rights start right away during paid time, from a subscription or a gift", async () => {
  const paid = await buy();
  expect(await noteOf(paid.token ?? "")).toMatch(/everything in the annual plan as soon as you approve/);
  await buy({ plan: "annual", token: paid.token ?? "" });
  expect((await read(paid.memberId)).highestPlan).toBe("annual");

  const gift = await buyGift({ plan: "monthly" });
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
  const [member] = await selectMemberByEmail(db, gift.recipientEmail);
  if (!member) throw new Error("The gift has made no account.");
  const token = await tokenFor(member);
  expect(await noteOf(token)).toMatch(/everything in the annual plan as soon as you approve/);
  await buy({ plan: "annual", token });
  expect((await read(member.id)).highestPlan).toBe("annual");
});

test("a month's gift during a year-long trial doesn't grant annual rights, and the offer says so", async () => {
  const { member, token } = await given("trial");
  const gift = await buyGift({ plan: "monthly", recipientEmail: member.email });
  const json = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
  expect(await noteOf(token)).toMatch(/extras start that day/);
  await buy({ plan: "annual", token });
  expect((await read(member.id)).highestPlan).toBe("monthly");
});

test("a month's gift after an administrator's upcoming grant doesn't grant annual rights", async () => {
  const paid = await buy();
  const token = paid.token ?? "";
  await request("/api/user/subscription/cancel", { token, json: {} });
  const json = { requestId: crypto.randomUUID(), plan: "monthly", months: 12, reason: "Sorry" };
  const granted = await request(`/api/admin/members/${paid.memberId}/grants`, { admin: true, json });
  expect(granted.status).toBe(200);
  const gift = await buyGift({ plan: "monthly", recipientEmail: paid.email ?? "" });
  const key = { token: keysOf(gift).token, consent: true };
  expect((await request("/api/gifts/redeem", { json: key, token, address: uniqueAddress() })).status).toBe(200);
  expect(await noteOf(token)).toMatch(/extras start that day/);
  await buy({ plan: "annual", token });
  expect((await read(paid.memberId)).highestPlan).toBe("monthly");
});

test.for([false, true])(
  "after a 0.1.0 import, a plan starts and charges when the imported access ends (gift after it: %s)",
  async (isGiven) => {
    const { member, token, end } = await given("subscription");
    // As the migration wrote it.
    await rowsOf("update access_grants set source_id = 'account:' || member_id where member_id = ?", member.id);
    if (isGiven) {
      const gift = await buyGift({ plan: "monthly", recipientEmail: member.email });
      const json = { token: keysOf(gift).token, consent: true };
      expect((await request("/api/gifts/redeem", { json, address: uniqueAddress() })).status).toBe(200);
    }
    expect(await noteOf(token)).toMatch(/extras start that day/);
    const { subscriptionId } = await buy({ plan: "annual", token });
    expect((await payPal.subscription(subscriptionId)).payments).toEqual([]);
    const { highestPlan, accessEndsAt } = await read(member.id);
    expect(highestPlan).toBe("monthly");
    expect(accessEndsAt).toBeGreaterThanOrEqual(end + 48 * HOUR_MS);
  },
);

test("a paid month during a year-long trial doesn't grant annual rights for the year", async () => {
  const { member, token } = await given("trial");
  const month = await buy();
  await rowsOf("update access_grants set member_id = ? where source_id = ?", member.id, month.subscriptionId);
  await rowsOf("update subscriptions set member_id = ? where id = ?", member.id, month.subscriptionId);
  await buy({ plan: "annual", token });
  expect((await read(member.id)).highestPlan).toBe("monthly");
});

test("a plan approved during a trial under the old rule keeps its annual rights", async () => {
  const { member, token } = await given("trial");
  const { subscriptionId } = await buy({ plan: "annual", token });
  await rowsOf("update subscriptions set unpaid_from = null, unpaid_until = null where id = ?", subscriptionId);
  await syncSubscription(contextAt(Date.now()), subscriptionId);
  expect((await read(member.id)).highestPlan).toBe("annual");
});
