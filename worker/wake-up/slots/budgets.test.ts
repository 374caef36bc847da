import { env } from "cloudflare:workers";
import { expect, inject, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { ROWS } from "#test/support/usage.ts";
import { createItem, db, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt } from "#test/worker/jobs.ts";
import { fillHouse } from "#test/worker/large-house.queries.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { dispatchSlot } from "./dispatch-slot.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";

/** `npm run test:long` uses the size that the product is built for. */
const MEMBERS = inject("isLargeHouse") ? 1_000_000 : 10_000;
const MEMBERS_PER_STATEMENT = 100_000;

function counted(now: number): { ctx: Ctx; cost: ReturnType<typeof countingD1>["cost"] } {
  const { d1, cost } = countingD1(env.DB);
  return { ctx: { ...contextAt(now), db: createDb(d1) }, cost };
}

test("the cost of a slot and of a batch stays within budget", { timeout: 3_600_000 }, async () => {
  const now = Date.now();
  const item = await createItem(dayAhead(1));
  for (let first = 0; first < MEMBERS; first += MEMBERS_PER_STATEMENT) {
    const upTo = Math.min(first + MEMBERS_PER_STATEMENT, MEMBERS);
    for (const fill of fillHouse(db, { first, upTo, members: MEMBERS, contentId: item.id, now })) await fill;
  }
  const slotAt = slotAhead(1, 5);

  const dispatch = counted(slotAt);
  const queued = catchQueued(dispatch.ctx);
  const zones = (await selectZonesInUse(dispatch.ctx.db)).map(({ zone }) => zone);
  await dispatchSlot(dispatch.ctx, { slotAt, zones });
  await handOutBatches(dispatch.ctx);
  const batches = await rowsOf("select id, json_array_length(member_ids) as size from wake_up_batches order by id");
  expect(queued.map(({ body }) => body.batchId).toSorted()).toEqual(batches.map(({ id }) => id));
  const mails = batches.reduce((sum, batch) => sum + Number(batch.size), 0);
  // 5 AM in Chicago is 6 AM in New York: with members at five hours in four zones, two groups share this slot.
  expect(mails).toBe((MEMBERS / 20) * 2);
  // Zones, lease, content, freezing, cutting, settling, and two to hand out, whatever the number of zones, plus two for
  // every further 20,000 members. An invocation may make a thousand calls.
  expect(dispatch.cost.calls).toBeLessThanOrEqual(10 + 2 * Math.floor(mails / 20_000));

  const sending = counted(slotAt);
  const resend = vi.spyOn(sending.ctx.mailer, "sendBatch");
  for (const { id } of batches) {
    const before = sending.cost.calls;
    await sendBatch(sending.ctx, { batchId: String(id), tickAt: slotAt });
    expect(sending.cost.calls - before).toBeLessThanOrEqual(2);
  }
  expect(resend).toHaveBeenCalledTimes(batches.length);
  expect(await rowsOf("select count(*) as sent from wake_up_deliveries where state = 'sent' and batch > 0")).toEqual([
    { sent: mails },
  ]);
  const read = dispatch.cost.rowsRead + sending.cost.rowsRead;
  const written = dispatch.cost.rowsWritten + sending.cost.rowsWritten;
  expect(read / mails).toBeLessThanOrEqual(ROWS.wakeUpEmail.read);
  expect(written / mails).toBeLessThanOrEqual(ROWS.wakeUpEmail.written);
});
