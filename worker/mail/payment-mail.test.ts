import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { checkouts, gifts, subscriptions } from "#db/schema/payments.ts";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { readConfig } from "../kernel/env.ts";
import { giftKey, giftOrderKey, readGiftKey, readGiftOrderKey } from "../kernel/links/gift-key.ts";
import { type PaymentMailKind, paymentMails } from "./payment-mail.ts";
import { sendDueMails } from "./send-transactional-mails.ts";
import { queueMailOnce, renderTransactionalMail } from "./transactional-mail.ts";
import type { ClaimedMail } from "./transactional-mails.queries.ts";

const config = readConfig(env);

// What is due is asked of the whole house.
beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

/** Every parameter that any kind has; each kind's schema takes its own. */
const PARAMETERS = {
  ...{
    name: "Ana",
    leftText: "7 days",
    number: "7AB-1",
    planText: "Monthly Power-Up",
    periodText: "Nov 22 to Dec 22",
    lines: "one\ntwo",
  },
  ...{ dateText: "November 22, 2026", nextText: "$9.99 on December 22", amountText: "$9.99", taxText: "$0.80" },
  ...{
    accessEndText: "December 3",
    retryText: "PayPal tries again in 5 days.",
    endText: "December 22",
    reasonText: "",
  },
  ...{ accessText: "Your access stays.", fromText: "Monthly", toText: "Annual", startText: "December 22" },
  ...{
    priceText: "$79.99 a year",
    endDateText: "December 22",
    countText: "2 subscriptions",
    deliverText: "December 25",
  },
  ...{
    giverName: "Bo",
    recipientName: "Cy",
    recipientEmail: "cy@daybolt.test",
    lengthText: "12 months",
    message: "Hey",
  },
  ...{ expiresText: "December 25, 2027", giftId: "g-1", addressVersion: 1, subscriptionId: "I-1" },
  ...{ failedAt: 1, renewsAt: 1, endsAt: 1 },
};

function rowOf(kind: PaymentMailKind, parameters: object = PARAMETERS): ClaimedMail {
  const content = { kind, parameters: JSON.stringify(parameters), tokenId: "l-1", toAddress: "ana@daybolt.test" };
  return { ...content, memberId: "m-1" } as ClaimedMail;
}

const KINDS = paymentMails.map((mail) => mail.shape.kind.value);

test.each(KINDS)("%s leaves no place empty, and its links lead to us or to PayPal", (kind) => {
  const mail = renderTransactionalMail(config, rowOf(kind));
  expect(mail).not.toBeNull();
  for (const part of [mail?.subject, mail?.html, mail?.text]) expect(part).not.toMatch(/\{\{|undefined|null/);
  const links = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
  const known = [config.appUrl, "https://www.paypal.com/", "mailto:"];
  expect(links.filter((href) => !known.some((start) => href.startsWith(start)))).toEqual([]);
});

test("a receipt names the tax where it is known, and says nothing of it where it is not", () => {
  const text = (taxText: string | null) =>
    renderTransactionalMail(config, rowOf("payment-receipt", { ...PARAMETERS, taxText }))?.text;
  expect(text("$0.80")).toContain("$9.99, $0.80 of it tax");
  expect(text(null)).not.toContain("tax");
});

test("a giver's words stand in the gift as they were written, and a gift without any has no place for them", () => {
  const html = (message: string) =>
    renderTransactionalMail(config, rowOf("gift", { ...PARAMETERS, message }))?.html ?? "";
  expect(html("Up you get,\nBo <3")).toContain("Up you get,\nBo &lt;3");
  expect(html("")).not.toContain("border-left");
});

test("a gift's key opens that gift at that address version alone, and a giver's key only the giver's page", () => {
  const key = giftKey(config, { giftId: "g-1", addressVersion: 2 });
  expect(readGiftKey(config, key)).toEqual({ giftId: "g-1", addressVersion: 2 });
  expect(readGiftOrderKey(config, giftOrderKey(config, "g-1"))).toBe("g-1");
  const [id, version, hash] = key.split(".");
  for (const forged of [`${id}.3.${hash}`, `g-2.${version}.${hash}`, key.slice(0, -1), giftOrderKey(config, "g-1"), ""])
    expect(readGiftKey(config, forged)).toBeNull();
  for (const forged of [key, "g-1", `g-2.${giftOrderKey(config, "g-1").split(".")[1]}`])
    expect(readGiftOrderKey(config, forged)).toBeNull();
});

async function createSubscription(more: Partial<typeof subscriptions.$inferInsert> = {}) {
  const { id: memberId, email } = await createMember();
  const at = { createdAt: 0, plan: "annual" } as const;
  const id = crypto.randomUUID();
  await db.insert(checkouts).values({
    ...{ ...at, id, priceCents: 7999, currency: "USD", email, emailKey: email, nonceHash: "" },
  });
  const status = { status: "ACTIVE", approvedAt: 0, startsAt: 0, readAt: 0 } as const;
  await db.insert(subscriptions).values({ ...at, id, checkoutId: id, memberId, ...status, ...more });
  return { memberId, email, subscriptionId: id };
}

async function createGift(more: Partial<typeof gifts.$inferInsert> = {}) {
  const id = crypto.randomUUID();
  const recipientEmail = uniqueEmail();
  const who = { giverName: "Bo", giverEmail: uniqueEmail(), recipientName: "Cy", recipientEmail };
  const when = { deliverOn: "2026-12-25", timezone: "America/Chicago", deliverAt: 0, createdAt: 0 };
  const sold = { plan: "annual", priceCents: 7999, currency: "USD", expiresAt: Date.now() + DAY_MS } as const;
  await db.insert(gifts).values({ id, ...sold, ...who, ...when, ...more });
  return { memberId: null, email: recipientEmail, giftId: id };
}

async function createTrial(more: Parameters<typeof createMember>[0] = {}) {
  const trial = {
    subscriptionType: "trial",
    subscriptionStatus: "trial",
    subscriptionEndsAt: 77,
    accessEndsAt: 77,
  } as const;
  const { id: memberId, email } = await createMember({ ...trial, ...more });
  return { memberId, email, endsAt: 77 };
}

type About = { memberId: string | null; email: string };
type Case = [what: string, kind: PaymentMailKind, of: () => Promise<About>, state: string];

const failed = { failedAt: 1, failedPayments: 1 };

/** What each mail is about, once as it should be and then as it has become meanwhile. */
const CASES: Case[] = [
  ["a trial that still ends then", "trial-ends-week", () => createTrial(), "sent"],
  ["a trial that was extended", "trial-ends-day", () => createTrial({ subscriptionEndsAt: 78 }), "closed"],
  ["a trial whose member pays by now", "trial-ends-day", () => createTrial({ subscriptionType: "monthly" }), "closed"],
  ["a charge that is still open", "payment-failed-again", () => createSubscription(failed), "sent"],
  ["a charge that went through", "payment-failed-last", () => createSubscription(), "closed"],
  [
    "an open charge of a cancelled subscription",
    "payment-failed",
    () => createSubscription({ ...failed, status: "CANCELLED" }),
    "closed",
  ],
  ["a year that renews", "renewal-ahead", () => createSubscription({ nextBillingAt: 1 }), "sent"],
  [
    "a year that was cancelled",
    "renewal-ahead",
    () => createSubscription({ nextBillingAt: 1, cancelAskedAt: 1 }),
    "closed",
  ],
  ["a year that renews another day", "renewal-ahead", () => createSubscription({ nextBillingAt: 2 }), "closed"],
  ["a gift that waits", "gift-reminder", () => createGift(), "sent"],
  ["a gift that was opened", "gift-reminder-last", () => createGift({ redeemedAt: 1 }), "closed"],
  ["a gift that was sent back", "gift", () => createGift({ refundedAt: 1 }), "closed"],
  ["a gift that has begun", "gift-started", () => createGift({ redeemedAt: 1 }), "sent"],
  [
    "a gift that was sent back before it began",
    "gift-started",
    () => createGift({ redeemedAt: 1, refundedAt: 1 }),
    "closed",
  ],
  ["a waiting gift that was sent back", "gift-waits", () => createGift({ redeemedAt: 1, refundedAt: 1 }), "closed"],
];

test.for(CASES)("a mail about %s (%s) is settled as it should be", async ([, kind, of, state]) => {
  const ctx = contextAt(Date.now());
  const { memberId, email, ...own } = await of();
  const parameters = { ...PARAMETERS, endsAt: 77, ...own };
  const id = crypto.randomUUID();
  const mail = { id, kind, memberId, to: email, parameters } as Parameters<typeof queueMailOnce>[1];
  await queueMailOnce(ctx, mail).insert;
  await queueMailOnce(ctx, mail).insert;
  await sendDueMails(ctx);
  const rows = await rowsOf("select state, last_error from transactional_mails where id = ?", id);
  expect(rows).toEqual([{ state, last_error: state === "sent" ? null : "cause_gone" }]);
  expect(await outboxOf(email)).toHaveLength(state === "sent" ? 1 : 0);
});

test("a suppressed member gets no gift's mail either", async () => {
  const ctx = contextAt(Date.now());
  const { email } = await createMember({ suppressedAt: 1 });
  const { giftId } = await createGift({ recipientEmail: email });
  const parameters = { ...PARAMETERS, giftId };
  await queueMailOnce(ctx, { id: giftId, kind: "gift", memberId: null, to: email.toUpperCase(), parameters }).insert;
  await sendDueMails(ctx);
  const rows = await rowsOf("select state, last_error from transactional_mails where id = ?", giftId);
  expect(rows).toEqual([{ state: "closed", last_error: "suppressed" }]);
});
