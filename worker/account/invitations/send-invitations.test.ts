import { beforeEach, expect, test } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { db, rowsOf, setMember } from "#test/worker/factories.ts";
import { createImport, createInvited, createManyInvited, forgetInvitations, startAll } from "#test/worker/invited.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { endComplaintPauses, pauseKind, selectPauses, setPause } from "../../mail/pauses.queries.ts";
import { sendDueMails, sendTransactionalMail } from "../../mail/send-transactional-mails.ts";
import type { Member } from "../member/member.ts";
import { countBounced } from "./invitation-pace.queries.ts";
import { inviteOne } from "./invite.ts";
import { readInvitations, sendInvitations, startInvitations, stopInvitations } from "./send-invitations.ts";

const DAY_ONE = Date.parse("2026-11-26T08:00:00Z");
/** A day's first ticks: more than its pace needs. */
const TICKS = 3;

beforeEach(forgetInvitations);

async function tick(now: number, ticks = TICKS): Promise<void> {
  for (let at = 0; at < ticks; at += 1) await sendInvitations(contextAt(now + at * MINUTE_MS));
}

const start = (now = DAY_ONE) => startInvitations(contextAt(now), startAll());
const stateAt = (now: number) => readInvitations(contextAt(now));

async function countOf(sql: string): Promise<unknown> {
  return (await rowsOf(`select count(*) as n from ${sql}`))[0]?.n;
}
const written = (kind = "invitation") => countOf(`transactional_mails where kind = '${kind}'`);

async function begin(count: number): Promise<Member[]> {
  const members = await createManyInvited(await createImport(DAY_ONE - DAY_MS), count);
  await start();
  return members;
}

test("an import emails no one until an administrator starts sending, and then emails in file order", async () => {
  const importId = await createImport(DAY_ONE - DAY_MS);
  const until = Date.parse("2027-01-31T06:00:00Z");
  const second = await createInvited(importId, { row: 2, firstName: null });
  const first = await createInvited(importId, { row: 1, accessEndsAt: until, subscriptionEndsAt: until });
  await tick(DAY_ONE);
  expect(await written()).toBe(0);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "idle", waiting: 2, mostToday: 50 });
  expect(await start()).toMatchObject({ state: "sending", waiting: 2 });
  await tick(DAY_ONE);
  await sendDueMails(contextAt(DAY_ONE));
  const [mail, ...more] = await outboxOf(first.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Your membership has moved to Daybolt");
  expect(mail?.text).toContain("Hi Ana,");
  expect(mail?.text).toContain("You've paid through Saturday, January 30, 2027");
  expect(mail?.text).toContain("/invitation?token=");
  expect(mail?.text).toContain("cancel there");
  expect(mail?.text).not.toContain("{{");
  expect(mail?.headers["List-Unsubscribe"]).toContain(`member=${first.id}`);
  expect((await outboxOf(second.email))[0]?.text).toContain("\nHi,\n");
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "idle", waiting: 0, open: 2, sentToday: 2 });
});

test("50 invitations go out on the first day and 75 on the next, and a repeated tick sends nothing twice", async () => {
  await begin(140);
  await tick(DAY_ONE);
  expect(await written()).toBe(50);
  await Promise.all([tick(DAY_ONE + DAY_MS, 1), tick(DAY_ONE + DAY_MS, 1)]);
  expect(await written()).toBe(125);
  expect(await countOf("invitations where invited_at is not null")).toBe(125);
  expect(await stateAt(DAY_ONE + DAY_MS)).toMatchObject({ sentToday: 75, mostToday: 75, waiting: 15 });
  await tick(DAY_ONE + 9 * DAY_MS);
  expect(await written()).toBe(140);
  // Days without an invitation didn't raise the pace.
  expect(await stateAt(DAY_ONE + 9 * DAY_MS)).toMatchObject({ sentToday: 15, mostToday: 113 });
});

test("an import that finishes after sending has started waits for the next start", async () => {
  await begin(1);
  await createManyInvited(await createImport(DAY_ONE + MINUTE_MS), 2);
  const running = await createImport(DAY_ONE, { state: "running", endedAt: null });
  await createInvited(running);
  await tick(DAY_ONE + 2 * MINUTE_MS);
  expect(await written()).toBe(1);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "idle", waiting: 3 });
  await start(DAY_ONE + 3 * MINUTE_MS);
  await tick(DAY_ONE + 3 * MINUTE_MS);
  expect(await written()).toBe(3);
});

test("Stop withdraws unsent invitations, and Continue sends them once", async () => {
  await begin(5);
  await tick(DAY_ONE);
  await stopInvitations(contextAt(DAY_ONE));
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "stopped", stopReason: "administrator", waiting: 5 });
  await tick(DAY_ONE);
  expect(await written()).toBe(0);
  await start();
  await tick(DAY_ONE);
  await sendDueMails(contextAt(DAY_ONE + MINUTE_MS));
  await stopInvitations(contextAt(DAY_ONE));
  // What has left stays sent.
  expect(await countOf("transactional_mails where state = 'sent'")).toBe(5);
  expect(await stateAt(DAY_ONE)).toMatchObject({ waiting: 0, open: 5 });
});

test("Stop also holds new and retried invitations until Continue, but not individually requested ones", async () => {
  const [first, ...others] = await begin(4);
  await sendInvitations(contextOvertaken(DAY_ONE, () => stopInvitations(contextAt(DAY_ONE))));
  const [tried] = others;
  // As after an answer that was lost.
  await rowsOf(
    `update transactional_mails set call_id = id, attempts = 1, key_attempts = 1, first_attempt_at = ? where member_id = ?`,
    DAY_ONE,
    tried?.id ?? "",
  );
  await sendDueMails(contextAt(DAY_ONE + MINUTE_MS));
  expect(await rowsOf("select state, count(*) as n from transactional_mails group by 1")).toEqual([
    { state: "pending", n: 4 },
  ]);
  const asked = contextAt(DAY_ONE + 2 * MINUTE_MS);
  await asked.db.batch(inviteOne(asked, first as Member, { id: "asked" }).statements);
  await sendTransactionalMail(asked, { id: "asked" });
  expect(await outboxOf(first?.email ?? "")).toHaveLength(1);
  expect(await start(DAY_ONE + DAY_MS / 2)).toMatchObject({ waiting: 3 });
  await tick(DAY_ONE + DAY_MS / 2);
  await sendDueMails(contextAt(DAY_ONE + DAY_MS / 2 + HOUR_MS));
  for (const { email } of others) expect(await outboxOf(email)).toHaveLength(1);
  expect(await outboxOf(first?.email ?? "")).toHaveLength(2);
});

const bounce = ({ id }: Member, at: number) => setMember(id, { suppressedAt: at, suppressionReason: "bounced" });

test("10 hard bounces in the last 200 stop invitations until an administrator continues; 9 don't", async () => {
  const members = await begin(60);
  await tick(DAY_ONE);
  for (const member of members.slice(0, 9)) await bounce(member, DAY_ONE + MINUTE_MS);
  await setMember(members[20]?.id ?? "", { suppressedAt: DAY_ONE + MINUTE_MS, suppressionReason: "complained" });
  await tick(DAY_ONE + 10 * MINUTE_MS, 1);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "sending", stopReason: null });
  await bounce(members[9] as Member, DAY_ONE + 2 * MINUTE_MS);
  await tick(DAY_ONE + DAY_MS);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "stopped", stopReason: "bounces" });
  const [entry] = await rowsOf("select actor, details from audit where action = 'invitations.stop' order by id desc");
  expect(entry).toEqual({ actor: "system", details: '{"reason":"bounces"}' });
  await tick(DAY_ONE + 3 * DAY_MS);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "stopped" });
  await start(DAY_ONE + 3 * DAY_MS);
  await tick(DAY_ONE + 3 * DAY_MS);
  // What the stop took back is written again, but not to the eleven whose address gets no email anymore.
  expect(await countOf("invitations where invited_at is not null")).toBe(60 - 11);
});

test("starting another import's invitations doesn't reset the bounce count", async () => {
  const members = await begin(10);
  await tick(DAY_ONE);
  for (const member of members) await bounce(member, DAY_ONE + MINUTE_MS);
  await createManyInvited(await createImport(DAY_ONE + HOUR_MS), 1);
  await start(DAY_ONE + 2 * HOUR_MS);
  await tick(DAY_ONE + 2 * HOUR_MS);
  expect(await stateAt(DAY_ONE + 2 * HOUR_MS)).toMatchObject({ state: "stopped", stopReason: "bounces" });
});

test("only bounces among the last 200 invitations count, and only since an administrator continued", async () => {
  const members = await createManyInvited(await createImport(DAY_ONE), 210);
  await rowsOf("update invitations set invited_at = ? + row", DAY_ONE);
  for (const member of members.slice(0, 15)) await bounce(member, DAY_ONE + DAY_MS);
  const countedSince = async (since: number) => (await countBounced(db, since))[0]?.bounced;
  expect(await countedSince(0)).toBe(5);
  expect(await countedSince(DAY_ONE + 15)).toBe(1);
});

test("a pause for complaints stops invitations even after it ends, until an administrator continues", async () => {
  await begin(3);
  await pauseKind(db, "invitation", { until: DAY_ONE + DAY_MS, now: DAY_ONE });
  await tick(DAY_ONE);
  expect(await written()).toBe(0);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "stopped", stopReason: "complaints" });
  // Neither its end nor the end of other pauses continues them.
  await db.batch(endComplaintPauses(db, DAY_ONE + MINUTE_MS));
  await tick(DAY_ONE + 2 * DAY_MS);
  expect(await written()).toBe(0);
  const wakeUpsUntil = DAY_ONE + 4 * DAY_MS;
  await pauseKind(db, "wake-up", { until: wakeUpsUntil, now: DAY_ONE + 3 * DAY_MS });
  await start(DAY_ONE + 3 * DAY_MS);
  await tick(DAY_ONE + 3 * DAY_MS);
  expect(await written()).toBe(3);
  expect(await selectPauses(db)).toEqual([{ kind: "wake-up", until: wakeUpsUntil, reason: "" }]);
  expect(await rowsOf("select complaints_from from dispatcher")).toEqual([{ complaints_from: DAY_ONE + 3 * DAY_MS }]);
});

test("no invitations are written while all sending is paused", async () => {
  await begin(1);
  await setPause(db, DAY_ONE + DAY_MS, "Slow down.");
  await tick(DAY_ONE);
  expect(await written()).toBe(0);
  expect(await stateAt(DAY_ONE)).toMatchObject({ state: "sending" });
});

test("after 30 days, one reminder goes to members with access who haven't accepted or unsubscribed, at the daily pace", async () => {
  const importId = await createImport(DAY_ONE - DAY_MS);
  const invitedAt = DAY_ONE;
  const access = { accessEndsAt: DAY_ONE + 90 * DAY_MS };
  const open = await createInvited(importId, { row: 1, ...access, invitation: { invitedAt } });
  const others = [
    { invitedAt, isUnsubscribed: true },
    { invitedAt, acceptedAt: DAY_ONE },
    { invitedAt: DAY_ONE + DAY_MS },
    { invitedAt: DAY_ONE - 31 * DAY_MS },
  ];
  for (const [at, invitation] of others.entries())
    await createInvited(importId, { row: at + 2, ...access, invitation });
  await createInvited(importId, { row: 9, accessEndsAt: DAY_ONE, invitation: { invitedAt } });
  await start();
  const after = DAY_ONE + 30 * DAY_MS;
  await tick(after - MINUTE_MS, 1);
  expect(await written("invitation-reminder")).toBe(0);
  await tick(after);
  await sendDueMails(contextAt(after));
  const [mail, ...more] = await outboxOf(open.email);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Your Daybolt membership is still waiting for you");
  expect(await written("invitation-reminder")).toBe(1);
  expect(await stateAt(after)).toMatchObject({ sentToday: 1 });
  await tick(after + 5 * DAY_MS);
  expect(await written("invitation-reminder")).toBe(2);
});

test("an invitation accepted in the meantime isn't sent", async () => {
  const [member] = await begin(1);
  await tick(DAY_ONE);
  await setMember(member?.id ?? "", { isUnaccepted: false });
  await sendDueMails(contextAt(DAY_ONE + MINUTE_MS));
  expect(await rowsOf("select state, last_error as why from transactional_mails")).toEqual([
    { state: "closed", why: "cause_gone" },
  ]);
});
