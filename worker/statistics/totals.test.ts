import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ON_TIME_MS } from "#domain/rules/on-time.ts";
import { createItem, createMember, rowsOf } from "#test/worker/factories.ts";

const SLOT = Date.parse("2032-03-01T12:00:00Z");
const DATE = "2032-03-01";

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

const ADDED_UP = `
  select coalesce(sum(due_count), 0) as due, coalesce(sum(sent_count), 0) as sent,
    coalesce(sum(iif(settled_at <= slot_at + ${ON_TIME_MS}, sent_count, 0)), 0) as on_time,
    coalesce(sum(failed_count), 0) as failed, coalesce(sum(missed_count), 0) as missed, coalesce(sum(unknown_count), 0) as unknown,
    coalesce(sum(iif(state = 'open', json_array_length(member_ids), 0)), 0) as open,
    coalesce(sum(state <> 'open' and sent_again_as is null and failed_count + missed_count + unknown_count > 0), 0)
      as troubled_batches
  from wake_up_batches where local_date = ?`;

const counts = fc.nat(3);
const outcome = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  state: fc.constantFrom("open", "sent", "failed", "closed"),
  settledAt: fc.constantFrom(null, SLOT, SLOT + ON_TIME_MS, SLOT + ON_TIME_MS + 1),
  sentAgainAs: fc.constantFrom(null, "again"),
  counts: fc.tuple(counts, counts, counts, counts, counts),
});

test("a slot's stored counts always equal the sum of its batches", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outcome, { minLength: 1, maxLength: 8 }), async (outcomes) => {
      await run("delete from wake_up_batches where local_date = ?", DATE);
      await run("delete from wake_up_counts where local_date = ?", DATE);
      for (const { id, state, settledAt, sentAgainAs, counts: of } of outcomes) {
        await run(
          `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at)
          values (?, ?, 'America/Chicago', 6, ?, '["x","y"]', 0, 0) on conflict do nothing`,
          id,
          SLOT,
          DATE,
        );
        await run(
          `update wake_up_batches set state = ?, settled_at = ?, sent_again_as = ?, due_count = ?, sent_count = ?,
            failed_count = ?, missed_count = ?, unknown_count = ? where id = ?`,
          state,
          settledAt,
          sentAgainAs,
          ...of,
          id,
        );
      }
      const [kept] = await rowsOf(
        `select due, sent, on_time, failed, missed, unknown, open, troubled_batches from wake_up_counts
        where local_date = ? and slot_at = ?`,
        DATE,
        SLOT,
      );
      const [added] = await rowsOf(ADDED_UP, DATE);
      expect(kept).toEqual(added);
    }),
    { numRuns: 30 },
  );
});

test("a batch with unreadable members counts none, can be written off, and keeps its counts when deleted", async () => {
  const date = "2032-03-02";
  await run(
    `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, next_attempt_at, created_at)
    values ('broken', ?, 'America/Chicago', 6, ?, 'no list', 0, 0)`,
    SLOT,
    date,
  );
  await run("update wake_up_batches set state = 'closed', missed_count = 2 where id = 'broken'");
  const of = () => rowsOf("select missed, open, troubled_batches from wake_up_counts where local_date = ?", date);
  expect(await of()).toEqual([{ missed: 2, open: 0, troubled_batches: 1 }]);
  await run("delete from wake_up_batches where id = 'broken'");
  expect(await of()).toEqual([{ missed: 2, open: 0, troubled_batches: 1 }]);
});

const TYPES = ["monthly", "quarterly", "annual", "gift", "trial"];
const ROW = `case when highest_plan is null and access_ends_at is null then 'none' when highest_plan is null then 'ended'
  when is_unaccepted then 'invited' when subscription_type = 'trial' then 'trial' else 'active' end`;

const counted = (name: string, condition: string) =>
  `(select count(*) from members where deleted_at is null and ${condition}) as ${name}`;
const COUNTED = `select ${[
  counted("members", "true"),
  counted("members_with_access", "highest_plan is not null and is_unaccepted = 0"),
  "(select count(*) from content where deleted_at is null and status = 'published') as published_items, 0 as yearly_cents",
  ...TYPES.map((type) =>
    counted(type, `highest_plan is not null and is_unaccepted = 0 and subscription_type = '${type}'`),
  ),
  ...TYPES.map((type) => counted(`type_${type}`, `${ROW} <> 'none' and subscription_type = '${type}'`)),
  ...["active", "trial", "invited", "ended", "none"].map((word) => counted(`row_${word}`, `${ROW} = '${word}'`)),
  counted("suppressed", "suppressed_at is not null"),
].join(", ")}`;

test("members and items are counted as they're added, changed, and deleted", async () => {
  const isKept = async () => {
    const [{ id, ...totals } = {}] = await rowsOf("select * from totals");
    expect([id, totals]).toEqual([1, (await rowsOf(COUNTED))[0]]);
  };
  const { id } = await createMember();
  const gone = await createMember({ accessEndsAt: null });
  const item = await createItem("2032-04-01");
  await createItem("2032-04-02", { status: "scheduled" });
  await isKept();
  const steps: [string, string][] = [
    ["update members set highest_plan = null where id = ?", id],
    ["update members set highest_plan = 'annual' where id = ?", id],
    ["update members set highest_plan = 'monthly' where id = ?", id],
    ["update members set is_unaccepted = 1 where id = ?", id],
    ["update members set subscription_type = 'gift' where id = ?", id],
    ["update members set is_unaccepted = 0 where id = ?", id],
    ["update members set highest_plan = null, subscription_type = 'trial' where id = ?", id],
    ["update members set subscription_type = 'quarterly' where id = ?", id],
    ["update members set highest_plan = 'annual', subscription_type = 'annual' where id = ?", id],
    ["update members set suppressed_at = 1 where id = ?", id],
    ["update members set suppressed_at = 2, highest_plan = null, access_ends_at = null where id = ?", id],
    ["update members set access_ends_at = 1 where id = ?", id],
    ["update members set highest_plan = 'annual' where id = ?", id],
    ["update members set deleted_at = 1 where id = ?", id],
    ["update members set suppressed_at = null where id = ?", id],
    ["update members set highest_plan = null where id = ?", id],
    ["update members set deleted_at = 1, highest_plan = 'annual' where id = ?", gone.id],
    ["update members set deleted_at = null where id = ?", gone.id],
    ["update content set status = 'published' where date = ?", "2032-04-02"],
    ["update content set deleted_at = 1 where id = ?", item.id],
    ["update content set status = 'draft' where id = ?", item.id],
    ["update content set deleted_at = null, status = 'published' where id = ?", item.id],
    ["delete from content where id = ?", item.id],
    ["delete from access_grants where member_id = ?", gone.id],
    ["delete from members where id = ?", gone.id],
  ];
  for (const [sql, value] of steps) {
    await run(sql, value);
    await isKept();
  }
});
