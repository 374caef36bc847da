import { expect, test, vi } from "vitest";
import { MINUTE_MS } from "#domain/durations.ts";
import { db, deliveryOf, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { storedBatch } from "#test/worker/stored-batch.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { updateProfile } from "../../profile/profile.ts";
import { noteSkippedMornings } from "../note-skipped-mornings.ts";
import { insertBatch } from "./batches.queries.ts";
import { finishAttempt, prepareAttempt, sendBatch } from "./send-batch.ts";

/** Changes a member's hour as they would themselves, reading their row again. */
async function moveTo({ id }: Member, emailTime: string, now: number) {
  const member = selectMember(db, id)
    .get()
    .then((row) => row as Member);
  await updateProfile(contextAt(now), { caller: { memberId: id, member }, change: { emailTime } });
}

const skippedOf = ({ id }: Member) =>
  rowsOf("select actor, details ->> 'date' as date from audit where subject = ? and action = 'mails.skipped'", id);

test("when a member changes hours mid-batch and the claim is released, a lost morning is always recorded", async () => {
  const late = { accepted: false, minutes: 2 };
  const cases = [
    { moves: ["05:00"], isSkipped: true, ...late },
    // The claimed email was sent: nothing was lost.
    { moves: ["05:00"], isSkipped: false, ...late, accepted: true },
    // The new hour is still ahead, with an email.
    { moves: ["07:00"], isSkipped: false, ...late },
    { moves: ["05:00", "07:00"], isSkipped: false, ...late },
    { moves: ["07:00", "05:00"], isSkipped: true, ...late },
    // Moving back doesn't bring the morning back.
    { moves: ["07:00", "06:00"], isSkipped: true, ...late },
    // The new hour came while the member was still claimed, so its batch skipped them.
    { moves: ["07:00"], isSkipped: true, accepted: false, minutes: 61 },
  ];
  for (const { moves, isSkipped, accepted, minutes } of cases) {
    const { member, message, slotAt, localDate, batchId } = await storedBatch();
    const ctx = contextAt(slotAt + minutes * MINUTE_MS);
    vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValue(
      accepted ? { kind: "accepted", rejected: [] } : { kind: "rate_limited", retryAfterSeconds: 60 },
    );
    const attempt = await prepareAttempt(contextAt(slotAt), message);
    for (const [index, emailTime] of moves.entries()) await moveTo(member, emailTime, slotAt + 1000 * (index + 1));
    expect(await skippedOf(member)).toEqual([]);
    if (attempt) await finishAttempt(ctx, attempt);
    await sendBatch(contextAt(slotAt + (minutes + 2) * MINUTE_MS), message);
    const name = `${moves.join()} after ${minutes} minutes`;
    expect(await skippedOf(member), name).toEqual(isSkipped ? [{ actor: "system", date: localDate }] : []);
    expect((await deliveryOf(member.id, localDate))?.state, name).toBe(accepted ? "sent" : undefined);
    const [batch] = await rowsOf("select state from wake_up_batches where id = ?", batchId);
    expect(batch, name).toEqual({ state: accepted ? "sent" : "empty" });
  }
});

test("a morning isn't recorded as skipped while its new batch is still unclaimed", async () => {
  const { member, message, slotAt, localDate } = await storedBatch();
  const attempt = await prepareAttempt(contextAt(slotAt + 59 * MINUTE_MS), message);
  await moveTo(member, "07:00", slotAt + 59 * MINUTE_MS + 30_000);
  const next = {
    id: `next.${localDate}`,
    slotAt: slotAt + 60 * MINUTE_MS,
    localDate,
    timezone: member.timezone,
    hour: 7,
  };
  const stored = { nextAttemptAt: next.slotAt, createdAt: next.slotAt };
  await insertBatch(db, { ...next, ...stored, memberIds: JSON.stringify([member.id]) });
  const ctx = contextAt(next.slotAt + 10_000);
  vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValue({ kind: "rate_limited", retryAfterSeconds: 60 });
  if (attempt) await finishAttempt(ctx, attempt);
  expect(await skippedOf(member)).toEqual([]);
});

test("a note on a claim is never shown in the member's file", async () => {
  const { member, message, slotAt, localDate } = await storedBatch();
  await prepareAttempt(contextAt(slotAt), message);
  await moveTo(member, "07:00", slotAt + 1000);
  expect((await deliveryOf(member.id, localDate))?.reason).toMatch(/^\d+$/);
  const path = `/api/admin/members/${member.id}`;
  const file = await (await request(path, { admin: true, now: slotAt + 2000 })).text();
  expect(file).toContain('"state":"claimed"');
  expect(file).not.toContain(String((slotAt + 60 * MINUTE_MS) / 1000));
});

test("a change that wasn't made leaves no note on the claim", async () => {
  const { member, message, slotAt, localDate } = await storedBatch();
  await prepareAttempt(contextAt(slotAt), message);
  const [note, ...others] = await noteSkippedMornings(contextAt(slotAt + 1000), member, { wakeUpHour: 7 }, "member");
  expect(others).toEqual([]);
  await note;
  expect(await deliveryOf(member.id, localDate)).toMatchObject({ state: "claimed", reason: null });
});
