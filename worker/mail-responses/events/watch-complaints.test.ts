import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import type { PausableKind } from "#domain/rules/mail-events.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { inboundOf, mailIn, rawMail } from "#test/worker/inbound.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { eventOf, reportEvents } from "#test/worker/mail-events.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { storedBatch } from "#test/worker/stored-batch.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { MailEvent } from "../../kernel/queue-messages.ts";
import { resumeSending, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { isPaused } from "../../mail/sending-state.ts";
import { sendGiftMails } from "../../money/gifts/send-gift-mails.ts";
import { sendBatch } from "../../wake-up/batches/send-batch.ts";
import { applyMailEvents } from "./apply-mail-events.ts";

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);

beforeEach(async () => {
  for (const table of ["mail_days", "mail_events", "dispatcher", "pauses", "attempt_counters", "transactional_mails"])
    await rowsOf(`delete from ${table}`);
});

/** A complaint about an email of a kind; null means a reset, a receipt, or a notice. */
function complaint(about: PausableKind | null, recipient: string, at = Date.now()): MailEvent {
  const mailed = { memberId: recipient, emailKey: `${recipient}@x.test`, date: dateOf(at) };
  const event = eventOf("complained", mailed, at);
  return about === "wake-up" ? event : { ...event, delivery: null, about };
}

const many = (about: PausableKind | null, count: number, at = Date.now()) =>
  Array.from({ length: count }, () => complaint(about, crypto.randomUUID(), at));

/** What is paused, as an administrator reads it. */
async function paused(): Promise<string | null> {
  const response = await request("/api/admin/delivery", { admin: true });
  const { pause } = await response.json<{ pause: { reason: string } | null }>();
  return pause?.reason ?? null;
}

const delivered = (count: number, at = Date.now()) =>
  rowsOf("insert into mail_days (date, told) values (?, ?)", dateOf(at), count);

const WAKE_UPS = "Too many spam complaints. Paused: wake-up emails. All other emails still go out.";

async function wakes(): Promise<boolean> {
  const { member, message, slotAt } = await storedBatch();
  // The batch is for a future day, the pause is today.
  await sendBatch({ ...contextAt(slotAt), now: Date.now() }, message);
  return (await outboxOf(member.email)).length === 1;
}

test("strangers' complaints about acknowledgments pause only acknowledgments, however many there are", async () => {
  await reportEvents(many("acknowledgement", 40));
  expect(await paused()).toContain("Paused: automatic replies.");
  expect(await wakes()).toBe(true);
  const from = uniqueEmail();
  const { forwardedTo } = await mailIn({ envelopeFrom: from, raw: rawMail({ from }) });
  expect([forwardedTo.length, (await inboundOf(from))[0]?.acknowledgement]).toEqual([1, "limited"]);
  const member = await createMember();
  await requestWith({ ENVIRONMENT: "production" }, "/api/auth/request-password-reset", {
    json: { email: member.email },
  });
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("complaints about a message to members pause only messages", async () => {
  await reportEvents(many("message", 20));
  expect(await paused()).toContain("Paused: messages to members.");
  expect(await wakes()).toBe(true);
});

test("complaints from twenty members about wake-up emails pause those and nothing else", async () => {
  await delivered(5000);
  await reportEvents(many("wake-up", 19));
  expect(await paused()).toBeNull();
  await reportEvents(many("wake-up", 1));
  expect(await paused()).toBe(WAKE_UPS);
  expect(await wakes()).toBe(false);
  const from = uniqueEmail();
  await mailIn({ envelopeFrom: from, raw: rawMail({ from }) });
  expect(await outboxOf(from)).toHaveLength(1);
  const audits = await rowsOf("select details from audit where action = 'sending.pause' and subject = 'complaints'");
  expect(JSON.parse(String(audits.at(-1)?.details))).toMatchObject({ kind: "wake-up" });
});

test("a member or an address counts once in seven days, however often they complain", async () => {
  const [member, address] = [crypto.randomUUID(), crypto.randomUUID()];
  await reportEvents(Array.from({ length: 30 }, () => complaint("wake-up", member)));
  await reportEvents(Array.from({ length: 30 }, () => complaint("gift", address)));
  expect(await paused()).toBeNull();
  await reportEvents(many("wake-up", 19, Date.now() - 8 * DAY_MS));
  expect(await paused()).toBeNull();
});

test("wake-up emails pause based on the share of complaints among those delivered", async () => {
  await delivered(10_000);
  await reportEvents(many("wake-up", 20));
  expect(await paused()).toBeNull();
  await reportEvents(many("wake-up", 10));
  expect(await paused()).toBe(WAKE_UPS);
});

test("after Resume, only new complaints count: one more doesn't pause sending, but twenty more do", async () => {
  await reportEvents(many("wake-up", 20, Date.now() - HOUR_MS));
  expect(await paused()).toBe(WAKE_UPS);
  await request("/api/admin/delivery/try", { method: "POST", admin: true });
  expect([await paused(), await wakes()]).toEqual([null, true]);
  // Reported late: the complaint was made earlier.
  await reportEvents(many("wake-up", 19, Date.now() - HOUR_MS));
  await reportEvents(many("wake-up", 1));
  expect(await paused()).toBeNull();
  await reportEvents(many("wake-up", 19));
  expect(await paused()).toBe(WAKE_UPS);
});

test("resuming after a provider pause still counts earlier complaints", async () => {
  await reportEvents(many("wake-up", 19));
  await setPause(db, Date.now() + HOUR_MS, "quota");
  await request("/api/admin/delivery/try", { method: "POST", admin: true });
  await resumeSending(db, Number.MAX_SAFE_INTEGER);
  await reportEvents(many("wake-up", 1));
  expect(await paused()).toBe(WAKE_UPS);
});

test("complaints about resets, setups, receipts, or notices pause nothing but alert the operator", async () => {
  const operatorEmail = uniqueEmail();
  // A day for this test alone: the provider deduplicates alarms by day.
  const ctx = contextAt(Date.now() - 40 * DAY_MS);
  await applyMailEvents({ ...ctx, config: { ...ctx.config, operatorEmail } }, many(null, 60, ctx.now));
  expect(await paused()).toBeNull();
  expect((await outboxOf(operatorEmail)).map(({ subject }) => subject)).toEqual([
    "Alarm: 60 spam complaints in 7 days",
  ]);
});

test("a gift due while gift emails are paused goes out after the pause, and its buyer is notified once", async () => {
  const gift = await buyGift();
  const at = gift.deliverAt;
  const ctx = contextAt(at);
  await applyMailEvents(ctx, many("gift", 20, at));
  const tick = (now: number) => sendGiftMails(contextAt(now), { tickAt: at });
  for (let times = 0; times < 2; times += 1) await tick(at);
  expect((await giftRow(gift.id)).mailedAt).toBeNull();
  await sendDueMails(contextAt(at));
  const [reported, ...more] = (await outboxOf(gift.giverEmail)).filter(({ subject }) => subject.includes("later"));
  expect([more, reported?.text]).toEqual([[], expect.stringContaining(`/gift?order=${keysOf(gift).order}`)]);
  expect(await outboxOf(gift.recipientEmail)).toEqual([]);

  const over = at + DAY_MS + HOUR_MS;
  await tick(over);
  await sendDueMails(contextAt(over));
  expect(await outboxOf(gift.recipientEmail)).toHaveLength(1);
  expect((await outboxOf(gift.giverEmail)).filter(({ subject }) => subject.includes("later"))).toHaveLength(1);
});

test("a gift's email written before the pause also waits, and its buyer is notified", async () => {
  const gift = await buyGift();
  const at = gift.deliverAt;
  const ctx = contextAt(at);
  // Written but not sent: the provider has stopped all sending for a moment.
  await setPause(db, at + 1, "quota");
  await sendGiftMails(ctx, { tickAt: at });
  await sendDueMails(ctx);
  await resumeSending(db, at + 1);
  await applyMailEvents(ctx, many("gift", 20, at));
  await sendGiftMails(ctx, { tickAt: at });
  await sendDueMails(ctx);
  expect(await outboxOf(gift.recipientEmail)).toEqual([]);
  expect((await outboxOf(gift.giverEmail)).filter(({ subject }) => subject.includes("later"))).toHaveLength(1);
  await sendDueMails(contextAt(at + DAY_MS + 1));
  expect(await outboxOf(gift.recipientEmail)).toHaveLength(1);
});

test("the operator gets one email about complaints and a separate one about the pause", async () => {
  const operatorEmail = uniqueEmail();
  const ctx = contextAt(Date.now() - 80 * DAY_MS);
  await delivered(5000, ctx.now);
  for (const event of many("wake-up", 22, ctx.now))
    await applyMailEvents({ ...ctx, config: { ...ctx.config, operatorEmail } }, [event]);
  expect((await outboxOf(operatorEmail)).map(({ text }) => text)).toEqual([
    expect.stringContaining("We've paused wake-up emails for 24 hours. All other emails still go out."),
    expect.stringContaining("Nothing is paused yet."),
  ]);
});

test("if the Worker dies before pausing, the redelivered event still pauses", async () => {
  await reportEvents(many("wake-up", 19));
  const event = complaint("wake-up", crypto.randomUUID());
  // The first call applies the event, the next ones read the figures, and a later one pauses.
  for (const dies of [true, false]) {
    let calls = 0;
    const DB = wrappedD1((run) => {
      calls += 1;
      return dies && calls > 4 ? Promise.reject(new Error("The isolate died")) : run();
    });
    await reportEvents([event], { DB });
    expect(isPaused(await selectPauses(db), "wake-up", Date.now())).toBe(!dies);
  }
});

test("the operator gets one complaint email in seven days, or only a log line without an address", async () => {
  const operatorEmail = uniqueEmail();
  const alarms = () => rowsOf("select id, parameters from transactional_mails where kind = 'complaints-alarm'");
  const complain = async (now: number, address: string | null) => {
    const ctx = contextAt(now);
    await applyMailEvents({ ...ctx, config: { ...ctx.config, operatorEmail: address } }, many("wake-up", 1, now));
  };
  const now = Date.now();
  await delivered(1000, now);
  for (let count = 0; count < 3; count += 1) await complain(now, null);
  expect(await alarms()).toEqual([]);
  for (const days of [0, 0, 1, 6]) await complain(now + days * DAY_MS, operatorEmail);
  const [mail, ...more] = await alarms();
  expect(more).toEqual([]);
  expect(JSON.parse(String(mail?.parameters))).toEqual({
    countText: "4 spam complaints",
    shareText: "0.40% of 1,000 delivered emails",
    followsText:
      "Nothing is paused yet. If at least 20 recipients, and at least 0.3%, complain about one kind of email, we pause it for 24 hours.",
  });
  // A wave that continues or returns raises another alarm.
  for (let count = 0; count < 3; count += 1) await complain(now + 9 * DAY_MS, operatorEmail);
  expect(await alarms()).toHaveLength(2);
});

test("after Resume, a new wave of complaints alerts the operator again, but earlier ones don't", async () => {
  const operatorEmail = uniqueEmail();
  const complain = async (events: MailEvent[]) => {
    const ctx = contextAt(Date.now());
    await applyMailEvents({ ...ctx, config: { ...ctx.config, operatorEmail } }, events);
    return (await rowsOf("select parameters from transactional_mails where kind = 'complaints-alarm'")).map(
      ({ parameters }) => JSON.parse(String(parameters)).countText,
    );
  };
  const reported = await complain(many("acknowledgement", 20, Date.now() - HOUR_MS));
  expect(reported).toEqual(["20 spam complaints"]);
  await request("/api/admin/delivery/try", { method: "POST", admin: true });
  expect(await complain([...many("wake-up", 2), ...many("acknowledgement", 9, Date.now() - HOUR_MS)])).toEqual(
    reported,
  );
  const again = await complain(many(null, 1));
  expect(again.toSorted()).toEqual(["20 spam complaints", "3 spam complaints"]);
  expect(await complain(many("wake-up", 5))).toHaveLength(2);
});
