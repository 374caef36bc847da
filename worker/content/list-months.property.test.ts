import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, monthOf } from "#domain/rules/calendar-days.ts";
import {
  CONTENT_STATUSES,
  type ContentStatus,
  isComingSoon,
  isLive,
  LAUNCH_DATE,
  type Releasable,
} from "#domain/rules/release.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { releasedThroughFor } from "./content-item.ts";
import { listMonths } from "./read-content.ts";

const DAYS = 80;
const ZONES = ["America/Los_Angeles", "Pacific/Kiritimati", "Pacific/Pago_Pago"];
const FOREVER = Date.parse("2100-01-01T00:00:00Z");

type SomeItem = { day: number; status: ContentStatus; isHidden: boolean; isDeleted: boolean; isCompleted: boolean };
const someItem: fc.Arbitrary<SomeItem> = fc.record({
  day: fc.integer({ min: -2, max: DAYS }),
  status: fc.constantFrom(...CONTENT_STATUSES),
  isHidden: fc.boolean(),
  isDeleted: fc.boolean(),
  isCompleted: fc.boolean(),
});
const someItems = fc.array(someItem, { maxLength: 30 });
const someHour = fc.integer({ min: 0, max: DAYS * 24 }).map((hours) => Date.parse(LAUNCH_DATE) + hours * 3_600_000);

/** Creates items, or changes those of the run before: their day, status, and so on. Another item of the day is gone for good. */
async function arrange(items: SomeItem[], memberId: string): Promise<void> {
  for (const [index, { day, status, isHidden, isDeleted, isCompleted }] of items.entries()) {
    const [id, date] = [`month-${index}`, addDays(LAUNCH_DATE, day)];
    const isOther = "id <> ? and date = ?";
    await rowsOf(
      `delete from member_progress where content_number in (select number from content where ${isOther})`,
      id,
      date,
    );
    await rowsOf(`delete from content where ${isOther}`, id, date);
    await rowsOf(
      "insert into content (id, date, title, created_at, updated_at) values (?, ?, '', 0, 0) on conflict do nothing",
      id,
      date,
    );
    await rowsOf(
      "update content set date = ?, status = ?, hidden = ?, deleted_at = ? where id = ?",
      date,
      status,
      isHidden ? 1 : 0,
      isDeleted ? 1 : null,
      id,
    );
    if (isCompleted)
      await rowsOf(
        `insert into member_progress (member_id, content_number, completed_day)
        select ?, number, unixepoch('2025-08-12') / 86400 from content where id = ?`,
        memberId,
        id,
      );
  }
}

/** The months as they follow from each item by itself. */
async function countEach(memberId: string, through: string) {
  const stored = await rowsOf(
    `select c.date, c.status, c.hidden = 1 as hidden, p.completed_date as done from content c
    left join progress_in_words p on p.content_id = c.id and p.member_id = ? where c.deleted_at is null order by c.date`,
    memberId,
  );
  const months = new Map<string, { total: number; completed: number }>();
  for (const { done, ...row } of stored) {
    const item = { ...row, hidden: row.hidden === 1 } as Releasable;
    const live = isLive(item, through) ? 1 : 0;
    if (!live && !isComingSoon(item, through)) continue;
    const { total, completed } = months.get(monthOf(item.date)) ?? { total: 0, completed: 0 };
    months.set(monthOf(item.date), { total: total + live, completed: completed + (done === null ? 0 : live) });
  }
  return [...months];
}

test("the months match counting each item on its own, whatever happens to the items", async () => {
  await fc.assert(
    fc.asyncProperty(
      someItems,
      someHour,
      fc.constantFrom(...ZONES),
      fc.boolean(),
      async (items, now, timezone, early) => {
        const subscriptionType = early ? "annual" : "monthly";
        const member = await createMember({ accessEndsAt: FOREVER, timezone, subscriptionType });
        await arrange(items, member.id);
        const caller = { memberId: member.id, member: Promise.resolve(member) };
        const listed = await listMonths(contextAt(now), { caller });
        const months = listed.map(({ year, month, ...counts }) => [
          `${year}-${String(month).padStart(2, "0")}`,
          counts,
        ]);
        expect(months).toEqual(await countEach(member.id, releasedThroughFor(member, now)));
      },
    ),
    { numRuns: 20 },
  );
});
