import { env } from "cloudflare:workers";
import { beforeAll, expect, inject, test } from "vitest";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { bytesAfter, PROGRESS_BYTES } from "#test/support/usage.ts";
import { db } from "#test/worker/factories.ts";
import { fillDeliveries, memberIdOf } from "#test/worker/large-house.queries.ts";
import { fillLargeHouse } from "#test/worker/large-house.ts";
import { newMemberId } from "../../account/member/member.ts";
import { log } from "../../kernel/log.ts";

/** `npm run test:long` uses the size that the product is built for. */
const MEMBERS = inject("isLargeHouse") ? 1_000_000 : 60_000;

async function bytes(): Promise<number> {
  const { meta } = await env.DB.prepare("select 1").run();
  return meta.size_after;
}

/** Members in the sample that a whole database's size is extrapolated from. */
const SAMPLE = inject("isLargeHouse") ? 100_000 : 4000;
const MILLION = 1_000_000;
const GIGABYTE = 1_000_000_000;
const DAYS_KEPT = 35;
/** Counts by member and month. */
const MONTHS = SERVICE_TERMS.mailMonthsKept;

let bytesOfDelivery = 0;

beforeAll(async () => {
  const before = await bytes();
  // Twenty zone hours in turn, each in the order of the members' index, on two mornings.
  for (const date of ["2032-01-01", "2032-01-02"]) {
    for (let hour = 0; hour < 20; hour += 1) await fillDeliveries(db, { date, hour, of: 20, members: MEMBERS / 2 });
  }
  bytesOfDelivery = ((await bytes()) - before) / MEMBERS;
}, 1_200_000);

test("generated IDs are as long as real member IDs", () => {
  expect(memberIdOf(MEMBERS)).toHaveLength(newMemberId().length);
});

test("a delivery takes at most 90 bytes, however members' hours are spread", async () => {
  const rows = await env.DB.prepare("select count(*) from deliveries where day > 22000").first<number>("count(*)");
  expect(rows).toBe(MEMBERS);
  expect(bytesOfDelivery).toBeLessThanOrEqual(90);
});

test("after a year, a million members and what they play take as much room as the operations page says", {
  timeout: 1_200_000,
}, async () => {
  const parts: Record<string, number> = { deliveries: (bytesOfDelivery * DAYS_KEPT * MILLION) / GIGABYTE };
  const measure = async (part: string, rows: number, each: number, fill: () => Promise<unknown>) => {
    const before = await bytes();
    await fill();
    parts[part] = ((((await bytes()) - before) / rows) * each) / GIGABYTE;
  };
  // Each has a grant and a session; most have subscriptions and payments. Also gifts, labels, audit entries, welcome
  // emails for half, and incoming emails from a tenth.
  await measure("members", SAMPLE, MILLION, () =>
    fillLargeHouse(db, Date.now(), { members: SAMPLE, items: 1, deliveries: 0, letters: SAMPLE / 10 }),
  );
  await measure("months", SAMPLE, MILLION * MONTHS, () =>
    env.DB.prepare(
      "insert into delivery_months (month, member_id, sent, not_sent) select '2031-01', id, 27, 4 from members",
    ).run(),
  );
  // Only the current day's batches contain their recipients.
  const recipients = JSON.stringify(
    Array.from({ length: 100 }, () => ({
      memberId: newMemberId(),
      address: "somebody.with.a.name@example.test",
      firstName: "Somebody",
      streak: 123,
      unsubscribeKey: 1,
    })),
  );
  const fillBatches = (date: string, ids: string, of: string) => () =>
    env.DB.prepare(`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, recipients, state, next_attempt_at, created_at, settled_at)
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
      select '1795453200000.America/Chicago.6.' || ?1 || i, 0, 'America/Chicago', 6, ?1, ?2, ?3, 'sent', 0, 0, 0 from n`)
      .bind(date, ids, of)
      .run();
  const batchesADay = MILLION / 100;
  const ids = JSON.stringify(Array.from({ length: 100 }, () => newMemberId()));
  await measure("batches of a day", 500, batchesADay, fillBatches("2031-02-01", ids, recipients));
  await measure("batches before", 500, batchesADay * (DAYS_KEPT + 1), fillBatches("2031-02-02", "[]", "[]"));
  const whole = Object.values(parts).reduce((sum, part) => sum + part, 0);
  // Each plays the session of the day, so rows are added in every member's place, day after day.
  const daysPlayed = inject("isLargeHouse") ? 60 : 20;
  await measure("a session played", SAMPLE * daysPlayed, MILLION, async () => {
    for (let day = 0; day < daysPlayed; day += 1)
      await env.DB.prepare(
        `insert into member_progress (member_id, content_number, audio_completed, total_watched, audio_progress, audio_position,
           playback, sequence, position_at, completed_day)
         select id, 400 + ?1, 1, 1, 100, 719.9, 1, 8, 1796000000 + 86400 * ?1, 20786 + ?1 from members`,
      )
        .bind(day)
        .run();
  });
  const { "a session played": played = 0 } = parts;
  expect((played * GIGABYTE) / MILLION).toBeLessThanOrEqual(PROGRESS_BYTES);
  for (const share of [0.1, 0.3, 0.6])
    expect(whole + 365 * share * played, JSON.stringify(parts)).toBeLessThan(
      (bytesAfter(1, share) * MILLION) / GIGABYTE,
    );
  if (inject("isLargeHouse")) log("info", "house_of_a_million", { gigabytes: whole, ...parts });
});
