import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { checkouts, gifts, subscriptions } from "#db/schema/payments.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { MailKind } from "#domain/words.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import templates from "../../../dist/mails/templates.json";
import { readConfig } from "../../kernel/env.ts";
import { giftKey, giftOrderKey, readGiftKey, readGiftOrderKey } from "../../kernel/links/gift-key.ts";
import { sendDueMails } from "../send-transactional-mails.ts";
import { queueMailOnce, renderTransactionalMail } from "../transactional-mail.ts";
import type { ClaimedMail } from "../transactional-mails.queries.ts";
import { OPEN_NOW } from "./fields.ts";
import { KINDS, kindOf, kindsThat } from "./kinds.ts";

const config = readConfig(env);

// Due emails are queried across the whole database.
beforeEach(() => db.batch([db.run("delete from transactional_mails"), db.run("delete from dispatcher")]));

/** A kind's parameters with its preview's values. */
function previewOf(kind: string): Record<string, unknown> {
  const fields = Object.entries(kindOf(kind)?.parameters.shape ?? {});
  const examples = fields.map(([name, field]) => [name, field.meta()?.examples?.[0]] as const);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined));
}

function rowOf(kind: string, parameters: object = {}): ClaimedMail {
  const stored = JSON.stringify({ ...previewOf(kind), ...parameters });
  const content = { kind, parameters: stored, tokenId: "l-1", toAddress: "ana@daybolt.test" };
  return { ...content, memberId: "m-1", unsubscribeKey: null } as ClaimedMail;
}

/** Every kind, with variants of its template. */
const PREVIEWS: [kind: MailKind, more: object][] = [
  ...(Object.keys(KINDS) as MailKind[]).map((kind): [MailKind, object] => [kind, {}]),
  ["payment-failed", { isFirst: true }],
  ["password-changed", { isFirst: true }],
  ["subscription-cancelled", { endText: "" }],
  ["gift", { message: "" }],
  ["gift-receipt", { deliverText: "Right away" }],
  ["live-event", { reminder: "soon" }],
];

test.each(PREVIEWS)("%s %o fills every placeholder and links only to our site or expected addresses", (kind, more) => {
  const row = rowOf(kind, more);
  const mail = renderTransactionalMail(config, row);
  expect(mail).not.toBeNull();
  for (const part of [mail?.subject, mail?.html, mail?.text]) {
    expect(part).not.toBe("");
    expect(part).not.toMatch(/\{\{|undefined|null/);
  }
  const links = [...(mail?.html ?? "").matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
  const known = [config.appUrl, "https://www.paypal.com/", "https://example.com/", "mailto:"];
  expect(links.filter((href) => !known.some((start) => href.startsWith(start)))).toEqual([]);
  expect(renderTransactionalMail(config, row)).toEqual(mail);
});

test("a gift's email with the longest names and message allowed stays well below Gmail's clipping limit", () => {
  // Beyond Latin-1, each character takes seven bytes of HTML.
  const [name, message] = ["“".repeat(40), "“".repeat(500)];
  const mail = renderTransactionalMail(config, rowOf("gift", { giverName: name, recipientName: name, message }));
  expect(new TextEncoder().encode(mail?.html).length).toBeLessThan(15_000);
});

test("every template belongs to a kind or is a known variant", () => {
  const gifts = ["gift-with-words", "gift-receipt-now"];
  const others = ["payment-failed-first", "password-set", "subscription-cancelled-unpaid", ...gifts, "live-event-week"];
  others.push("wake-up", "wake-up-described");
  expect(Object.keys(templates).filter((name) => !kindOf(name))).toEqual(expect.arrayContaining(others));
  expect(Object.keys(templates).filter((name) => !kindOf(name))).toHaveLength(others.length);
});

/** What rows store besides words: what an email is about, and what differs between two of a kind. */
const UNSAID = /Ids?$|At$|Version$|^(?:date|reminder|isFirst|url|message|html|text|hour|fallbackId)$/;

test("an email's text includes everything its row stores, with known exceptions", () => {
  const unsaid = Object.keys(KINDS).flatMap((kind) => {
    const { subject = "", text = "" } = renderTransactionalMail(config, rowOf(kind)) ?? {};
    const words = Object.entries(previewOf(kind)).filter(([name]) => !UNSAID.test(name));
    return words
      .filter(([, value]) => !`${subject} ${text}`.includes(String(value)))
      .map(([name]) => `${kind} ${name}`);
  });
  expect(unsaid).toEqual([
    "trial-ends-day leftText",
    "payment-failed-again retryText",
    "payment-failed-last retryText",
    "gift-delayed recipientName",
    "gift-started-setup lengthText",
    "gift-refunded giverName",
    "gift-refunded lengthText",
    "inbound-answer references",
  ]);
});

test("older rows without later parameters can still be rendered", () => {
  expect(renderTransactionalMail(config, rowOf("welcome-setup"))?.text).toContain(OPEN_NOW);
  const { hourText: _, ...before } = previewOf("welcome");
  const welcome = renderTransactionalMail(config, { ...rowOf("welcome"), parameters: JSON.stringify(before) });
  expect(welcome?.text).toContain("You choose the hour of your wake-up emails. Change your hour:\n");
  const { path: _path, severityText: _severity, ...alarm } = previewOf("incident-begun");
  const begun = renderTransactionalMail(config, { ...rowOf("incident-begun"), parameters: JSON.stringify(alarm) });
  expect(begun?.subject).toMatch(/^Alarm: /);
  expect(begun?.text).toContain(`Review:\n${config.appUrl}/admin\n`);
  expect(renderTransactionalMail(config, rowOf("wake-up-copy"))?.html).toContain("Good morning, Ana");
  expect(renderTransactionalMail(config, { ...rowOf("welcome"), kind: "of-another-time" })).toBeNull();
  expect(renderTransactionalMail(config, { ...rowOf("welcome"), parameters: "{" })).toBeNull();
  expect(renderTransactionalMail(config, { ...rowOf("welcome-setup"), tokenId: null })).toBeNull();
});

test("kinds kept with their payment or account are the ones the partial index excludes", async () => {
  const [index] = await rowsOf("select sql from sqlite_master where name = 'transactional_mails_old'");
  const kept = kindsThat(({ retention }) => retention === "with_cause");
  expect(index?.sql).toContain(`kind not in (${kept.map((kind) => `'${kind}'`).join(",")})`);
});

test("a receipt includes the tax if it's known, and otherwise doesn't mention tax", () => {
  const text = (taxText: string | null) => renderTransactionalMail(config, rowOf("payment-receipt", { taxText }))?.text;
  expect(text("$0.80")).toContain("$9.99, including $0.80 in tax");
  expect(text(null)).not.toContain("tax");
});

test("a gift email shows the giver's message as written, and leaves no gap if it's empty", () => {
  const html = (message: string) => renderTransactionalMail(config, rowOf("gift", { message }))?.html ?? "";
  expect(html("Up you get,\nBo <3")).toContain("Up you get,\nBo &lt;3");
  expect(html("")).not.toContain("border-left");
});

test("a gift key opens only its own gift at its address version, and a giver's key only the giver's page", () => {
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
  await db
    .insert(checkouts)
    .values({ ...at, id, priceCents: 7999, currency: "USD", email, emailKey: email, nonceHash: "" });
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

type Mail = Parameters<typeof queueMailOnce>[1];
type About = { memberId: string | null; email: string };
type Case = [what: string, kind: MailKind, of: () => Promise<About>, state: string];

const failed = { failedAt: 1, failedPayments: 1 };

/** What each email is about: first as expected, then as changed in the meantime. */
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

test.for(CASES)("an email about %s (%s) is sent only if it still applies", async ([, kind, of, state]) => {
  const ctx = contextAt(Date.now());
  const { memberId, email, ...own } = await of();
  const parameters: object = { ...previewOf(kind), failedAt: 1, renewsAt: 1, endsAt: 77, ...own };
  const id = crypto.randomUUID();
  const mail = { id, kind, memberId, to: email, parameters } as Mail;
  await queueMailOnce(ctx, mail).insert;
  await queueMailOnce(ctx, mail).insert;
  await sendDueMails(ctx);
  const rows = await rowsOf("select state, last_error from transactional_mails where id = ?", id);
  expect(rows).toEqual([{ state, last_error: state === "sent" ? null : "cause_gone" }]);
  expect(await outboxOf(email)).toHaveLength(state === "sent" ? 1 : 0);
});

test("a suppressed member gets no gift email either", async () => {
  const ctx = contextAt(Date.now());
  const { email } = await createMember({ suppressedAt: 1 });
  const { giftId } = await createGift({ recipientEmail: email });
  const parameters = { ...previewOf("gift"), giftId };
  await queueMailOnce(ctx, { id: giftId, kind: "gift", memberId: null, to: email.toUpperCase(), parameters } as Mail)
    .insert;
  await sendDueMails(ctx);
  const rows = await rowsOf("select state, last_error from transactional_mails where id = ?", giftId);
  expect(rows).toEqual([{ state: "closed", last_error: "suppressed" }]);
});
