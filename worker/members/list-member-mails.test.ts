import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { type MemberMailList, memberMailList, memberMornings } from "#domain/contract/members.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import { createMember, db } from "#test/worker/factories.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { recordTick } from "../mail/dispatcher.queries.ts";
import { pauseKind } from "../mail/pauses.queries.ts";
import { queueMail } from "../mail/transactional-mail.ts";
import { sendGiftMails } from "../money/gifts/send-gift-mails.ts";
import { listMemberMails } from "./member-mails.ts";

/** A member's emails, three per instant, so that a page ends within one. Returns their IDs, oldest first. */
async function write(memberId: string, count: number): Promise<string[]> {
  const mails = Array.from({ length: count }, (_, index) =>
    queueMail({ db, now: Math.floor(index / 3) }, { kind: "test-mail", memberId, to: "a@x.test", parameters: {} }),
  );
  for (const { insert } of mails) await insert;
  return mails.map(({ id }) => id);
}

async function read(id: string, cursor?: string): Promise<MemberMailList> {
  const query = cursor === undefined ? "" : `?${new URLSearchParams({ cursor })}`;
  const response = await request(`/api/admin/members/${id}/mails${query}`, { admin: true });
  expect(response.status).toBe(200);
  return memberMailList.parse(await response.json());
}

test("mornings show sending as stopped when the scheduler is down or sending is paused", async () => {
  const [{ id }, now] = [await createMember(), Date.now()];
  const isStopped = async () => {
    const response = await request(`/api/admin/members/${id}/mornings`, { admin: true, now });
    return memberMornings.parse(await response.json()).isSendingStopped;
  };
  await db.run("delete from dispatcher");
  expect(await isStopped()).toBe(true);
  await recordTick(db, now - CADENCES.tick.lateAfterMs - 1);
  expect(await isStopped()).toBe(true);
  await recordTick(db, now - CADENCES.tick.lateAfterMs);
  expect(await isStopped()).toBe(false);
  await pauseKind(db, "wake-up", { until: now + 1, now });
  expect(await isStopped()).toBe(true);
  for (const table of ["dispatcher", "pauses"]) await db.run(`delete from ${table}`);
});

test("a member's emails are paged newest first, each once and no other member's", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const ids = await write(member.id, 25);
  await write(other.id, 5);
  const pages = [await read(member.id)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(member.id, next));
  expect(pages.map(({ mails }) => mails.length)).toEqual([10, 10, 5]);
  const listed = pages.flatMap(({ mails }) => mails);
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const times = listed.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test("gift emails are listed for a giver and recipient with an account, and for no one else", async () => {
  const [giver, recipient, other] = [await createMember(), await createMember(), await createMember()];
  const gift = await buyGift({ giverEmail: giver.email.toUpperCase(), recipientEmail: recipient.email });
  await buyGift();
  await write(giver.id, 12);
  const tellAt = gift.deliverAt + 60_000;
  await sendGiftMails(contextAt(tellAt), { tickAt: 0 });
  const kindsOf = async (id: string) => (await read(id)).mails.map(({ kind, canResend }) => [kind, canResend]);
  expect((await kindsOf(giver.id))[0]).toEqual(["gift-receipt", false]);
  expect(await kindsOf(recipient.id)).toEqual([["gift", false]]);
  expect(await kindsOf(other.id)).toEqual([]);
  const first = await read(giver.id);
  const second = await read(giver.id, first.next ?? "");
  const ids = [...first.mails, ...second.mails].map(({ id }) => id);
  expect([ids.length, new Set(ids).size, second.next]).toEqual([13, 13, null]);
});

test("an email written between two pages doesn't shift the next one", async () => {
  const member = await createMember();
  await write(member.id, 11);
  const { mails, next } = await read(member.id);
  await queueMail({ db, now: 99 }, { kind: "test-mail", memberId: member.id, to: "a@x.test", parameters: {} }).insert;
  const later = await read(member.id, next ?? "");
  expect(later.next).toBeNull();
  expect(later.mails).toHaveLength(1);
  expect(mails.map(({ id }) => id)).not.toContain(later.mails[0]?.id);
});

test("a member without emails has an empty list, a purged one isn't found, and an invalid cursor is refused", async () => {
  expect(await read((await createMember()).id)).toEqual({ mails: [], next: null });
  const purged = await createMember({ deletedAt: 5, purgedAt: 6 });
  expect((await request(`/api/admin/members/${purged.id}/mails`, { admin: true })).status).toBe(404);
  const path = `/api/admin/members/${(await createMember()).id}/mails?cursor=x`;
  expect((await request(path, { admin: true })).status).toBe(400);
});

test("the last page reads as few rows as the first", async () => {
  const member = await createMember();
  await write(member.id, 300);
  const costOf = async (cursor?: string) => {
    const { d1, cost } = countingD1(env.DB);
    await listMemberMails({ ...contextAt(Date.now()), db: createDb(d1) }, { id: member.id, cursor });
    return cost;
  };
  const [first, late] = [await costOf(), await costOf("11.")];
  expect([first.calls, late.calls]).toEqual([1, 1]);
  expect(late.rowsRead).toBeLessThanOrEqual(first.rowsRead + 5);
});

test("an email that waits for its day has that day, until it's due", async () => {
  const [{ id }, now] = [await createMember(), Date.now()];
  const mail = { kind: "test-mail", memberId: id, to: "a@x.test", parameters: {} } as const;
  await queueMail({ db, now }, { ...mail, notBefore: now + 60_000 }).insert;
  const dueAt = async (at: number) => (await listMemberMails(contextAt(at), { id })).mails.map((one) => one.dueAt);
  expect(await dueAt(now)).toEqual([new Date(now + 60_000).toISOString()]);
  expect(await dueAt(now + 60_000)).toEqual([null]);
});
