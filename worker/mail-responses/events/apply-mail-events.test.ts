import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";
import { ROWS } from "#test/support/usage.ts";
import { createMember, db, deliveryOf, rowsOf } from "#test/worker/factories.ts";
import { buyGift, giftRow, keysOf } from "#test/worker/gifts.ts";
import { contextAt, contextOvertaken, hourAt } from "#test/worker/jobs.ts";
import { eventOf, insertDelivery, type Mailed, reportEvents } from "#test/worker/mail-events.ts";
import { request } from "#test/worker/request.ts";
import { countingD1, wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import type { MailEvent } from "../../kernel/queue-messages.ts";
import { finishAttempt } from "../../wake-up/batches/send-batch.ts";
import { selectBatch } from "../../wake-up/send-again/send-again.queries.ts";
import { applyMailEvents } from "./apply-mail-events.ts";
import { toMailEvent } from "./take-mail-event.ts";

const DATE = "2026-11-20";
const code = (state: (typeof DELIVERY_STATES)[number]) => DELIVERY_STATES.indexOf(state);

beforeEach(async () => {
  await rowsOf("delete from mail_days");
  await rowsOf("delete from mail_events");
});

async function mailed(state: (typeof DELIVERY_STATES)[number] = "sent", date = DATE) {
  const member = await createMember();
  const mail: Mailed = { memberId: member.id, emailKey: member.emailKey, date };
  return { member, mail, batchId: await insertDelivery(mail, state) };
}

const stateOf = async ({ memberId, date }: Mailed) => (await deliveryOf(memberId, date))?.state;
const countsOf = async (batchId: string) =>
  (
    await rowsOf(
      "select sent_count as sent, failed_count as failed, unknown_count as unknown from wake_up_batches where id = ?",
      batchId,
    )
  )[0];

/** Records that the provider accepted a batch's emails. */
async function accept(batchId: string): Promise<void> {
  const [batch] = await selectBatch(db, batchId);
  if (!batch) throw new Error("The batch was not stored.");
  const ctx = contextAt(Date.now());
  vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValue({ kind: "accepted", rejected: [] });
  await finishAttempt(ctx, { batch, makeMails: () => [], slowedMs: 0 });
}

const days = async () =>
  (await rowsOf("select sum(told) as told, sum(bounced) as bounced, sum(complained) as complained from mail_days"))[0];

test("provider events settle an unknown delivery and its batch's counts, once", async () => {
  for (const kind of ["sent", "delivered"] as const) {
    const { mail, batchId } = await mailed("unknown");
    const event = eventOf(kind, mail);
    for (let time = 0; time < 2; time += 1) await reportEvents([event, event]);
    expect(await deliveryOf(mail.memberId, DATE)).toMatchObject({
      state: kind,
      reason: null,
      sent_at: expect.any(Number),
    });
    const batch = await rowsOf("select sent_count, unknown_count from wake_up_batches where id = ?", batchId);
    expect(batch).toEqual([{ sent_count: 1, unknown_count: 0 }]);
  }
});

test("a failed or missed email keeps its state, and an event for an unknown member leaves no row", async () => {
  for (const state of ["failed", "missed"] as const) {
    const { mail } = await mailed(state);
    await reportEvents([eventOf("delivered", mail)]);
    expect(await stateOf(mail)).toBe(state);
  }
  const nobody = { memberId: crypto.randomUUID(), emailKey: "nobody@x.test", date: DATE };
  await reportEvents([eventOf("delivered", nobody), eventOf("bounced", nobody)]);
  expect(await deliveryOf(nobody.memberId, DATE)).toBeUndefined();
});

test("deliveries store no event ID; a bounce stores one, suppresses address and member, and is audited once", async () => {
  const { member, mail } = await mailed();
  const delivered = eventOf("delivered", mail);
  await reportEvents([delivered]);
  const bounced = eventOf("bounced", mail);
  for (let time = 0; time < 3; time += 1) await reportEvents([bounced]);
  expect(await rowsOf("select id from mail_events where id in (?, ?)", delivered.id, bounced.id)).toEqual([
    { id: bounced.id },
  ]);
  const now = await selectMember(db, member.id).get();
  expect(now).toMatchObject({ suppressedAt: expect.any(Number), suppressionReason: "bounced" });
  expect(await rowsOf("select actor, action from audit where subject = ?", member.id)).toEqual([
    { actor: "system", action: "mails.suppressed" },
  ]);
  expect(await days()).toEqual({ told: 1, bounced: 1, complained: 0 });
  await hourAt(Date.now() + 34 * DAY_MS);
  expect(await rowsOf("select 1 from mail_events where id = ?", bounced.id)).toHaveLength(1);
  await hourAt(Date.now() + 37 * DAY_MS);
  for (const table of ["dispatcher", "pauses"]) await rowsOf(`delete from ${table}`);
});

test("an event with an unreadable time counts once, even if repeated after midnight", async () => {
  const midnight = Date.parse("2026-11-21T00:00:00Z");
  const body = { type: "email.complained", created_at: "yesterday", data: { to: "ana@x.test" } };
  for (const now of [midnight - 60_000, midnight + 60_000, midnight + 8 * 3_600_000]) {
    const event = toMailEvent("msg-1", body, now);
    if (event) await applyMailEvents(contextAt(now), [event]);
  }
  expect(await days()).toEqual({ told: 0, bounced: 0, complained: 1 });
  expect(await rowsOf("select date, id from mail_events")).toEqual([{ date: "2026-11-20", id: "msg-1" }]);
});

test("a temporarily full mailbox suppresses no one", async () => {
  const { member, mail } = await mailed();
  await reportEvents([{ ...eventOf("bounced", mail), isLasting: false }]);
  expect(await stateOf(mail)).toBe("bounced");
  expect(await selectMember(db, member.id).get()).toMatchObject({ suppressedAt: null });
});

test("a failure at the provider is stored with its reason, counted in the batch, and suppresses no one", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  for (const start of ["sent", "unknown"] as const) {
    const { member, mail, batchId } = await mailed(start);
    const event = eventOf("failed", mail);
    for (let time = 0; time < 2; time += 1) await reportEvents([eventOf("sent", mail), event]);
    expect(await deliveryOf(mail.memberId, DATE)).toMatchObject({ state: "failed", reason: "reached_daily_quota" });
    expect(await countsOf(batchId)).toEqual({ sent: 0, failed: 1, unknown: 0 });
    expect(await selectMember(db, member.id).get()).toMatchObject({ suppressedAt: null });
  }
  expect(logged.mock.calls.flat().join()).toContain("reached_daily_quota");
  logged.mockRestore();
});

test("events that arrive before the send result is recorded are counted correctly in the batch", async () => {
  for (const kind of ["failed", "delivered", "bounced"] as const) {
    const { mail, batchId } = await mailed("claimed");
    await reportEvents([eventOf(kind, mail)]);
    await accept(batchId);
    expect(await stateOf(mail)).toBe(kind);
    const hasFailed = kind === "failed" ? 1 : 0;
    expect(await countsOf(batchId)).toEqual({ sent: 1 - hasFailed, failed: hasFailed, unknown: 0 });
    const [batch] = await rowsOf("select state, due_count as due from wake_up_batches where id = ?", batchId);
    expect(batch).toEqual({ state: "sent", due: 1 });
  }
});

const kinds = fc.constantFrom<MailEvent["kind"][]>("sent", "delivered", "bounced", "complained", "failed");

test("events lead to the same state in any order, duplicated, late, early, or split across batches", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("sent", "unknown", "claimed"),
      fc.array(kinds, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.nat()),
      async (start, chosen, random) => {
        await rowsOf("delete from mail_days");
        const results: unknown[] = [];
        for (const isMixed of [false, true]) {
          const { member, mail, batchId } = await mailed(start);
          const events = chosen.map((kind) => eventOf(kind, mail));
          const pick = (max: number) => Number(random.next().value) % max;
          const reports = isMixed ? [...events, ...events].toSorted(() => pick(3) - 1) : events;
          const outcomeAt = start === "claimed" ? (isMixed ? pick(reports.length + 1) : reports.length) : -1;
          while (reports.length > 0) {
            if (reports.length <= outcomeAt) await accept(batchId);
            await reportEvents(reports.splice(0, isMixed ? 1 + pick(4) : reports.length));
          }
          if (outcomeAt >= 0) await accept(batchId);
          const { suppressedAt } = (await selectMember(db, member.id).get()) ?? {};
          const [state, counts] = [await stateOf(mail), await countsOf(batchId)];
          const is = (...states: unknown[]) => Number(states.includes(state));
          const sent = is("sent", "delivered", "bounced", "complained");
          expect(counts).toEqual({ sent, failed: is("failed"), unknown: is("unknown") });
          results.push([state, suppressedAt !== null, await days()]);
          await rowsOf("delete from mail_days");
        }
        expect(results[1]).toEqual(results[0]);
        const expected = Math.max(
          ...chosen.filter((kind) => kind !== "sent").map((kind) => code(kind as "bounced")),
          0,
        );
        if (expected > 0) expect((results[0] as unknown[])[0]).toBe(DELIVERY_STATES[expected]);
      },
    ),
    { numRuns: 25 },
  );
});

test("an event writes at most 1.12 rows on average, 100 acceptances two, and 100 events take one D1 call", async () => {
  const members = await Promise.all(Array.from({ length: 3 }, () => createMember()));
  const mails = Array.from({ length: 300 }, (_, index): Mailed => {
    const member = members[index];
    const memberId = member?.id ?? crypto.randomUUID();
    return { memberId, emailKey: member?.emailKey ?? `${memberId}@x.test`, date: "2026-11-18" };
  });
  for (const mail of mails) await insertDelivery(mail, "sent");
  // One in a hundred bounces, more than twice a healthy sender's rate.
  const events = mails.map((mail, index) => eventOf(index < 3 ? "bounced" : "delivered", mail));
  const report = async (some: MailEvent[]) => {
    const { d1: DB, cost } = countingD1(env.DB);
    await reportEvents(some, { DB });
    expect(cost.calls).toBe(1);
    expect(cost.rowsRead).toBeLessThanOrEqual(ROWS.emailEvent.read * some.length);
    return cost.rowsWritten;
  };
  const accepted = mails.slice(0, 100).map((mail) => eventOf("sent", mail));
  expect(await report(accepted)).toBeLessThanOrEqual(2);
  let written = 0;
  for (let start = 0; start < 300; start += 100) written += await report(events.slice(start, start + 100));
  expect(written / 300).toBeLessThanOrEqual(ROWS.emailEvent.written);
});

test("while the database is down, events stay in the queue and are retried", async () => {
  const { mail } = await mailed();
  const DB = wrappedD1(() => Promise.reject(new Error("D1 is away")));
  const result = await reportEvents([eventOf("delivered", mail)], { DB });
  expect(result.retryBatch.retry).toBe(true);
  expect((await reportEvents([eventOf("delivered", mail)])).ackAll).toBe(true);
  expect(await stateOf(mail)).toBe("delivered");
});

test.for(["bounced", "failed"] as const)(
  "if a gift's email %s, its giver is notified once and can correct the address to resend it",
  async (kind) => {
    const { id } = await buyGift();
    await rowsOf("update gifts set mailed_at = 1, next_mail_at = 2, reminders = 1 where id = ?", id);
    const gift = await giftRow(id);
    const event: MailEvent = {
      ...eventOf(kind, { memberId: "none", emailKey: gift.recipientEmail.toLowerCase(), date: DATE }),
      delivery: null,
      about: "gift",
      gift: { giftId: id, addressVersion: gift.addressVersion },
    };
    for (let time = 0; time < 2; time += 1) await reportEvents([event]);
    expect(await giftRow(id)).toMatchObject({ mailedAt: null, nextMailAt: null, reminders: 0 });
    const shown = await request(`/api/gifts/order?order=${keysOf(gift).order}`);
    expect(await shown.json()).toMatchObject({ state: "returned", canCorrect: true });
    const mails = await rowsOf(
      "select to_address as who from transactional_mails where kind = 'gift-bounced' and id like ?",
      `%${id}%`,
    );
    expect(mails).toEqual([{ who: gift.giverEmail }]);
    await reportEvents([{ ...event, id: "late", gift: { giftId: id, addressVersion: gift.addressVersion + 1 } }]);
    expect(
      await rowsOf("select 1 from transactional_mails where kind = 'gift-bounced' and id like ?", `%${id}%`),
    ).toHaveLength(1);
  },
);

test.for(["redeemed_at", "refunded_at"])(
  "a gift with %s set between the read and the write isn't reported as bounced",
  async (column) => {
    const { id } = await buyGift();
    await rowsOf("update gifts set mailed_at = 1, next_mail_at = 2, reminders = 1 where id = ?", id);
    const gift = await giftRow(id);
    const event: MailEvent = {
      ...eventOf("bounced", { memberId: "none", emailKey: gift.recipientEmail.toLowerCase(), date: DATE }),
      delivery: null,
      about: "gift",
      gift: { giftId: id, addressVersion: gift.addressVersion },
    };
    const open = () => rowsOf(`update gifts set ${column} = 3, next_mail_at = null where id = ?`, id);
    await applyMailEvents(contextOvertaken(Date.now(), open), [event]);
    expect(await giftRow(id)).toMatchObject({ mailedAt: 1, reminders: 1 });
    expect(await rowsOf("select 1 from transactional_mails where id like ?", `gift-bounced:${id}%`)).toEqual([]);
  },
);
