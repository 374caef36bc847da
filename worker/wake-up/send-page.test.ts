import { expect, test, vi } from "vitest";
import { createItem, createMember, db } from "#test/worker/factories.ts";
import { contextAt, deliver } from "#test/worker/jobs.ts";
import { dayAhead, ledgerOf, rowsOf, strikeAhead } from "#test/worker/mornings.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { findContent } from "../content/content.queries.ts";
import { changeMember } from "../members/members.queries.ts";
import { closeLatePages } from "./close-late-pages.ts";
import { composeIssue } from "./issue-mail.ts";
import { claimPage, insertPage } from "./pages.queries.ts";
import { requeuePages } from "./requeue-pages.ts";
import { sendPage } from "./send-page.ts";
import { settlePage } from "./settle-page.ts";
import { insertIssue, openBreaker, readDispatcherState } from "./strikes.queries.ts";
import { CUT_OFF_MS, MINUTE_MS } from "./timing.ts";

let nextDay = 100;

/** A stored page of one member, on a day that no other test uses; nothing has been queued. */
async function storedPage(overrides: Parameters<typeof createMember>[0] = {}) {
  nextDay += 1;
  const localDate = dayAhead(nextDay);
  const strikeAt = strikeAhead(nextDay, 6);
  const member = await createMember({ accessEndsAt: strikeAt + CUT_OFF_MS, ...overrides });
  await createItem(localDate);
  const item = await findContent(db, localDate);
  if (!item) throw new Error("The item was not stored.");
  const issue = composeIssue(contextAt(strikeAt).config, item);
  const pageId = `test.${localDate}`;
  await db.batch([
    insertIssue(db, { ...issue, strikeAt, contentId: item.id, snapshot: "{}", createdAt: strikeAt }),
    insertPage(db, {
      id: pageId,
      strikeAt,
      timezone: member.timezone,
      hour: member.wakeUpHour,
      localDate,
      memberIds: JSON.stringify([member.id]),
      nextAttemptAt: strikeAt,
      createdAt: strikeAt,
    }),
  ]);
  return { member, pageId, strikeAt, localDate, message: { pageId, tickAt: strikeAt } };
}

async function pageOf(pageId: string) {
  const [page] = await rowsOf("select * from pages where id = ?", pageId);
  return page;
}

test("a message delivered twice, together or later, sends one mail", async () => {
  const { member, message, localDate, pageId } = await storedPage();
  const result = await deliver([message, message]);
  await Promise.all([deliver([message]), deliver([message])]);
  expect(result.retryMessages).toEqual([]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "sent", page_id: pageId });
  expect(await pageOf(pageId)).toMatchObject({ state: "sent" });
});

test("two pages that name the same member send one mail: the ledger's row decides", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  const twin = `${pageId}.twin`;
  await insertPage(db, {
    id: twin,
    strikeAt,
    timezone: member.timezone,
    hour: member.wakeUpHour,
    localDate,
    memberIds: JSON.stringify([member.id]),
    nextAttemptAt: strikeAt,
    createdAt: strikeAt,
  });
  await Promise.all([deliver([message]), deliver([{ ...message, pageId: twin }])]);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("an answer lost after acceptance is repeated under the same key with the same bytes: one mail, marked sent", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  expect(await pageOf(pageId)).toMatchObject({ state: "open", generation: 1, generation_attempts: 1 });
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "claimed" });

  await changeMember(db, member.id, { firstName: "Renamed", email: `moved.${member.email}` });
  await sendPage(contextAt(strikeAt + MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "sent" });
});

test("a server error leaves the page open with a back-off; a later tick queues it again and it goes out once", async () => {
  const { member, message, pageId, strikeAt } = await storedPage();
  await armFault({ kind: "server_error", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  expect(await pageOf(pageId)).toMatchObject({ state: "open", next_attempt_at: strikeAt + 10_000 });

  const later = contextAt(strikeAt + MINUTE_MS);
  const queued = vi.spyOn(later.wakeUpQueue, "sendBatch").mockResolvedValue(undefined as never);
  await requeuePages(later);
  expect(queued).toHaveBeenCalledWith([{ body: { pageId, tickAt: later.now } }]);
  queued.mockRestore();
  await sendPage(later, message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a short rate limit is waited out in place", async () => {
  const { member, message, pageId, strikeAt } = await storedPage();
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 1 });
  await sendPage(contextAt(strikeAt), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await pageOf(pageId)).toMatchObject({ state: "sent", generation: 1 });
});

test("a long rate limit gives the recipients back; the next generation asks afresh who is due", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 120 });
  await sendPage(contextAt(strikeAt), message);
  expect(await ledgerOf(member.id, localDate)).toBeUndefined();
  expect(await pageOf(pageId)).toMatchObject({ state: "open", generation: 2, next_attempt_at: strikeAt + 120_000 });

  await changeMember(db, member.id, { emailEnabled: false });
  await sendPage(contextAt(strikeAt + 3 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await pageOf(pageId)).toMatchObject({ state: "empty" });
});

test("after an unclear attempt a refusal proves nothing: the recipients stay bound to the generation", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  await armFault({ kind: "rate_limit", to: member.email, retryAfterSeconds: 120 });
  await sendPage(contextAt(strikeAt + MINUTE_MS), message);
  expect(await pageOf(pageId)).toMatchObject({ state: "open", generation: 1 });
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await sendPage(contextAt(strikeAt + 4 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("an attempt that has lost the page to another gives nothing back", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  const stale = await claimPage(db, { pageId, now: strikeAt, leaseUntil: strikeAt + 1, oldestStrike: strikeAt });
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendPage(contextAt(strikeAt + MINUTE_MS), message);
  if (!stale.page) throw new Error("The page was not taken.");
  const outcome = { kind: "rate_limited", retryAfterSeconds: 120 } as const;
  await settlePage(contextAt(strikeAt + 2 * MINUTE_MS), {
    page: stale.page,
    recipients: stale.recipients,
    outcome,
    isOnlyAttempt: true,
  });
  expect(await pageOf(pageId)).toMatchObject({ state: "open", generation: 1 });
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await sendPage(contextAt(strikeAt + 9 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("a refusal after an answer that another attempt is under way proves nothing: the recipients stay bound", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  const ctx = contextAt(strikeAt);
  const calls = vi
    .spyOn(ctx.mailer, "sendBatch")
    .mockResolvedValueOnce({ kind: "in_flight" })
    .mockResolvedValueOnce({ kind: "rate_limited", retryAfterSeconds: 120 });
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const sending = sendPage(ctx, message);
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  await sending;
  expect(calls).toHaveBeenCalledTimes(2);
  expect(await pageOf(pageId)).toMatchObject({ state: "open", generation: 1 });
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "claimed" });
});

test("a refusal about us opens the breaker; the first page that gets through closes it", async () => {
  const { member, message, pageId, strikeAt } = await storedPage();
  await armFault({ kind: "unauthorized", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  expect((await readDispatcherState(db)).breaker).toMatchObject({ until: strikeAt + 5 * MINUTE_MS });
  expect(await pageOf(pageId)).toMatchObject({
    state: "open",
    generation: 2,
    next_attempt_at: strikeAt + 5 * MINUTE_MS,
  });
  await sendPage(contextAt(strikeAt + 6 * MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect((await readDispatcherState(db)).breaker).toBeNull();
});

test("a spent daily quota waits for the next UTC day", async () => {
  const { member, message, strikeAt } = await storedPage();
  await armFault({ kind: "daily_quota", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  const until = (await readDispatcherState(db)).breaker?.until ?? 0;
  expect(new Date(until).toISOString()).toMatch(/T00:00:00\.000Z$/);
  expect(until - strikeAt).toBeGreaterThan(0);
  expect(until - strikeAt).toBeLessThanOrEqual(24 * 60 * MINUTE_MS);
  await db.run("delete from dispatcher_state");
});

test("a rejected address fails alone, with the provider's reason", async () => {
  const { member, message, localDate, pageId } = await storedPage({ email: `x.${crypto.randomUUID()}@rejected.test` });
  await deliver([message]);
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "failed", reason: expect.any(String) });
  expect(await pageOf(pageId)).toMatchObject({ state: "sent" });
});

test("who unsubscribes between the page and its sending gets nothing", async () => {
  const { member, message, localDate } = await storedPage();
  await changeMember(db, member.id, { emailEnabled: false });
  await deliver([message]);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await ledgerOf(member.id, localDate)).toBeUndefined();
});

test("beyond the cut-off nothing is sent: who was never attempted is missed", async () => {
  const { member, message, localDate, pageId, strikeAt } = await storedPage();
  await sendPage(contextAt(strikeAt + CUT_OFF_MS + 1), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "missed" });
  expect(await pageOf(pageId)).toMatchObject({ state: "closed" });
});

test("who moved to a later hour before the page was written off is not missed, and the new hour can still wake them", async () => {
  const { member, message, localDate, strikeAt } = await storedPage();
  await changeMember(db, member.id, { wakeUpHour: 9, wakeUpSince: strikeAt + MINUTE_MS });
  await sendPage(contextAt(strikeAt + CUT_OFF_MS + 1), message);
  expect(await ledgerOf(member.id, localDate)).toBeUndefined();
});

test("while the breaker is open a message that was queued before it sends nothing and spoils nothing", async () => {
  const { member, message, pageId, strikeAt, localDate } = await storedPage();
  await openBreaker(db, strikeAt + MINUTE_MS, "quota");
  await sendPage(contextAt(strikeAt), message);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await ledgerOf(member.id, localDate)).toBeUndefined();
  expect(await pageOf(pageId)).toMatchObject({ state: "open", attempts: 0 });
  await sendPage(contextAt(strikeAt + MINUTE_MS), message);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect((await readDispatcherState(db)).breaker).toBeNull();
});

test("beyond the cut-off who may have been accepted is unknown, never missed", async () => {
  const { member, message, localDate, strikeAt } = await storedPage();
  await armFault({ kind: "drop_after_accept", to: member.email });
  await sendPage(contextAt(strikeAt), message);
  await closeLatePages(contextAt(strikeAt + CUT_OFF_MS));
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "claimed" });
  await closeLatePages(contextAt(strikeAt + CUT_OFF_MS + 1));
  expect(await ledgerOf(member.id, localDate)).toMatchObject({ state: "unknown" });
});

test("the consumer goes by the later clock: a page of a tick ahead of time is not late", async () => {
  const { member, message } = await storedPage();
  await deliver([message]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  const late = await storedPage();
  await deliver([{ ...late.message, tickAt: late.strikeAt + CUT_OFF_MS + 1 }]);
  expect(await outboxOf(late.member.email)).toEqual([]);
});

test("an unreadable message is dropped; a dead letter leaves its page open and noted", async () => {
  const unreadable = await deliver([{ pageId: "", tickAt: 1 }]);
  expect(unreadable.explicitAcks).toHaveLength(1);
  const { pageId, message } = await storedPage();
  await deliver([message], "daybolt-wake-up-dead");
  expect(await pageOf(pageId)).toMatchObject({ state: "open", last_error: "dead_letter" });
});
