import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt } from "#test/worker/jobs.ts";
import type { Ctx } from "../../kernel/context.ts";
import { startEvery } from "../../mail/pace.ts";
import { ONE_IN, takeStart } from "../../mail/starts.queries.ts";
import { queueMail } from "../../mail/transactional-mail.ts";
import { handOutBatches } from "./hand-out-batches.ts";

const NOW = Date.parse("2031-06-01T11:00:00Z");

// Handing out covers the whole database, so each test starts with an empty one.
beforeEach(async () => {
  const tables = ["wake_up_batches", "wake_up_counts", "dispatcher", "transactional_mails"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
});

const withRate = (ctx: Ctx, resendRate: number): Ctx => ({ ...ctx, config: { ...ctx.config, resendRate } });

/** Open batches waiting since `dueAt`, b0001 the longest. */
async function openBatches(count: number, dueAt = NOW - 1000): Promise<void> {
  await env.DB.prepare(`
    insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
    select printf('b%04d', i), ?2, 'UTC', 6, '2031-06-01', '["m"]', ?2 + i, ?2 from n`)
    .bind(count, dueAt - count)
    .run();
}

test("a tick assigns the next minute's starts evenly, longest waiting first, lane by lane", async () => {
  await openBatches(1000);
  const ctx = withRate(contextAt(NOW), 5);
  const queued = catchQueued(ctx);
  await handOutBatches(ctx);
  const every = startEvery(ctx);
  const starts = queued.toSorted((a, b) => a.body.startAt - b.body.startAt);
  expect(starts.map(({ body }) => body.startAt)).toEqual(starts.map((_, index) => NOW + 2000 + index * every));
  const first = Number(starts[0]?.lane) - 1;
  expect(starts.map(({ lane }) => lane)).toEqual(starts.map((_, index) => ((first + index) % 4) + 1));
  expect(starts.map(({ body }) => body.batchId)).toEqual(
    starts.map((_, index) => `b${String(index + 1).padStart(4, "0")}`),
  );
  expect(starts.length).toBeGreaterThanOrEqual(4.75 * 60);
  expect(starts.length).toBeLessThanOrEqual(5 * 67);
  // A message arrives some seconds before its start; five minutes after it, the batch is handed out again.
  for (const { body, delaySeconds } of starts)
    expect(delaySeconds).toBe(Math.max(0, Math.floor((body.startAt - NOW) / 1000) - 5));
  const [last] = await rowsOf(
    "select next_attempt_at as next from wake_up_batches where id = ?",
    starts.at(-1)?.body.batchId,
  );
  expect(last?.next).toBe(Number(starts.at(-1)?.body.startAt) + 5 * MINUTE_MS);

  // The next tick continues where this one stopped; nothing is handed out twice.
  const next = withRate(contextAt(NOW + MINUTE_MS), 5);
  const later = catchQueued(next);
  await handOutBatches(next);
  expect(Math.min(...later.map(({ body }) => body.startAt))).toBe(NOW + 2000 + starts.length * every);
  const ids = [...queued, ...later].map(({ body }) => body.batchId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("concurrent ticks hand out every batch once and every start once", async () => {
  await openBatches(40);
  const contexts = [1, 2, 3].map(() => withRate(contextAt(NOW), 20));
  const queued = contexts.map(catchQueued);
  await Promise.all(contexts.map((ctx) => handOutBatches(ctx)));
  const bodies = queued.flat().map(({ body }) => body);
  expect(bodies.map(({ batchId }) => batchId).toSorted()).toEqual(
    (await rowsOf("select id from wake_up_batches order by id")).map(({ id }) => id),
  );
  expect(new Set(bodies.map(({ startAt }) => startAt)).size).toBe(40);
});

test.for([5, 20, 60])("emails of other kinds also get starts, leaving batches 0.85 of the rate of %i", async (rate) => {
  await openBatches(70 * rate);
  const member = await createMember();
  const parameters = { changedText: "Today at 11:00" };
  const of = { memberId: member.id, to: member.email };
  const mail = queueMail(contextAt(NOW - 1000), { kind: "password-changed", ...of, parameters });
  await mail.insert;
  const ctx = withRate(contextAt(NOW), rate);
  const queued = catchQueued(ctx);
  await handOutBatches(ctx);
  const ofAMinute = queued.filter(({ body }) => body.startAt < NOW + 2000 + MINUTE_MS);
  expect(ofAMinute.length).toBeGreaterThanOrEqual(0.85 * rate * 60);
  const every = startEvery(ctx);
  const given = new Set(queued.map(({ body }) => body.startAt));
  for (let take = 0; take < 20; take += 1) {
    const [row] = await takeStart(db, { now: NOW, every, latest: NOW + MINUTE_MS });
    expect(given.has(Number(row?.startAt))).toBe(false);
    expect((Number(row?.startAt) - NOW - 2000) % (ONE_IN * every)).toBe(0);
  }
});
