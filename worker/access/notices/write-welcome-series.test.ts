import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { dispatcher } from "#db/schema/mail.ts";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { CHICAGO, dayAhead } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../../account/member/member.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { writeWelcomeSeries } from "./write-welcome-series.ts";

// Each test joins on later days: the series' position never moves back.
let day = 400;
/** Per new member: their row, and two emails with their indexes. */
const BUDGET = { read: 3, written: 9 };

async function join(own: Parameters<typeof createMember>[0] = {}): Promise<Member> {
  const joinedAt = instantAt(dayAhead(day), 20, CHICAGO);
  return createMember({ createdAt: joinedAt, accessEndsAt: joinedAt + 30 * DAY_MS, ...own });
}

/** The afternoon when the series' email for a day is sent. */
const afternoon = (after: number, zone = CHICAGO) => instantAt(addDays(dayAhead(day), after), 17, zone);
const write = (now = instantAt(dayAhead(day), 21, CHICAGO)) => writeWelcomeSeries(contextAt(now));
const send = (now: number) => sendDueMails(contextAt(now));
const subjectsOf = async ({ email }: Member) => (await outboxOf(email)).map(({ subject }) => subject).reverse();

async function rowsFor({ id }: Member) {
  return rowsOf(
    "select id, state, last_error, not_before from transactional_mails where member_id = ? order by id",
    id,
  );
}

test("day 1 and day 3 emails go out once, in the afternoon, with greeting, unsubscribe header, and links", async () => {
  day += 10;
  const member = await join({ firstName: "Ana" });
  await write();
  await write();
  await send(afternoon(1) - 1);
  expect(await subjectsOf(member)).toEqual([]);
  for (const after of [1, 1, 2, 3, 3]) await send(afternoon(after));
  expect(await subjectsOf(member)).toEqual(["How tomorrow morning works", "Your streak, and how to keep it"]);
  for (const mail of await outboxOf(member.email)) {
    expect(mail.text).toContain("Hi Ana,");
    expect(mail.text).not.toContain("{{");
    expect(mail.headers["List-Unsubscribe"]).toContain(`member=${member.id}`);
    expect(mail.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  }
});

test("the emails go out in the member's own afternoon and don't need a name", async () => {
  day += 10;
  const joinedAt = instantAt(dayAhead(day), 20, CHICAGO);
  const timezone = "Asia/Kolkata";
  const member = await join({ timezone, firstName: null });
  await write();
  const joined = dateIn(timezone, joinedAt);
  expect((await rowsFor(member)).map((row) => row.not_before)).toEqual(
    [1, 3].map((after) => instantAt(addDays(joined, after), 17, timezone)),
  );
  await send(instantAt(addDays(joined, 1), 17, timezone));
  expect((await outboxOf(member.email))[0]?.text).toContain("\nHi,\n");
});

test("the series stops if access or emails end, or if the member is deleted, suppressed, or paused", async () => {
  day += 10;
  const changes = [
    { accessEndsAt: afternoon(1) },
    { emailEnabled: false },
    { deletedAt: 1 },
    { suppressedAt: 1 },
    { pausedUntil: afternoon(9) },
  ];
  const members = await Promise.all(changes.map(() => join()));
  const stays = await join();
  await write();
  await Promise.all(members.map(({ id }, index) => setMember(id, changes[index] ?? {})));
  await send(afternoon(1));
  await send(afternoon(3));
  for (const member of members) {
    expect(await outboxOf(member.email)).toEqual([]);
    expect((await rowsFor(member)).map((row) => row.state)).toEqual(["closed", "closed"]);
  }
  expect(await subjectsOf(stays)).toHaveLength(2);
});

test("a welcome email that couldn't be sent within a day is closed as too late", async () => {
  day += 10;
  const member = await join();
  await write();
  // Valid for exactly a day, even if the clocks change.
  await send(afternoon(1) + DAY_MS);
  expect(await rowsFor(member)).toMatchObject([{ state: "closed", last_error: "too_late" }, { state: "pending" }]);
});

test("a run resumes where the last one ended, even if many members joined at the same instant", async () => {
  day += 10;
  // More than one slice, all at the same instant.
  const members = await Promise.all(Array.from({ length: 520 }, () => join()));
  await write();
  const ids = JSON.stringify(members.map(({ id }) => id));
  const written = () =>
    rowsOf("select count(*) as n from transactional_mails where member_id in (select value from json_each(?))", ids);
  expect(await written()).toEqual([{ n: 1040 }]);
  const [place] = await selectDispatcher(db);
  expect([place?.welcomedAt, place?.welcomedId]).toEqual([
    members[0]?.createdAt,
    members
      .map(({ id }) => id)
      .sort()
      .at(-1),
  ]);

  const later = await join({ createdAt: instantAt(dayAhead(day), 20, CHICAGO) + MINUTE_MS });
  // Someone who has just joined may have joined before a member already seen.
  await write(later.createdAt + 4 * MINUTE_MS);
  expect(await rowsFor(later)).toEqual([]);
  await write(later.createdAt + 5 * MINUTE_MS);
  expect(await rowsFor(later)).toHaveLength(2);
  expect(await written()).toEqual([{ n: 1040 }]);
  // More than one tick handles; they would delay other tests' emails.
  await rowsOf(
    "update transactional_mails set state = 'closed', settled_at = 1 where member_id in (select value from json_each(?))",
    ids,
  );
});

test("a rerun from an older position changes nothing", async () => {
  day += 10;
  const member = await join();
  await write();
  await db.update(dispatcher).set({ welcomedAt: 0, welcomedId: "" });
  await write();
  expect(await rowsFor(member)).toHaveLength(2);
});

test("a run reads only new members, and almost nothing if no one is new", async () => {
  day += 10;
  await Promise.all(Array.from({ length: 100 }, () => join()));
  const now = instantAt(dayAhead(day), 21, CHICAGO);
  const counted = async () => {
    const { d1, cost } = countingD1(env.DB);
    await writeWelcomeSeries({ ...contextAt(now), db: createDb(d1) });
    return cost;
  };
  const { rowsRead, rowsWritten } = await counted();
  // Plus the series' own position, read and written.
  expect((rowsRead - 5) / 100).toBeLessThanOrEqual(BUDGET.read);
  expect(rowsWritten / 100).toBeLessThanOrEqual(BUDGET.written);
  const idle = await counted();
  expect([idle.rowsRead, idle.rowsWritten]).toEqual([2, 0]);
});
