import fc from "fast-check";
import { expect, test } from "vitest";
import { createItem, createMember, createProgress, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { moveProgress } from "./move-progress.ts";

const NOW = Date.parse("2029-05-20T17:00:00Z");
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const minute = (nth: number) => NOW + nth * 60_000;

type Row = Record<string, string | number | null>;

/** Writes a row as 0.2.0 does, whether it finds one or not. */
async function writeOld(memberId: string, contentId: string, row: Row): Promise<void> {
  const names = Object.keys(row);
  await rowsOf(
    `insert into progress (member_id, content_id, updated_at${names.map((name) => `, ${name}`).join("")})
     values (?, ?, 1${names.map(() => ", ?").join("")})
     on conflict do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ") || "updated_at = 2"}`,
    memberId,
    contentId,
    ...Object.values(row),
  );
}

const countersOf = async (id: string) => (await rowsOf("select starts, completions from content where id = ?", id))[0];

const MOVED = { audioProgress: 60, audioPosition: 300, playback: 5, sequence: 7, positionAt: minute(0) };

test.for<[string, Partial<typeof MOVED> & { epoch?: number }, Row, Row]>([
  [
    "a later position becomes the newest playback",
    MOVED,
    { audio_progress: 40, audio_position: 240, playback: 1, sequence: 3, position_at: minute(2) },
    { audio_progress: 60, audio_position: 240, playback: 6, sequence: 3, position_at: minute(2) },
  ],
  [
    "an earlier position is dropped, and a higher percentage kept",
    MOVED,
    { audio_progress: 70, audio_position: 420, playback: 1, sequence: 3, position_at: minute(-2) },
    { audio_progress: 70, audio_position: 300, playback: 5, sequence: 7, position_at: minute(0) },
  ],
  [
    "a finished medium stays finished, from either side",
    { ...MOVED, audioProgress: 100 },
    { audio_completed: 1, video_completed: 0, audio_progress: 80 },
    { audio_completed: 1, video_completed: 0, audio_progress: 100, audio_position: 300, playback: 5 },
  ],
  [
    "a new start over counts",
    MOVED,
    { audio_progress: 0, audio_position: 0, epoch: 1, playback: 1 },
    { audio_progress: 0, audio_position: 0, epoch: 1, playback: 6, position_at: null },
  ],
  [
    "a row that began again at epoch 0 ends no epoch",
    { ...MOVED, epoch: 2 },
    { audio_progress: 65, audio_position: 310, position_at: minute(1) },
    { audio_progress: 65, audio_position: 310, position_at: minute(1), epoch: 2 },
  ],
])("what the old Worker writes after a move is merged: %s", async ([, moved, written, expected]) => {
  const [member, item] = [await createMember(FOREVER), await createItem(nextDate())];
  await createProgress(member.id, item.id, moved);
  await writeOld(member.id, item.id, written);
  await moveProgress(contextAt(NOW), [member.id]);
  expect(await rowsOf("select * from progress_in_words where member_id = ?", member.id)).toMatchObject([expected]);
  expect(await rowsOf("select 1 from progress where member_id = ?", member.id)).toEqual([]);
  expect(await countersOf(item.id)).toEqual({ starts: 1, completions: 0 });
});

let day = 0;
function nextDate(): string {
  day += 1;
  return new Date(Date.parse("2028-01-01") + day * 86_400_000).toISOString().slice(0, 10);
}

test("a member counted by the old Worker from its own rows is counted again at their first read", async () => {
  const [member, ...items] = [
    await createMember(FOREVER),
    await createItem("2029-05-18"),
    await createItem("2029-05-19"),
  ];
  const token = await tokenFor(member, NOW);
  for (const { date } of items)
    await createProgress(member.id, items.find((one) => one.date === date)?.id ?? "", {
      totalWatched: true,
      completedDate: date,
    });
  const today = await createItem("2029-05-20");
  await writeOld(member.id, today.id, { total_watched: 1, completed_date: today.date });
  await rowsOf(
    "update members set items_completed = 1, last_completed_date = ?, current_streak = 1 where id = ?",
    today.date,
    member.id,
  );

  const response = await request("/api/user/streak", { token, now: NOW });
  expect(await response.json()).toMatchObject({ currentStreak: 3, lastCompletedDate: today.date });
  const columns = "items_completed, last_completed_date, current_streak";
  expect(await rowsOf(`select ${columns} from members where id = ?`, member.id)).toEqual([
    { items_completed: 3, last_completed_date: today.date, current_streak: 3 },
  ]);
  const saved = await request("/api/progress/2029-05-20", { token, now: NOW, json: { audioProgress: 10 } });
  expect(await saved.json()).toMatchObject({ totalWatched: true });
});

const step = fc.record({
  member: fc.nat(1),
  item: fc.nat(1),
  does: fc.constantFrom("start", "complete", "undo", "move"),
  isOld: fc.boolean(),
  day: fc.nat(2),
});

test("starts, completions, and a day's count hold each session once, whichever Worker writes when", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const members = [await createMember(FOREVER), await createMember(FOREVER)];
      const items = [await createItem(nextDate()), await createItem(nextDate())];
      await rowsOf("delete from completions_by_day");
      for (const { member, item, does, isOld, day: on } of steps) {
        const [{ id = "" } = {}, { id: contentId = "", number = 0 } = {}] = [members[member], items[item]];
        const completed = does === "complete" ? `2028-01-0${on + 1}` : null;
        if (does === "move") await moveProgress(contextAt(NOW), [id]);
        else if (isOld) {
          await writeOld(id, contentId, {});
          if (does === "start") continue;
          const isChanged = completed === null ? "" : " and completed_date is null";
          await rowsOf(
            `update progress set completed_date = ? where member_id = ? and content_id = ?${isChanged}`,
            completed,
            id,
            contentId,
          );
        } else {
          await rowsOf(
            "insert into member_progress (member_id, content_number) values (?, ?) on conflict do nothing",
            id,
            number,
          );
          if (does === "start") continue;
          const isChanged = completed === null ? "" : " and completed_day is null";
          await rowsOf(
            `update member_progress set completed_day = unixepoch(?) / 86400 where member_id = ? and content_number = ?${isChanged}`,
            completed,
            id,
            number,
          );
        }
        await expectCounted(items.map((one) => one.id));
      }
      await moveProgress(
        contextAt(NOW),
        members.map(({ id }) => id),
      );
      await expectCounted(items.map((one) => one.id));
    }),
    { numRuns: 60 },
  );
});

async function expectCounted(ids: string[]): Promise<void> {
  const both = `(select member_id, content_id, completed_date from progress union all select member_id, content_id, completed_date from progress_in_words)`;
  let completions = 0;
  for (const id of ids) {
    const [counted] = await rowsOf(
      `select count(distinct member_id) as starts, count(distinct iif(completed_date is null, null, member_id)) as completions
       from ${both} where content_id = ?`,
      id,
    );
    expect(await countersOf(id)).toEqual(counted);
    completions += Number(counted?.completions);
  }
  expect(await rowsOf("select coalesce(sum(completions), 0) as n from completions_by_day")).toEqual([
    { n: completions },
  ]);
}
