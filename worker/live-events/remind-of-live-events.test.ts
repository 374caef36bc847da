import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt, hourAt } from "#test/worker/jobs.ts";
import { queueInvitations } from "../mail/transactional-mail.ts";
import { insertLiveEvent, isAsRead, selectLiveEvent, updateLiveEvent, upsertReminder } from "./live-events.queries.ts";
import { remindOfLiveEvents } from "./remind-of-live-events.ts";

const MEMBERS = 1203;

beforeEach(async () => {
  await db.batch([
    db.run("delete from live_event_reminders"),
    db.run("delete from live_events"),
    db.run("delete from transactional_mails"),
    db.run("update members set highest_plan = null"),
  ]);
});

/** Annual members, and an event an hour from now. */
async function house(now: number) {
  const prefix = crypto.randomUUID().slice(0, 8);
  await db.run(`
    insert into members (id, email, email_key, subscription_type, subscription_status, highest_plan, access_ends_at,
      wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MEMBERS})
    select '${prefix}-' || i, '${prefix}-' || i || '@daybolt.test', '${prefix}-' || i || '@daybolt.test', 'annual', 'active',
      'annual', ${now + 9e9}, 0, 0, 0 from n`);
  const id = crypto.randomUUID();
  const words = { title: "Live", url: "https://live.example.org/", note: "" };
  await insertLiveEvent(db, { id, ...words, startsAt: now + 60 * MINUTE_MS, createdAt: now, updatedAt: now });
  const event = await selectLiveEvent(db, id).get();
  if (!event) throw new Error("The event was just written.");
  return event;
}

const counts = () =>
  rowsOf(
    "select count(*) as mails, count(distinct member_id) as members, min(expires_at) as until from transactional_mails",
  );
const reminders = () => rowsOf("select reminder, cursor, settled_at is not null as settled from live_event_reminders");

test("the hourly cron writes one email to each member, slice by slice, however often it fires", async () => {
  const { startsAt } = await house(Date.now());
  await Promise.all([hourAt(Date.now()), hourAt(Date.now())]);
  await hourAt(Date.now());
  expect(await counts()).toEqual([{ mails: MEMBERS, members: MEMBERS, until: startsAt - 30 * MINUTE_MS }]);
  expect(await reminders()).toMatchObject([{ reminder: "soon", settled: 1 }]);
});

test("a run that died resumes where it stopped, and no run moves another's position back", async () => {
  const now = Date.now();
  const event = await house(now);
  const [middle] = await rowsOf("select id from members where highest_plan = 'annual' order by id limit 1 offset 600");
  const cursor = String(middle?.id);
  await upsertReminder(db, event, { reminder: "soon", cursor, settledAt: null });
  await upsertReminder(db, event, { reminder: "soon", cursor: "", settledAt: null });
  expect(await reminders()).toEqual([{ reminder: "soon", cursor, settled: 0 }]);
  await remindOfLiveEvents(contextAt(now));
  expect((await counts())[0]?.mails).toBe(MEMBERS - 601);
});

test("no emails are written from event data read before the event changed", async () => {
  const now = Date.now();
  const event = await house(now);
  await updateLiveEvent(db, event.id, { title: "Changed" }, now);
  const each = [{ id: "stale", memberId: "m", to: "m@daybolt.test", whenText: "now" }];
  const shared = { eventId: event.id, reminder: "soon" as const, title: "Live", url: event.url, note: "" };
  const mails = { shared, notBefore: now, expiresAt: now + 1, each };
  await queueInvitations(contextAt(now), mails, isAsRead(event));
  expect(await upsertReminder(db, event, { reminder: "soon", cursor: "m", settledAt: now })).toEqual([]);
  expect(await counts()).toMatchObject([{ mails: 0 }]);
  expect(await reminders()).toEqual([]);
});
