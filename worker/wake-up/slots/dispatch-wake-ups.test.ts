import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, deliveryOf, rowsOf, slotRow } from "#test/worker/factories.ts";
import { contextAt, tickAt, tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { recordTick } from "../../mail/dispatcher.queries.ts";
import { endComplaintPauses, pauseKind, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { dispatchSlot } from "./dispatch-slot.ts";
import { dispatchWakeUps } from "./dispatch-wake-ups.ts";
import { leaseSlot, settleSlot } from "./slots.queries.ts";
import { CUT_OFF_MS } from "./slots.ts";

// The dispatcher works on the whole database, so each test starts with an empty one and has its own days.
beforeEach(async () => {
  const tables = ["wake_up_batches", "wake_up_mails", "deliveries", "wake_up_slots", "dispatcher", "pauses", "content"];
  await env.DB.batch([...tables, "access_grants", "members"].map((table) => env.DB.prepare(`delete from ${table}`)));
});

async function mailsOf(address: string, count: number) {
  const mails = await outboxOf(address);
  expect(mails).toHaveLength(count);
  return mails;
}

test("a tick at the chosen hour sends the day's email through the queue once, however often it fires", async () => {
  const slot = slotAhead(1, 5);
  const item = await createItem(dayAhead(1), { title: "Ride <the> {{lightning}}" });
  const member = await createMember({ wakeUpHour: 5, firstName: "Ana & Co" });
  const ended = await createMember({ wakeUpHour: 5, accessEndsAt: slot });

  await Promise.all([tickAt(slot), tickAt(slot)]);
  await tickAt(slot + MINUTE_MS);

  await expect.poll(() => deliveryOf(member.id, item.date)).toMatchObject({ state: "sent" });
  const [mail] = await mailsOf(member.email, 1);
  expect(mail?.subject).toContain("Ride <the>");
  expect(mail?.html).toContain("Ride &lt;the&gt;");
  expect(mail?.html).toContain("Ana &amp; Co");
  expect(mail?.text).toContain(`/content/${item.date}`);
  expect(mail?.html).not.toMatch(/\{\{\w+\}\}/);
  expect(mail?.text).not.toMatch(/\{\{\w+\}\}/);
  expect(await slotRow(slot)).toMatchObject({ outcome: "batched", due_count: 1 });
  expect(await outboxOf(ended.email)).toEqual([]);
});

test("early ticks, for tomorrow and forty days ahead, don't affect the mornings in between", async () => {
  const early = await createMember({ wakeUpHour: 7, accessEndsAt: slotAhead(60, 7) });
  for (const days of [3, 4, 43]) await createItem(dayAhead(days));

  await tickThrough(slotAhead(43, 7));
  await mailsOf(early.email, 1);
  await tickThrough(slotAhead(3, 7));
  await mailsOf(early.email, 2);
  await tickThrough(slotAhead(4, 7));
  const mails = await mailsOf(early.email, 3);

  const dates = mails.map((mail) => mail.tags.find((tag) => tag.name === "date")?.value).sort();
  expect(dates).toEqual([dayAhead(3), dayAhead(4), dayAhead(43)]);
  expect(await rowsOf("select * from wake_up_slots where outcome = 'missed'")).toEqual([]);
});

test("the description is frozen with the email: an edit reaches later slots, not the one already begun", async () => {
  const slot = slotAhead(20, 5);
  const { id } = await createItem(dayAhead(20), { description: "The first words." });
  const [first, second] = [await createMember({ wakeUpHour: 5 }), await createMember({ wakeUpHour: 6 })];
  await tickThrough(slot);
  await env.DB.prepare("update content set description = 'Other words.' where id = ?").bind(id).run();
  const late = await createMember({ wakeUpHour: 5 });
  await tickThrough(slot + 60 * MINUTE_MS);
  for (const [{ email }, words] of [
    [first, "The first words."],
    [late, "The first words."],
    [second, "Other words."],
  ] as const) {
    const [mail] = await mailsOf(email, 1);
    expect([mail?.html, mail?.text]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
  }
});

test("a slot sent by an early tick still wakes members who join before its real time", async () => {
  const slot = slotAhead(19, 5);
  await createItem(dayAhead(19));
  const first = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  await tickThrough(slot);
  await mailsOf(first.email, 1);
  const second = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  await tickThrough(slot);
  await mailsOf(second.email, 1);
  expect(await outboxOf(first.email)).toHaveLength(1);
});

test("a morning without a live item sends nothing, and its slot says so", async () => {
  await createItem(dayAhead(6), { status: "draft" });
  await createItem(dayAhead(7), { hidden: true });
  const member = await createMember({ wakeUpHour: 8 });
  for (const days of [5, 6, 7]) {
    await tickThrough(slotAhead(days, 8));
    expect(await slotRow(slotAhead(days, 8))).toMatchObject({ outcome: "no_content", due_count: 0 });
  }
  expect(await outboxOf(member.email)).toEqual([]);
});

test("members in zones whose hour comes at different times all get that day's email", async () => {
  const date = dayAhead(13);
  await createItem(date);
  const chicago = await createMember({ wakeUpHour: 6 });
  const denver = await createMember({ wakeUpHour: 6, timezone: "America/Denver" });
  await tickThrough(slotAhead(13, 6));
  await mailsOf(chicago.email, 1);
  expect(await outboxOf(denver.email)).toEqual([]);
  await tickThrough(slotAhead(13, 6) + 60 * MINUTE_MS);
  await mailsOf(denver.email, 1);
});

test("a late tick within the cutoff still sends", async () => {
  const slot = slotAhead(15, 5);
  await createItem(dayAhead(15));
  const member = await createMember({ wakeUpHour: 5 });
  await tickThrough(slot + CUT_OFF_MS);
  await mailsOf(member.email, 1);
});

test("a member who changes the hour after its slot was sent isn't woken by the old hour", async () => {
  const slot = slotAhead(17, 5);
  await createItem(dayAhead(17));
  const member = await createMember({ wakeUpHour: 5 });
  await updateMember(db, member.id, { wakeUpHour: 8, wakeUpSince: slot + MINUTE_MS });
  await tickThrough(slot + 2 * MINUTE_MS);
  expect(
    await rowsOf("select id from wake_up_batches where slot_at = ? and member_ids like ?", slot, `%${member.id}%`),
  ).toEqual([]);
  await tickThrough(slotAhead(17, 8));
  await mailsOf(member.email, 1);
});

test("a fresh install misses nothing; slots in a tick gap longer than the cutoff are recorded as missed", async () => {
  // Slots are computed only for zones that members use.
  await createMember();
  const first = slotAhead(-4, 12);
  await dispatchWakeUps(contextAt(first), { tickAt: first });
  expect(await rowsOf("select * from wake_up_slots where outcome = 'missed'")).toEqual([]);

  const second = slotAhead(-3, 12);
  await dispatchWakeUps(contextAt(second), { tickAt: second });
  const missed = await rowsOf("select slot_at from wake_up_slots where outcome = 'missed' order by slot_at");
  const instants = missed.map((row) => Number(row.slot_at));
  expect(instants).toContain(slotAhead(-3, 5));
  expect(instants.every((at) => at > first - CUT_OFF_MS && at < second - CUT_OFF_MS)).toBe(true);
  expect(await rowsOf("select * from wake_up_deliveries where state = 'missed'")).toEqual([]);
});

test("a slot sent early and then really missed is recorded as missed", async () => {
  await createMember();
  const slot = slotAhead(-10, 7);
  await settleSlot(db, slot, { outcome: "nobody_due", dueCount: 0, settledAt: slot - 1 });
  await dispatchWakeUps(contextAt(slot - CUT_OFF_MS), { tickAt: slot - CUT_OFF_MS });
  await dispatchWakeUps(contextAt(slot + 2 * CUT_OFF_MS), { tickAt: slot + 2 * CUT_OFF_MS });
  expect(await slotRow(slot)).toMatchObject({ outcome: "missed" });
});

test("a slot whose tick died right at the cutoff is recorded as missed once its lease has expired", async () => {
  await createMember();
  const slot = slotAhead(-12, 7);
  const cutOff = slot + CUT_OFF_MS;
  await recordTick(db, cutOff - MINUTE_MS);
  await leaseSlot(db, slot, cutOff, cutOff + 2 * MINUTE_MS);
  for (const minutes of [1, 2]) {
    const now = cutOff + minutes * MINUTE_MS;
    await dispatchWakeUps(contextAt(now), { tickAt: now });
  }
  expect(await slotRow(slot)).toMatchObject({ outcome: "missed" });
});

test("a tick far ahead queues today's open batch without making it late", async () => {
  const slot = slotAhead(21, 5);
  await createItem(dayAhead(21));
  const member = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  const ctx = contextAt(Date.now());
  await dispatchSlot(ctx, { slotAt: slot, zones: [CHICAGO] });
  await tickThrough(slotAhead(80, 5));
  await mailsOf(member.email, 1);
});

test("after a pause one batch goes first, and the rest follow once it gets through", async () => {
  const slot = slotAhead(23, 5);
  await createItem(dayAhead(23));
  const chicago = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  const newYork = await createMember({ wakeUpHour: 6, timezone: "America/New_York", accessEndsAt: slot + 1 });
  await setPause(db, Date.now() - 1, "an earlier refusal");
  await tickThrough(slot);
  const received = async () => (await outboxOf(chicago.email)).length + (await outboxOf(newYork.email)).length;
  expect(await received()).toBe(1);
  expect(await selectPauses(db)).toEqual([]);
  await tickThrough(slot);
  expect(await received()).toBe(2);
});

test("no wake-up batch is handed out during a complaints pause, and all go out together when it ends", async () => {
  const slot = slotAhead(24, 5);
  await createItem(dayAhead(24));
  const chicago = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  const newYork = await createMember({ wakeUpHour: 6, timezone: "America/New_York", accessEndsAt: slot + 1 });
  await pauseKind(db, "wake-up", { until: Date.now() + 60 * MINUTE_MS, now: Date.now() });
  await tickAt(slot);
  const due = () =>
    rowsOf(
      "select count(*) as count from wake_up_batches where state = 'open' and attempts = 0 and next_attempt_at <= ?",
      Date.now(),
    );
  expect(await due()).toEqual([{ count: 2 }]);
  await db.batch(endComplaintPauses(db, Date.now()));
  await tickThrough(slot);
  for (const { email } of [chicago, newYork]) await mailsOf(email, 1);
});

test("a member with an hour or a zone that is no longer offered is still woken", async () => {
  const date = dayAhead(25);
  await createItem(date);
  const slot = instantAt(date, 13, "Asia/Kolkata");
  const member = await createMember({ wakeUpHour: 13, timezone: "Asia/Kolkata", accessEndsAt: slot + 1 });
  await tickThrough(slot);
  await mailsOf(member.email, 1);
});

test("a zone this runtime doesn't know doesn't hold up anyone else", async () => {
  const slot = slotAhead(27, 5);
  await createItem(dayAhead(27));
  await createMember({ timezone: "Atlantis/Capital" });
  const member = await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  await tickThrough(slot);
  await mailsOf(member.email, 1);
});

test("last_tick_at keeps the earlier of the tick's time and the server clock, and never moves back", async () => {
  const lastTick = async () => (await rowsOf("select last_tick_at from dispatcher"))[0]?.last_tick_at;
  await tickThrough(slotAhead(40, 5));
  const before = Number(await lastTick());
  expect(before).toBeLessThanOrEqual(Date.now());
  await tickThrough(slotAhead(-2, 5));
  expect(await lastTick()).toBe(before);
});

test("a zone's morning belongs to its local date", async () => {
  const slot = slotAhead(29, 5);
  await createItem(dayAhead(29));
  await createMember({ wakeUpHour: 5, accessEndsAt: slot + 1 });
  await tickThrough(slot);
  const batches = await rowsOf("select timezone, local_date from wake_up_batches where slot_at = ?", slot);
  expect(batches).toEqual([{ timezone: CHICAGO, local_date: dayAhead(29) }]);
});
