/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { expect, inject, test } from "vitest";
import { createDb } from "#db/client.ts";
import { monthOf } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { streakOf } from "#domain/rules/streak.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
import { rowsOf, tokenFor } from "#test/worker/factories.ts";
import { losingD1 } from "#test/worker/faulty-bindings.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";
import { log } from "../kernel/log.ts";
import { moveOldProgress } from "./move-progress.ts";

const [progressBack = ""] = Object.values(
  import.meta.glob<string>("../../db/progress-back.sql", { query: "?raw", import: "default", eager: true }),
);
/** `npm run test:long` moves a million rows. */
const MEMBERS = inject("isLargeHouse") ? 3914 : 40;
const DAYS = 365;
const NOW = Date.parse("2029-05-20T17:00:00Z");
const TODAY = dateIn(CHICAGO, NOW);

/** The columns that both tables have, in 0.2.0's form. */
const COLUMNS = `member_id, content_id, audio_completed, video_completed, total_watched, audio_progress, video_progress,
  audio_position, video_position, playback, sequence, position_at / 1000 * 1000 as position_at, epoch, completed_date`;

/** A library of a year, and members of 0.2.0 who began seven in ten sessions and completed most of those, some a day or two late. */
const FILLS = [
  `with recursive d(i) as (select 1 union all select i + 1 from d where i < ${DAYS})
   insert into content (id, date, title, status, duration_seconds, created_at, updated_at)
   select 'item-' || i, date('${TODAY}', '-' || i || ' days'), 'S', 'published', 600, i, 0 from d`,
  `with recursive d(i) as (select 1 union all select i + 1 from d where i < ${MEMBERS})
   insert into members (id, email, email_key, subscription_type, subscription_status, access_ends_at, wake_up_since, created_at, updated_at)
   select printf('old-%012d', i), 'old-' || i, 'old-' || i, 'annual', 'active', unixepoch('2100-01-01') * 1000, 0, 0, 0 from d`,
  `insert into progress (member_id, content_id, audio_completed, video_completed, total_watched, audio_progress, video_progress,
     audio_position, video_position, playback, sequence, position_at, epoch, completed_at, completed_date, completed_by, updated_at)
   select member_id, content_id, h % 3 > 0, done and h % 2, done, iif(done, 100, h % 80), h % 101, h / 7.0, h / 3.0, h % 4, h % 9,
     iif(h % 11, unixepoch(date) * 1000 + h, null), h % 3, iif(done, 1, null), iif(done, date(date, '+' || (h % 3) || ' days'), null),
     iif(done, hex(randomblob(16)), null), 1
   from (
     select *, h % 10 > 2 and date < date('${TODAY}', '-3 days') as done from (
       select m.id as member_id, c.id as content_id, c.date, (substr(m.id, 5) * 7919 + c.number * 1299709) % 1009 as h
       from members m cross join content c where m.id like 'old-%' and c.id like 'item-%')
     where h % 7 < 5)`,
  // A streak that no count would give shows whether anyone is counted again.
  `update members set current_streak = 77, (items_completed, last_completed_date) = (
     select count(completed_date), max(completed_date) from progress where member_id = members.id) where id like 'old-%'`,
  `create table before_move as select ${COLUMNS} from progress`,
];

const countersOf = () => rowsOf("select id, starts, completions from content order by id");
const daysOf = () => rowsOf("select day, completions from completions_by_day where completions > 0 order by day");
const membersOf = () =>
  rowsOf("select id, items_completed, last_completed_date, current_streak from members order by id");
const countOf = async (table: string) => Number((await rowsOf(`select count(*) as n from ${table}`))[0]?.n);

type Before = { date: string; done: string | null; percent: number; video: number };

/** What the dashboard says, from the rows as they were, in the simplest code. */
async function expectedOf(memberId: string) {
  const rows = (await rowsOf(
    `select c.date, b.completed_date as done, max(b.audio_progress, b.video_progress) as percent, b.video_completed as video
     from before_move b join content c on c.id = b.content_id where b.member_id = ?`,
    memberId,
  )) as Before[];
  const liveDates = (await rowsOf("select date from content")).map(({ date }) => String(date));
  const completedDates = rows.flatMap(({ done }) => done ?? []);
  const { currentStreak, longestStreak } = streakOf({ completedDates, liveDates, today: TODAY });
  return {
    currentStreak,
    longestStreak,
    itemsCompleted: completedDates.length,
    videosWatched: rows.filter(({ video }) => video === 1).length,
    thisMonthTotal: completedDates.filter((date) => monthOf(date) === monthOf(TODAY)).length,
    totalMinutes: Math.floor(rows.reduce((sum, { done, percent }) => sum + (done ? 600 : 6 * percent), 0) / 60),
  };
}

async function get(memberId: string, path: string) {
  const token = await tokenFor({ id: memberId } as Member, NOW);
  const response = await request(path, { token, now: NOW });
  expect([path, response.status]).toEqual([path, 200]);
  return response.json();
}

test("a move that is killed again and again changes no row, count, or figure", { timeout: 3_600_000 }, async () => {
  for (const table of ["member_progress", "progress", "completions_by_day", "content"])
    await rowsOf(`delete from ${table}`);
  for (const fill of FILLS) await rowsOf(fill);
  const rows = await countOf("progress");
  const before = { counters: await countersOf(), days: await daysOf(), members: await membersOf() };
  const someone = (nth: number) => `old-${String(Math.ceil((nth / 7) * MEMBERS)).padStart(12, "0")}`;
  // The last members come first, by their own requests.
  for (const nth of [7, 6])
    expect(await get(someone(nth), "/api/user/engagement")).toMatchObject(await expectedOf(someone(nth)));
  expect(await countOf("member_progress")).toBeGreaterThan(0);

  const startedAt = performance.now();
  let kills = 0;
  for (let tick = 0; (await countOf("progress")) > 0; tick += 1) {
    const when = tick % 2 ? "before" : "after";
    const losing = losingD1({ when, times: 1, skip: tick % 2, message: "The Worker was killed." });
    const DB = tick < 3 || tick % 2 ? losing.d1 : env.DB;
    await moveOldProgress({ ...contextAt(NOW), db: createDb(DB) }).catch(() => {
      kills += 1;
    });
    expect((await countOf("progress")) + (await countOf("member_progress"))).toBe(rows);
    expect(await countersOf()).toEqual(before.counters);
    if (tick === 2) expect(await get(someone(4), "/api/user/engagement")).toMatchObject(await expectedOf(someone(4)));
  }
  log("info", "progress_move", { rows, kills, durationMs: performance.now() - startedAt });
  expect(kills).toBeGreaterThan(2);
  expect({ counters: await countersOf(), days: await daysOf(), members: await membersOf() }).toEqual(before);
  for (const [from, to] of [
    ["before_move", "progress_in_words"],
    ["progress_in_words", "before_move"],
  ]) {
    const different = `select ${COLUMNS} from ${from} except select ${COLUMNS} from ${to}`;
    expect(await rowsOf(`${different} limit 5`), to).toEqual([]);
  }
  for (const nth of [1, 3, 5]) {
    expect(await get(someone(nth), "/api/user/engagement")).toMatchObject(await expectedOf(someone(nth)));
    const { date } = (await rowsOf("select date from content where id = 'item-30'"))[0] ?? {};
    const [row] = await rowsOf(
      "select * from before_move where member_id = ? and content_id = 'item-30'",
      someone(nth),
    );
    if (row)
      expect(await get(someone(nth), `/api/progress/${date}`)).toMatchObject({
        epoch: row.epoch,
        audioPosition: row.audio_position,
      });
  }

  // And back: the old table has what it had, and nothing was counted.
  const back = progressBack.split(/;\n/).filter((statement) => statement.trim());
  for (let times = 0; (await countOf("member_progress")) > 0 && times < MEMBERS; times += 1)
    await env.DB.batch(back.map((statement) => env.DB.prepare(statement)));
  expect(await rowsOf(`select ${COLUMNS} from before_move except select ${COLUMNS} from progress`)).toEqual([]);
  expect([await countOf("progress"), await countersOf(), await daysOf()]).toEqual([rows, before.counters, before.days]);
});
