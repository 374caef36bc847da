import { expect, test, vi } from "vitest";
import { wakeUpBatches, wakeUpMails } from "#db/schema/wake-up.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO } from "#test/support/fixtures.ts";
// Stored batches, and what 0.2.0 sent for each where every hour is on offer.
import claimed from "#test/worker/claimed-by-0.2.0.json";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { sendBatch } from "./send-batch.ts";

const EVERY_HOUR = Array.from({ length: 24 }, (_, hour) => hour);

async function storeBatch({ localDate, hour, recipients }: (typeof claimed.batches)[number]) {
  const slotAt = instantAt(localDate, hour, CHICAGO);
  const id = `${slotAt}.${CHICAGO}.${hour}.0123456789abcdef`;
  const times = { slotAt, localDate, createdAt: slotAt };
  const memberIds = JSON.stringify(recipients.map(({ memberId }) => memberId));
  const claim = { recipients, memberIds, attempts: 1, keyAttempts: 1, nextAttemptAt: slotAt };
  await db.batch([
    db
      .insert(wakeUpMails)
      .values({ ...claimed.mail, ...times, contentId: "item" })
      .onConflictDoNothing(),
    db.insert(wakeUpBatches).values({ ...claim, ...times, id, timezone: CHICAGO, hour }),
  ]);
  return { id, slotAt };
}

test.for(claimed.batches)(
  "a batch for $localDate, $hour:00, claimed by release 0.2.0 is resent byte for byte",
  async (batch) => {
    const { id, slotAt } = await storeBatch(batch);
    const calls: unknown[] = [];
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      calls.push({ key: request.headers.get("idempotency-key"), body: await request.text() });
      return Response.json({ data: batch.recipients.map((_, index) => ({ id: String(index) })) });
    });
    const ctx = contextAt(slotAt + 5 * MINUTE_MS);
    await sendBatch({ ...ctx, config: { ...ctx.config, wakeUpHours: EVERY_HOUR } }, { batchId: id, tickAt: slotAt });
    vi.restoreAllMocks();
    expect(calls).toEqual([{ key: batch.key, body: batch.body }]);
    expect(await rowsOf("select state from wake_up_batches where id = ?", id)).toEqual([{ state: "sent" }]);
  },
);
