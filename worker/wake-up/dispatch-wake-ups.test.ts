import { expect, test, vi } from "vitest";
import { instantAt } from "#domain/rules/instants.ts";
import { createItem, createMember, db } from "#test/worker/factories.ts";
import { contextAt, tickAt } from "#test/worker/jobs.ts";
import { CHICAGO, dayAhead, ledgerOf, rowsOf, strikeAhead, strikeRow } from "#test/worker/mornings.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { changeMember } from "../members/members.queries.ts";
import { dispatchStrike } from "./dispatch-strike.ts";
import { dispatchWakeUps } from "./dispatch-wake-ups.ts";
import { openBreaker, readDispatcherState, settleStrike } from "./strikes.queries.ts";
import { CUT_OFF_MS, MINUTE_MS } from "./timing.ts";

// Each test lives on days of its own: strikes and items are shared by all members of this file's database.
async function mailsOf(address: string, count: number) {
  return vi.waitFor(
    async () => {
      const mails = await outboxOf(address);
      expect(mails).toHaveLength(count);
      return mails;
    },
    { timeout: 10_000, interval: 100 },
  );
}

test("a tick at the chosen hour sends the day's mail through the queue, once however often it fires", async () => {
  const strike = strikeAhead(1, 5);
  const item = await createItem(dayAhead(1), { title: "Ride <the> {{lightning}}" });
  const member = await createMember({ wakeUpHour: 5, firstName: "Ana & Co" });

  await Promise.all([tickAt(strike), tickAt(strike)]);
  await tickAt(strike + MINUTE_MS);

  const [mail] = await mailsOf(member.email, 1);
  expect(mail?.subject).toContain("Ride <the>");
  expect(mail?.html).toContain("Ride &lt;the&gt;");
  expect(mail?.html).toContain("Ana &amp; Co");
  expect(mail?.text).toContain(`/content/${item.date}`);
  expect(mail?.html).not.toMatch(/\{\{\w+\}\}/);
  expect(mail?.text).not.toMatch(/\{\{\w+\}\}/);
  await vi.waitFor(async () => expect(await ledgerOf(member.id, item.date)).toMatchObject({ state: "sent" }));
  expect(await strikeRow(strike)).toMatchObject({ outcome: "paged", due_count: 1 });
});

test("ticks ahead of time, tomorrow's and one forty days on, leave the mornings between as they are", async () => {
  const early = await createMember({ wakeUpHour: 7, accessEndsAt: strikeAhead(60, 7) });
  for (const days of [3, 4, 43]) await createItem(dayAhead(days));

  await tickAt(strikeAhead(43, 7));
  await mailsOf(early.email, 1);
  await tickAt(strikeAhead(3, 7));
  await mailsOf(early.email, 2);
  await tickAt(strikeAhead(4, 7));
  const mails = await mailsOf(early.email, 3);

  const dates = mails.map((mail) => mail.tags.find((tag) => tag.name === "date")?.value).sort();
  expect(dates).toEqual([dayAhead(3), dayAhead(4), dayAhead(43)]);
  expect(await rowsOf("select * from strikes where outcome = 'missed'")).toEqual([]);
});

test("a strike that a tick ahead of time has sent still wakes whoever joins before it really comes", async () => {
  const strike = strikeAhead(19, 5);
  await createItem(dayAhead(19));
  const first = await createMember({ wakeUpHour: 5, accessEndsAt: strike + 1 });
  await tickAt(strike);
  await mailsOf(first.email, 1);
  const second = await createMember({ wakeUpHour: 5, accessEndsAt: strike + 1 });
  await tickAt(strike);
  await mailsOf(second.email, 1);
  expect(await outboxOf(first.email)).toHaveLength(1);
});

test("a morning without a live item sends nothing, and its strike says so", async () => {
  await createItem(dayAhead(6), { status: "draft" });
  await createItem(dayAhead(7), { hidden: true });
  const member = await createMember({ wakeUpHour: 8 });
  for (const days of [5, 6, 7]) {
    await tickAt(strikeAhead(days, 8));
    expect(await strikeRow(strikeAhead(days, 8))).toMatchObject({ outcome: "no_content", due_count: 0 });
  }
  expect(await outboxOf(member.email)).toEqual([]);
});

test("only those are due who have the hour, the zone, mails on, access, and were waiting when it struck", async () => {
  const strike = strikeAhead(9, 9);
  await createItem(dayAhead(9), { status: "scheduled" });
  const at = { wakeUpHour: 9, accessEndsAt: strike + 86_400_000 };
  const due = await createMember(at);
  const others = await Promise.all([
    // Within the cut-off this tick also catches up on the hours before: 5 is beyond it, and Los Angeles comes later.
    createMember({ ...at, wakeUpHour: 5 }),
    createMember({ ...at, timezone: "America/Los_Angeles" }),
    createMember({ ...at, emailEnabled: false }),
    createMember({ ...at, suppressedAt: Date.now() }),
    createMember({ ...at, pausedUntil: strike + 1 }),
    createMember({ ...at, accessEndsAt: strike }),
    createMember({ ...at, accessEndsAt: null }),
    createMember({ ...at, wakeUpSince: strike + 1 }),
    createMember({ ...at, deletedAt: Date.now() }),
  ]);

  await tickAt(strike);
  await mailsOf(due.email, 1);
  expect(await strikeRow(strike)).toMatchObject({ outcome: "paged", due_count: 1 });
  for (const other of others) expect(await outboxOf(other.email)).toEqual([]);
});

test("the label plays no part: an expired label with running access gets the mail", async () => {
  const strike = strikeAhead(11, 6);
  await createItem(dayAhead(11));
  const member = await createMember({ subscriptionStatus: "expired", accessEndsAt: strike + 1 });
  await tickAt(strike);
  await mailsOf(member.email, 1);
});

test("members of zones that strike at different instants of a day all get that day's mail", async () => {
  const date = dayAhead(13);
  await createItem(date);
  const chicago = await createMember({ wakeUpHour: 6 });
  const denver = await createMember({ wakeUpHour: 6, timezone: "America/Denver" });
  await tickAt(strikeAhead(13, 6));
  await mailsOf(chicago.email, 1);
  expect(await outboxOf(denver.email)).toEqual([]);
  await tickAt(strikeAhead(13, 6) + 60 * MINUTE_MS);
  await mailsOf(denver.email, 1);
});

test("a late tick within the cut-off still sends", async () => {
  const strike = strikeAhead(15, 5);
  await createItem(dayAhead(15));
  const member = await createMember({ wakeUpHour: 5 });
  await tickAt(strike + CUT_OFF_MS);
  await mailsOf(member.email, 1);
});

test("someone who changes the hour after it struck is not woken by the old one", async () => {
  const strike = strikeAhead(17, 5);
  await createItem(dayAhead(17));
  const member = await createMember({ wakeUpHour: 5 });
  await changeMember(db, member.id, { wakeUpHour: 8, wakeUpSince: strike + MINUTE_MS });
  await tickAt(strike + 2 * MINUTE_MS);
  expect(
    await rowsOf("select id from pages where strike_at = ? and member_ids like ?", strike, `%${member.id}%`),
  ).toEqual([]);
  await tickAt(strikeAhead(17, 8));
  await mailsOf(member.email, 1);
});

test("a fresh install has missed nothing; strikes between two ticks further apart than the cut-off are recorded as missed", async () => {
  await db.run("delete from dispatcher_state");
  const first = strikeAhead(-4, 12);
  await dispatchWakeUps(contextAt(first), { tickAt: first });
  expect(await rowsOf("select * from strikes where outcome = 'missed'")).toEqual([]);

  const second = strikeAhead(-3, 12);
  await dispatchWakeUps(contextAt(second), { tickAt: second });
  const missed = await rowsOf("select strike_at from strikes where outcome = 'missed' order by strike_at");
  const instants = missed.map((row) => Number(row.strike_at));
  expect(instants).toContain(strikeAhead(-3, 5));
  expect(instants.every((at) => at > first - CUT_OFF_MS && at < second - CUT_OFF_MS)).toBe(true);
  expect(await rowsOf("select * from ledger where state = 'missed'")).toEqual([]);
});

test("a strike that was sent ahead and then really missed is recorded as missed", async () => {
  await db.run("delete from dispatcher_state");
  const strike = strikeAhead(-10, 7);
  await settleStrike(db, strike, { outcome: "nobody_due", dueCount: 0, settledAt: strike - 1 });
  await dispatchWakeUps(contextAt(strike - CUT_OFF_MS), { tickAt: strike - CUT_OFF_MS });
  await dispatchWakeUps(contextAt(strike + 2 * CUT_OFF_MS), { tickAt: strike + 2 * CUT_OFF_MS });
  expect(await strikeRow(strike)).toMatchObject({ outcome: "missed" });
});

test("a tick far ahead queues an open page of today without making it late", async () => {
  const strike = strikeAhead(21, 5);
  await createItem(dayAhead(21));
  const member = await createMember({ wakeUpHour: 5, accessEndsAt: strike + 1 });
  const ctx = contextAt(Date.now());
  await dispatchStrike(ctx, { strikeAt: strike, zones: [CHICAGO], tickAt: strike, mayQueue: false });
  await tickAt(strikeAhead(80, 5));
  await mailsOf(member.email, 1);
});

test("after a block one page goes first, and the rest follows once it got through", async () => {
  const strike = strikeAhead(23, 5);
  await createItem(dayAhead(23));
  const chicago = await createMember({ wakeUpHour: 5, accessEndsAt: strike + 1 });
  const newYork = await createMember({ wakeUpHour: 6, timezone: "America/New_York", accessEndsAt: strike + 1 });
  await openBreaker(db, Date.now() - 1, "an earlier refusal");
  await tickAt(strike);
  const received = async () => (await outboxOf(chicago.email)).length + (await outboxOf(newYork.email)).length;
  await vi.waitFor(async () => expect(await received()).toBe(1), { timeout: 10_000, interval: 100 });
  await vi.waitFor(async () => expect((await readDispatcherState(db)).breaker).toBeNull());
  await tickAt(strike);
  await vi.waitFor(async () => expect(await received()).toBe(2), { timeout: 10_000, interval: 100 });
});

test("whoever holds an hour or a zone that is no longer on offer is woken all the same", async () => {
  const date = dayAhead(25);
  await createItem(date);
  const strike = instantAt(date, 13, "Asia/Kolkata");
  const member = await createMember({ wakeUpHour: 13, timezone: "Asia/Kolkata", accessEndsAt: strike + 1 });
  await tickAt(strike);
  await mailsOf(member.email, 1);
});

test("a zone that this runtime does not know holds up nobody else", async () => {
  const strike = strikeAhead(27, 5);
  await createItem(dayAhead(27));
  await createMember({ timezone: "Atlantis/Capital" });
  const member = await createMember({ wakeUpHour: 5, accessEndsAt: strike + 1 });
  await tickAt(strike);
  await mailsOf(member.email, 1);
});

test("the heartbeat stores the earlier clock and never goes back", async () => {
  const heartbeat = async () => (await rowsOf("select until from dispatcher_state where name = 'heartbeat'"))[0]?.until;
  await tickAt(strikeAhead(40, 5));
  const before = Number(await heartbeat());
  expect(before).toBeLessThanOrEqual(Date.now());
  await tickAt(strikeAhead(-2, 5));
  expect(await heartbeat()).toBe(before);
});

test("the morning of a zone is the local date there", async () => {
  const rows = await rowsOf("select distinct timezone, local_date from pages where timezone = ?", CHICAGO);
  expect(rows).toContainEqual({ timezone: CHICAGO, local_date: dayAhead(1) });
});
