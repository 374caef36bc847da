import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { deliveries } from "#db/schema/wake-up.ts";
import { type MemberFile, memberFile } from "#domain/contract/members.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import type { DeliveryState } from "#domain/rules/mail-states.ts";
import { createItem, createMember, createProgress, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";

// Also the server's clock: midnight may pass while the file runs.
const NOW = Date.now();
const today = dateIn("UTC", NOW);

async function read(id: string): Promise<MemberFile> {
  const response = await request(`/api/admin/members/${id}`, { admin: true, now: NOW });
  expect(response.status).toBe(200);
  return memberFile.parse(await response.json());
}

/** A member's morning email, as dispatched. */
async function deliver(member: Member, date: string, state: DeliveryState = "sent", isKept = true): Promise<void> {
  const [slotAt, batch] = [Date.parse(`${date}T11:00:00Z`), `b-${date}-${member.id}`];
  const recipients = isKept ? JSON.stringify([{ memberId: member.id, address: member.email, firstName: null }]) : "[]";
  await env.DB.batch([
    env.DB.prepare(
      "insert or ignore into wake_up_mails values (?, ?, 'item', ?, '<p>{{greeting}}</p>', '{{greeting}}', 0, null)",
    ).bind(slotAt, date, `Wake up: ${date}`),
    env.DB.prepare(`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at, recipients)
      values (?, ?, 'America/Chicago', 6, ?, '[]', 'sent', 0, 0, ?)`).bind(batch, slotAt, date, recipients),
  ]);
  const [row] = await rowsOf("select number from wake_up_batches where id = ?", batch);
  const of = { localDate: date, memberId: member.id, batch: Number(row?.number), keyVersion: 1, claimedAt: 5000 };
  const outcome = state === "sent" ? { sentAt: 6000 } : { reason: "cut_off" };
  await db.insert(deliveries).values({ ...of, state, ...outcome });
}

test("a new member's file is empty except for the account and its access", async () => {
  const member = await createMember({ firstName: "Ana", lastName: "Lopez", passwordHash: null });
  const file = await read(member.id);
  expect(file.profile).toMatchObject({ email: member.email, hasAccess: true, isSetUp: false, emailTime: "06:00" });
  expect(file.grants).toMatchObject([{ source: "subscription", plan: "monthly", state: "running" }]);
  expect(file.mail).toEqual({
    emailEnabled: true,
    blocker: null,
    nextAt: null,
    suppression: null,
    pausedUntil: null,
    pendingAddress: null,
  });
  expect([file.wakeUps, file.notes, file.labels, file.history, file.sessions]).toEqual(Array(5).fill([]));
  expect(JSON.stringify(file)).not.toMatch(/scrypt|passwordHash|tokenHash/);
});

test("the file shows why no email comes, when a pause ends, and that an address is suppressed", async () => {
  const pausedUntil = NOW + 5 * 86_400_000;
  expect((await read((await createMember({ pausedUntil })).id)).mail).toMatchObject({
    blocker: "paused",
    pausedUntil: new Date(pausedUntil).toISOString(),
  });
  expect((await read((await createMember({ emailEnabled: false })).id)).mail.blocker).toBe("mails_off");
  const unaccepted = await createMember({ emailEnabled: false, isUnaccepted: true });
  expect((await read(unaccepted.id)).mail).toMatchObject({ emailEnabled: false, blocker: "not_accepted" });
  expect((await read((await createMember({ suppressedAt: 5 })).id)).mail).toMatchObject({
    blocker: "suppressed",
    suppression: { reason: "bounced", since: "1970-01-01T00:00:00.005Z", askedAt: null },
  });
  expect((await read((await createMember({ accessEndsAt: NOW - 1 })).id)).mail.blocker).toBe("no_access");
});

test("the file lists the last 35 days' mornings with email subjects, but no older ones or other members'", async () => {
  const [member, other] = [await createMember(), await createMember()];
  await deliver(member, addDays(today, -1));
  await deliver(member, addDays(today, -35), "missed", false);
  await deliver(member, addDays(today, -40));
  await deliver(other, addDays(today, -2));
  expect((await read(member.id)).wakeUps).toEqual([
    {
      date: addDays(today, -1),
      subject: `Wake up: ${addDays(today, -1)}`,
      state: "sent",
      address: member.email,
      claimedAt: "1970-01-01T00:00:05.000Z",
      sentAt: "1970-01-01T00:00:06.000Z",
      reason: null,
    },
    expect.objectContaining({
      date: addDays(today, -35),
      state: "missed",
      reason: "cut_off",
      sentAt: null,
      address: null,
    }),
  ]);
});

test("past months show their email counts, newest first and only the member's own", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const [newer, older, oldest] = [-40, -80, -900].map((days) => addDays(today, days).slice(0, 7));
  for (const [month, { id }, sent, notSent] of [
    [newer, member, 29, 1],
    [older, member, 30, 0],
    [oldest, member, 31, 0],
    [newer, other, 5, 5],
  ] as const) {
    await rowsOf("insert into delivery_months values (?, ?, ?, ?)", month, id, sent, notSent);
  }
  expect((await read(member.id)).wakeUpMonths).toEqual([
    { month: newer, sent: 29, notSent: 1 },
    { month: older, sent: 30, notSent: 0 },
  ]);
});

test("login sessions and latest completions are listed, newest first", async () => {
  const member = await createMember({ itemsCompleted: 2, currentStreak: 2, lastCompletedDate: "2031-05-02" });
  await tokenFor(member);
  for (const date of ["2031-05-01", "2031-05-02"]) {
    const item = await createItem(date, { title: `Item ${date}` });
    await createProgress(member.id, item.id, { completedDate: date });
  }
  const { progress, sessions } = await read(member.id);
  expect(progress).toMatchObject({ itemsCompleted: 2, currentStreak: 2, lastCompletedDate: "2031-05-02" });
  expect(progress.recent.map(({ title }) => title)).toEqual(["Item 2031-05-02", "Item 2031-05-01"]);
  expect(sessions).toMatchObject([{ userAgent: "Test" }]);
});

test("a closed account's file stays available and shows when its data will be deleted", async () => {
  const [closedAt, purgeAt] = [NOW, NOW + 86_400_000];
  const member = await createMember({ deletedAt: closedAt, purgeAt });
  await rowsOf(
    "insert into audit (at, actor, action, subject) values (?, 'member', 'member.delete', ?)",
    closedAt,
    member.id,
  );
  const { purge } = await read(member.id);
  const [at, closed] = [purgeAt, closedAt].map((instant) => new Date(instant).toISOString());
  expect(purge).toEqual({ at, closedAt: closed, byMember: true });
  expect((await read((await createMember({ deletedAt: closedAt, purgeAt })).id)).purge).toMatchObject({
    byMember: false,
  });
  expect((await read((await createMember()).id)).purge).toBeNull();
});

test("a purged or unknown member has no file", async () => {
  const member = await createMember({ deletedAt: 5, purgedAt: 6 });
  for (const id of [member.id, "nobody"]) {
    const response = await request(`/api/admin/members/${id}`, { admin: true });
    expect([response.status, await response.json()]).toMatchObject([404, { error: "Member not found" }]);
  }
  expect(await rowsOf("select 1 from audit where subject = ?", member.id)).toEqual([]);
});
