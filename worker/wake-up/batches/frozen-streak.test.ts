import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { addDays } from "#domain/rules/calendar-days.ts";
import { createMember, db, deliveryOf, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { storedBatch } from "#test/worker/stored-batch.ts";
import { updateMember } from "../../account/member/members.queries.ts";
import { sendBatch } from "./send-batch.ts";

type Stored = Awaited<ReturnType<typeof storedBatch>>;

/** The line with the hour in the email that a batch sends. */
async function hourLineOf({ member, message, slotAt, localDate }: Stored) {
  await sendBatch(contextAt(slotAt), message);
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "sent" });
  const [mail, ...more] = await outboxOf(member.email);
  expect(more).toEqual([]);
  return mail?.text.split("\n").find((line) => line.startsWith("6:00 AM"));
}

test.for([
  ["yesterday", 12, 1, "6:00 AM · 12 days in a row"],
  ["today, which counts tomorrow", 12, 0, "6:00 AM · 11 days in a row"],
  ["yesterday for the first time", 1, 1, "6:00 AM"],
  ["the day before yesterday, with yesterday missed", 12, 2, "6:00 AM"],
  ["never", 0, null, "6:00 AM"],
] as const)("claiming counts days in a row up to yesterday: last completed %s", async ([, streak, ago, line]) => {
  // The batch before it puts an item on yesterday.
  await storedBatch();
  const stored = await storedBatch();
  const lastCompletedDate = ago === null ? null : addDays(stored.localDate, -ago);
  await updateMember(db, stored.member.id, { currentStreak: streak, lastCompletedDate });
  expect(await hourLineOf(stored)).toBe(line);
});

test("a batch's streak days are counted once for all its members", async () => {
  await storedBatch();
  const stored = await storedBatch();
  const others = await Promise.all(
    [2, 3].map((currentStreak) =>
      createMember({
        accessEndsAt: stored.member.accessEndsAt,
        currentStreak,
        lastCompletedDate: addDays(stored.localDate, -1),
      }),
    ),
  );
  const ids = JSON.stringify([stored.member, ...others].map(({ id }) => id));
  await env.DB.prepare("update wake_up_batches set member_ids = ? where id = ?").bind(ids, stored.batchId).run();
  expect(await hourLineOf(stored)).toBe("6:00 AM");
  const [batch] = await rowsOf("select recipients from wake_up_batches where id = ?", stored.batchId);
  const counted = (JSON.parse(String(batch?.recipients)) as { streak: number }[]).map(({ streak }) => streak);
  expect(counted.toSorted()).toEqual([0, 2, 3]);
});
