import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { createItem, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt } from "#test/worker/jobs.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../context.ts";
import { tick } from "../cron.ts";
import { dispatchSlot } from "./dispatch-slot.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";
import { sendBatch } from "./send-batch.ts";

const MEMBERS = 4000;

/** Members of all zones and hours, interleaved by id, so that no index holds the due ones side by side by luck. */
async function fillMembers(now: number): Promise<void> {
  await env.DB.prepare(`
    insert into members (id, email, email_key, first_name, subscription_type, subscription_status, access_ends_at,
      wake_up_hour, timezone, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ${MEMBERS})
    select printf('m%08d', (i * 7919) % ${MEMBERS}), 'budget' || i || '@budget.test', 'budget' || i || '@budget.test', 'Ana',
      'monthly', 'active', ?1 + 31536000000, 5 + (i / 4) % 5,
      json_extract('["America/Chicago","America/New_York","America/Denver","America/Los_Angeles"]', '$[' || (i % 4) || ']'),
      ?1 - 1000, ?1, ?1
    from n`)
    .bind(now)
    .run();
}

function counted(now: number): { ctx: Ctx; cost: ReturnType<typeof countingD1>["cost"] } {
  const { d1, cost } = countingD1(env.DB);
  return { ctx: { ...contextAt(now), db: createDb(d1) }, cost };
}

test("what a slot, a batch and an idle tick cost stays within the budgets", async () => {
  const now = Date.now();
  await fillMembers(now);
  await createItem(dayAhead(1));
  const slotAt = slotAhead(1, 5);

  const dispatch = counted(slotAt);
  const queued = catchQueued(dispatch.ctx);
  const zones = (await selectZonesInUse(dispatch.ctx.db)).map(({ zone }) => zone);
  await dispatchSlot(dispatch.ctx, { slotAt, zones });
  await handOutBatches(dispatch.ctx);
  const batches = await rowsOf("select id, json_array_length(member_ids) as size from wake_up_batches order by id");
  expect(queued.map(({ body }) => body.batchId).toSorted()).toEqual(batches.map(({ id }) => id));
  const mails = batches.reduce((sum, batch) => sum + Number(batch.size), 0);
  // Chicago at 5, New York at 6: of the five hours that the members hold, two of the four zones share one slot.
  expect(mails).toBe((MEMBERS / 20) * 2);
  // Zones, lease, content, freezing, cutting, settling, and giving out in two: whatever the number of members and zones.
  expect(dispatch.cost.calls).toBeLessThanOrEqual(10);

  const sending = counted(slotAt);
  const resend = vi.spyOn(sending.ctx.mailer, "sendBatch");
  for (const { id } of batches) {
    const before = sending.cost.calls;
    await sendBatch(sending.ctx, { batchId: String(id), tickAt: slotAt });
    expect(sending.cost.calls - before).toBeLessThanOrEqual(2);
  }
  expect(resend).toHaveBeenCalledTimes(batches.length);
  expect(await rowsOf("select count(*) as sent from wake_up_deliveries where state = 'sent'")).toEqual([
    { sent: mails },
  ]);
  const read = dispatch.cost.rowsRead + sending.cost.rowsRead;
  const written = dispatch.cost.rowsWritten + sending.cost.rowsWritten;
  expect(read / mails).toBeLessThanOrEqual(7);
  expect(written / mails).toBeLessThanOrEqual(2.5);

  // The first tick also settles the three hours before; the second finds nothing due.
  await tick(counted(slotAt + 60_000).ctx, { tickAt: slotAt + 60_000 });
  const idle = counted(slotAt + 120_000);
  await tick(idle.ctx, { tickAt: slotAt + 120_000 });
  expect(idle.cost.rowsRead).toBeLessThanOrEqual(25);
});
