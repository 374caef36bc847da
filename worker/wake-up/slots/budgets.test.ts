import { env } from "cloudflare:workers";
import { expect, inject, test, vi } from "vitest";
import { createDb } from "#db/client.ts";
import { DELIVERY_STATES } from "#domain/rules/mail-states.ts";
import { dayAhead, slotAhead } from "#test/support/fixtures.ts";
import { ROWS } from "#test/support/usage.ts";
import { createItem, db, rowsOf } from "#test/worker/factories.ts";
import { catchQueued, contextAt } from "#test/worker/jobs.ts";
import { fillLargeHouse } from "#test/worker/large-house.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import type { Ctx } from "../../kernel/context.ts";
import { sendBatch } from "../batches/send-batch.ts";
import { dispatchSlot } from "./dispatch-slot.ts";
import { selectZonesInUse } from "./due-members.queries.ts";
import { handOutBatches } from "./hand-out-batches.ts";

/** `npm run test:long` uses the size that the product is built for. */
const MEMBERS = inject("isLargeHouse") ? 1_000_000 : 10_000;
const DAY = 86_400_000;
/**
 * Four zones and five hours, interleaved by ID, so that no index happens to keep due members together. Each has access, a
 * delivery from the day before, and has started an item.
 */
const FILLS = [
  `update members set subscription_status = 'active', access_ends_at = ?1 + 365 * ${DAY}, wake_up_hour = 5 + (i / 4) % 5,
     timezone = json_extract('["America/Chicago","America/New_York","America/Denver","America/Los_Angeles"]', '$[' || (i % 4) || ']')
   from (select id as of, cast(substr(email, 7, instr(email, '@') - 7) as integer) as i from members) where id = of`,
  `insert into deliveries (day, member_id, batch, key_version, state, claimed_at, sent_at)
   select ?1 / ${DAY} - 1, id, 0, 1, ${DELIVERY_STATES.indexOf("sent")}, 1, 2 from members where true on conflict do nothing`,
  `insert into member_progress (member_id, content_number, audio_progress, position_at)
   select members.id, content.number, 40, ?1 / 1000 from members, content where content.id not like 'large-%'`,
];

function counted(now: number): { ctx: Ctx; cost: ReturnType<typeof countingD1>["cost"] } {
  const { d1, cost } = countingD1(env.DB);
  return { ctx: { ...contextAt(now), db: createDb(d1) }, cost };
}

test("the cost of a slot and of a batch stays within budget", { timeout: 3_600_000 }, async () => {
  const now = Date.now();
  await createItem(dayAhead(1));
  await fillLargeHouse(db, now, { members: MEMBERS, items: 1, deliveries: 0, letters: 0 });
  for (const fill of FILLS) await rowsOf(fill, now);
  const slotAt = slotAhead(1, 5);

  const dispatch = counted(slotAt);
  const queued = catchQueued(dispatch.ctx);
  const zones = (await selectZonesInUse(dispatch.ctx.db)).map(({ zone }) => zone);
  await dispatchSlot(dispatch.ctx, { slotAt, zones });
  await handOutBatches(dispatch.ctx);
  const batches = await rowsOf(
    "select id, json_array_length(member_ids) as size from wake_up_batches where slot_at = ? order by id",
    slotAt,
  );
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
  const sent = `select count(*) as sent from deliveries d join wake_up_batches b on b.number = d.batch
    where b.slot_at = ? and d.state = ${DELIVERY_STATES.indexOf("sent")}`;
  expect(await rowsOf(sent, slotAt)).toEqual([{ sent: mails }]);
  const read = dispatch.cost.rowsRead + sending.cost.rowsRead;
  const written = dispatch.cost.rowsWritten + sending.cost.rowsWritten;
  expect(read / mails).toBeLessThanOrEqual(ROWS.wakeUpEmail.read);
  expect(written / mails).toBeLessThanOrEqual(ROWS.wakeUpEmail.written);
});
