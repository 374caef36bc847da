import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../account/member/member.ts";
import { markNotDone, saveProgress } from "./item-progress.ts";
import { recountAfterUndoing } from "./recount.queries.ts";

const TODAY = "2029-05-20";
const NOW = Date.parse(`${TODAY}T12:00:00Z`);
const MOST_DAYS = 1000;
const RUNS = 40;
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
/** At noon UTC, the third is on the next date and the fourth on the one before. */
const ZONES = ["America/Chicago", "Europe/Paris", "Pacific/Kiritimati", "Pacific/Pago_Pago"];

const mostly = <Value>(value: Value, ...others: Value[]) =>
  fc.oneof({ weight: 50, arbitrary: fc.constant(value) }, fc.constantFrom(...others));

/** A day's item, how many items the member completed on it, and whether they repeated its fallback, on it (1) or on the day after (2). Most days are perfect, so streaks get long. */
const day = fc.record({
  item: mostly("live", "none", "draft", "hidden", "deleted"),
  completed: mostly(1, 0, 2),
  repeated: mostly(0, 1, 2),
});
type Day = typeof day extends fc.Arbitrary<infer Value> ? Value : never;

/** What happens to the item from that many days ago. */
const action = fc.record({
  kind: fc.constantFrom(
    "complete",
    "complete",
    "complete late",
    "undo",
    "undo",
    "undo",
    "travel",
    "hide",
    "show",
    "delete",
  ),
  daysAgo: fc.oneof(fc.nat(3), fc.nat(60)),
  zone: fc.constantFrom(...ZONES),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

const itemOf = (daysAgo: number) => `item ${addDays(TODAY, -daysAgo)}`;

/** Writes a library and one member's days, yesterday first. A day's second completion is of an item that is never on offer. */
async function writeDays(memberId: string, days: Day[]): Promise<void> {
  for (const table of ["member_progress", "repeats", "content"]) await rowsOf(`delete from ${table}`);
  const today = { item: "live", completed: 0, repeated: 0 };
  const json = JSON.stringify([today, ...days].map((one, index) => ({ ...one, date: addDays(TODAY, -index) })));
  const each = "from (select value ->> 'date' as date, value ->> 'item' as item, value ->> 'completed' as completed,";
  const rows = `${each} value ->> 'repeated' as repeated from json_each(?1)) d`;
  await rowsOf(
    `insert into content (id, date, title, status, hidden, deleted_at, created_at, updated_at)
     select n.value || ' ' || date, date, 'A session', iif(item = 'draft', 'draft', 'published'), item = 'hidden',
       iif(n.key > 0 or item in ('deleted', 'none'), 1, null), 0, 0 ${rows} cross join json_each('["item","extra"]') n`,
    json,
  );
  await rowsOf(
    `insert into member_progress (member_id, content_number, total_watched, completed_day)
     select ?2, c.number, 1, unixepoch(d.date) / 86400 ${rows} join json_each('["item","extra"]') n on n.key < completed
     join content c on c.id = n.value || ' ' || d.date`,
    json,
    memberId,
  );
  await rowsOf(
    `insert into repeats (member_id, morning, content_id, completed_date) select ?2, date, 'x', date(date, '+' || (repeated - 1) || ' day') ${rows} where repeated`,
    json,
    memberId,
  );
}

/** Does it, and returns whether the member's counters were recounted. */
async function act(member: Member, { kind, daysAgo, zone }: Action): Promise<boolean> {
  const ref = itemOf(daysAgo);
  const caller = { memberId: member.id, member: Promise.resolve(member) };
  const [item] = await rowsOf(
    `select coalesce(p.epoch, 0) as epoch, c.hidden or c.status = 'draft' or c.deleted_at is not null as isClosed
     from content c left join progress_in_words p on p.content_id = c.id and p.member_id = ? where c.id = ?`,
    member.id,
    ref,
  );
  if (kind === "travel") Object.assign(member, { timezone: zone });
  if (kind === "hide" || kind === "show")
    await rowsOf("update content set hidden = ? where id = ?", +(kind === "hide"), ref);
  if (kind === "delete") await rowsOf("update content set deleted_at = 1 where id = ?", ref);
  if (item === undefined || item.isClosed) return false;
  if (kind === "undo")
    return (await markNotDone(contextAt(NOW), { caller, ref, epoch: Number(item.epoch) })).streak !== undefined;
  if (!kind.startsWith("complete")) return false;
  const at = new Date(NOW - (kind === "complete" ? 0 : DAY_MS)).toISOString();
  const { saved } = await saveProgress(contextAt(NOW), { caller, ref, report: { totalWatched: true, at } });
  return saved.streak !== undefined;
}

/** The rules in their simplest form: from the last completed day back, until a day that was on offer and isn't completed. */
async function expectedCounters(memberId: string) {
  const completed = await rowsOf(
    `select completed_date as date from progress_in_words where member_id = ?1 and completed_date is not null
     union all select completed_date from repeats where member_id = ?1 and completed_date is not null`,
    memberId,
  );
  const onOffer = await rowsOf(
    "select date from content where status <> 'draft' and hidden = 0 and deleted_at is null",
  );
  const done = new Set(completed.map(({ date }) => String(date)));
  const live = new Set(onOffer.map(({ date }) => String(date)));
  const [last = null] = [...done].sort().reverse();
  let streak = 0;
  for (let back = 0; last !== null && back <= MOST_DAYS + 10; back += 1) {
    const date = addDays(last, -back);
    if (done.has(date)) streak += 1;
    else if (live.has(date)) break;
  }
  return { items_completed: completed.length, last_completed_date: last, current_streak: streak };
}

async function countersOf(memberId: string) {
  const columns = "items_completed, last_completed_date, current_streak";
  return (await rowsOf(`select ${columns} from members where id = ?`, memberId))[0];
}

test("counters follow the rules after completions, undoing, travel, and library changes", async () => {
  let recounts = 0;
  const history = fc.oneof(fc.array(day, { maxLength: 40 }), fc.array(day, { maxLength: MOST_DAYS, size: "max" }));
  await fc.assert(
    fc.asyncProperty(history, fc.array(action, { minLength: 3, maxLength: 10 }), async (days, actions) => {
      const member = await createMember(FOREVER);
      await writeDays(member.id, days);
      for (const one of actions) {
        if (!(await act(member, one))) continue;
        recounts += 1;
        expect(await countersOf(member.id)).toEqual(await expectedCounters(member.id));
      }
    }),
    { numRuns: RUNS },
  );
  expect(recounts).toBeGreaterThan(RUNS / 4);
});

test.each([1, 100, 1000])(
  "recounting %i consecutive completions reads three rows for each, plus three",
  async (count) => {
    const member = await createMember(FOREVER);
    const perfect: Day = { item: "live", completed: 1, repeated: 0 };
    await writeDays(member.id, [...Array.from({ length: count }, () => perfect), { ...perfect, completed: 0 }]);
    const { d1, cost } = countingD1(env.DB);
    const db = createDb(d1);
    await db.batch([recountAfterUndoing(db, member.id)]);
    expect(await countersOf(member.id)).toMatchObject({ items_completed: count, current_streak: count });
    // Asking first whether the count changed reads each completion once more.
    expect(cost.rowsRead - count).toBe(3 * count + 3);
  },
);
