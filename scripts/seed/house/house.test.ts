import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import getPort from "get-port";
import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { sessionResponse } from "#domain/contract/account.ts";
import { overviewResponse } from "#domain/contract/health.ts";
import { memberList } from "#domain/contract/member-list.ts";
import { memberFile } from "#domain/contract/members.ts";
import { moneyMonths } from "#domain/contract/money/ledger.ts";
import { memberPayments, mySubscription } from "#domain/contract/money/subscriptions.ts";
import { profileResponse } from "#domain/contract/profile.ts";
import { engagementResponse, streakResponse } from "#domain/contract/progress.ts";
import { sandboxClient } from "#sandbox/sandbox-client.ts";
import { DEMO_ADMIN_PASSWORD } from "../../stack/dev-vars.ts";
import { type Stack, startStack } from "../../stack/stack.ts";
import { tick } from "../../stack/worker.ts";
import { DEMO_PASSWORD } from "../seed-members.ts";
import { RESIDENTS } from "./residents.ts";

const stateDir = mkdtempSync(join(tmpdir(), "daybolt-house-"));
const ADMIN = { "x-admin-password": DEMO_ADMIN_PASSWORD };
let running: Stack | undefined;

afterAll(async () => {
  await running?.stop();
  rmSync(stateDir, { recursive: true, force: true });
});

/** Each start has an empty PayPal, since the sandbox forgets everything when it stops. */
async function startAgain(): Promise<Stack> {
  await running?.stop();
  const ports = { port: await getPort(), sandboxPort: await getPort() };
  const varsFile = join(stateDir, "vars");
  running = await startStack({ ...ports, stateDir, varsFile, hasHouse: true, onStep: () => undefined });
  return running;
}

async function ask<Schema extends z.ZodType>(path: string, schema: Schema, headers: object, body?: object) {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const appUrl = running?.appUrl ?? "";
  const answer = await fetch(`${appUrl}/api/${path}`, {
    headers: { "content-type": "application/json", origin: appUrl, ...headers },
    ...sent,
  });
  expect(`${path} ${answer.status}`).toBe(`${path} 200`);
  return schema.parse(await answer.json());
}

async function logIn(email: string) {
  const { token } = await ask("auth/login", sessionResponse, {}, { email, password: DEMO_PASSWORD });
  return { authorization: `Bearer ${token}` };
}

/** What the pages of a demo member, the administrator's page about them, and PayPal say. */
async function pagesOf(email: string, id: string) {
  const member = await logIn(email);
  return {
    profile: await ask("user/profile", profileResponse, member),
    mine: await ask("user/subscription", mySubscription, member),
    streak: await ask("user/streak", streakResponse, member),
    engagement: await ask("user/engagement", engagementResponse, member),
    file: await ask(`admin/members/${id}`, memberFile, ADMIN),
    paid: await ask(`admin/members/${id}/payments`, memberPayments, ADMIN),
    atPayPal: await sandboxClient(running?.sandboxUrl ?? "").paypal.subscriptions({ email }),
  };
}

type Pages = Awaited<ReturnType<typeof pagesOf>>;

async function allPages(): Promise<Record<string, Pages>> {
  const { members } = await ask("admin/members", memberList, ADMIN);
  expect(members.map(({ email }) => email).sort()).toEqual(RESIDENTS.map(({ email }) => email).sort());
  const pages: Record<string, Pages> = {};
  for (const { email, id } of members) pages[email] = await pagesOf(email, id);
  return pages;
}

/** Without what differs between two looks at the same house: PayPal's clock and note, and the devices that logged in to look. */
const still = (pages: Record<string, Pages>) => {
  const differs = ["clock", "statusNote", "sessions"];
  return JSON.parse(JSON.stringify(pages, (key, value) => (differs.includes(key) ? undefined : value)));
};

const millis = (text: string | null | undefined) => (text ? Date.parse(text) : null);

function expectAgreement({ profile, mine, streak, engagement, file, paid, atPayPal }: Pages): void {
  expect(file.profile).toMatchObject({ subscriptionType: profile.subscriptionType, hasAccess: true });
  expect(file.progress?.itemsCompleted).toBe(engagement.itemsCompleted);
  expect(file.progress?.lastCompletedDate).toBe(streak.lastCompletedDate);
  expect(engagement).toMatchObject({ currentStreak: streak.currentStreak, longestStreak: streak.longestStreak });
  expect(engagement.itemsCompleted).toBeGreaterThan(2);
  const [subscription] = atPayPal;
  expect(atPayPal).toHaveLength(profile.subscriptionType === "trial" ? 0 : 1);
  expect(mine.subscription?.id).toBe(subscription?.id);
  expect(mine.subscription?.plan ?? "trial").toBe(profile.subscriptionType);
  const payments = subscription?.payments.map(({ id, cents, time }) => [id, cents, time]).reverse() ?? [];
  expect(mine.payments.map((one) => [one.id, one.amountCents, millis(one.paidAt)])).toEqual(payments);
  expect(paid.payments.map((one) => [one.id, one.amountCents, millis(one.paidAt)])).toEqual(payments);
  expect(paid.subscriptions.map(({ id, status }) => [id, status])).toEqual(
    atPayPal.map(({ id, status }) => [id, status]),
  );
  expect(paid.subscriptions.filter(({ difference }) => difference !== null)).toEqual([]);
  if (mine.subscription?.state !== "active") return;
  expect(millis(mine.subscription.nextBillingAt)).toBe(subscription?.nextBillingTime);
  expect(profile.subscriptionEndDate).toBe(mine.subscription.nextBillingAt);
}

test("all pages agree about the demo members, a second start changes nothing, and PayPal keeps later changes", {
  timeout: 900_000,
}, async () => {
  await startAgain();
  const first = await allPages();
  for (const pages of Object.values(first)) expectAgreement(pages);
  const states = Object.entries(first).map(([email, { mine }]) => [email, mine.subscription?.state ?? "none"]);
  expect(Object.fromEntries(states)).toEqual({
    "member@daybolt.test": "active",
    "vip@daybolt.test": "active",
    "trial@daybolt.test": "none",
    "leaving@daybolt.test": "ends",
    "pastdue@daybolt.test": "payment_failed",
  });
  const streaks = ["member@daybolt.test", "trial@daybolt.test"].map((email) => first[email]?.streak.currentStreak);
  expect(streaks).toEqual([11, 3]);
  const { money, needs } = await ask("admin/overview", overviewResponse, ADMIN);
  expect(money).toMatchObject({ failedPayments: 1, differingSubscriptions: 0, healedDifferences: 0, doubles: [] });
  expect((money?.giftsToDeliver ?? 0) + (money?.giftsToRedeem ?? 0)).toBe(1);
  expect(needs.hasLiveEvent).toBe(true);
  const { months } = await ask("admin/payments/months", moneyMonths, ADMIN);
  expect(months.filter(({ members }) => members !== null).length).toBeGreaterThan(1);

  await tick(running?.workerUrl ?? "", Date.now());
  const mails = await sandboxClient(running?.sandboxUrl ?? "").outbox();
  expect(mails.length).toBeGreaterThan(8);

  await startAgain();
  expect(still(await allPages())).toEqual(still(first));
  expect(await sandboxClient(running?.sandboxUrl ?? "").outbox()).toEqual(mails);

  const { subscription } = await ask(
    "user/subscription/cancel",
    mySubscription,
    await logIn("member@daybolt.test"),
    {},
  );
  const { paypal } = sandboxClient(running?.sandboxUrl ?? "");
  const deliveries = async () => (await paypal.events(subscription?.id ?? "")).map(({ state }) => state);
  await expect.poll(deliveries).toEqual(["delivered"]);
  const cancelled = await allPages();
  expect(cancelled["member@daybolt.test"]?.mine.subscription?.state).toBe("ends");
  const orders = await paypal.orders();
  await startAgain();
  const again = await allPages();
  expect(still(again)).toEqual(still(cancelled));
  for (const { paid, file } of Object.values(again)) {
    expect(file.grants.filter(({ source }) => source === "subscription")).toHaveLength(paid.subscriptions.length);
    for (const { id } of paid.subscriptions) {
      const path = `admin/members/${file.profile.id}/subscriptions/${id}/heal`;
      await ask(path, z.object({ message: z.string() }), ADMIN, {});
    }
  }
  for (const pages of Object.values(await allPages())) expectAgreement(pages);
  const recalled = await sandboxClient(running?.sandboxUrl ?? "").paypal.orders();
  expect(recalled.map(({ clock: _, ...order }) => order)).toEqual(orders.map(({ clock: _, ...order }) => order));
});
