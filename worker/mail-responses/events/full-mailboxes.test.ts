import { expect, test } from "vitest";
import type { MemberFile } from "#domain/contract/members.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { eventOf, insertDelivery, postEvent, reportEvents } from "#test/worker/mail-events.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import type { MailEvent } from "../../kernel/queue-messages.ts";

const TODAY = dateIn("UTC", Date.now());

const mailOf = (member: Member, day: number) => ({
  memberId: member.id,
  emailKey: member.emailKey,
  date: addDays(TODAY, day),
});

/** The report on the wake-up of a day, counted from today. */
async function report(member: Member, day: number, kind: MailEvent["kind"] = "bounced"): Promise<MailEvent> {
  const mail = mailOf(member, day);
  await insertDelivery(mail, "sent");
  const isFull = kind === "bounced";
  return { ...eventOf(kind, mail, Date.now() + day * DAY_MS), isFull, isLasting: false };
}

const bounce = async (member: Member, days: number[]) => {
  for (const day of days) await reportEvents([await report(member, day)]);
};
const countOf = async ({ id }: Member) => (await selectMember(db, id).get())?.fullBounces;
const profileOf = async (member: Member) =>
  (await request("/api/user/profile", { token: await tokenFor(member) })).json<ProfileResponse>();
const fileOf = async ({ id }: Member) =>
  (await request(`/api/admin/members/${id}`, { admin: true })).json<MemberFile>();
const auditOf = async ({ id }: Member) =>
  (await rowsOf("select actor, action from audit where subject = ? order by id", id)).map(
    ({ actor, action }) => `${actor} ${action}`,
  );

const SEVEN = [-8, -7, -6, -5, -4, -3, -2];

test("after eight wake-ups in a row that found the mailbox full, wake-ups stop, and both pages say why", async () => {
  const member = await createMember();
  await bounce(member, SEVEN);
  expect(await fileOf(member)).toMatchObject({ mail: { blocker: null, suppression: null } });
  await bounce(member, [-1]);
  const suppression = { reason: "full", since: null, askedAt: null };
  expect(await profileOf(member)).toMatchObject({ nextWakeUpAt: null, suppression });
  expect(await fileOf(member)).toMatchObject({ mail: { blocker: "suppressed", suppression } });
  expect(await auditOf(member)).toEqual(["system mails.suppressed"]);
});

test("a wake-up that was delivered in between starts the count over", async () => {
  const member = await createMember();
  await bounce(member, SEVEN);
  await reportEvents([await report(member, 0, "delivered")]);
  expect(await countOf(member)).toBe(0);
  await bounce(member, [1]);
  expect(await countOf(member)).toBe(1);
});

test("a bounce counts once, however often and in whatever order its events come", async () => {
  const member = await createMember();
  const events = await Promise.all([-3, -2, -1].map((day) => report(member, day)));
  const delivered = await report(member, 0, "delivered");
  await reportEvents([...events, ...events]);
  for (const event of events.toReversed()) await reportEvents([event]);
  expect(await countOf(member)).toBe(3);
  await reportEvents([delivered, ...events]);
  expect(await countOf(member)).toBe(0);
  // Reported again a week later, it says nothing of the mailbox then.
  await bounce(member, [1, 2]);
  await reportEvents([{ ...delivered, at: Date.now() - 2 * DAY_MS }]);
  expect(await countOf(member)).toBe(2);
});

test("other temporary bounces, lasting ones, and bounces of an earlier address don't count", async () => {
  const member = await createMember();
  const event = await report(member, -1);
  await reportEvents([{ ...event, isFull: false }]);
  await reportEvents([{ ...(await report(member, -2)), emailKey: "before@x.test" }]);
  expect(await countOf(member)).toBe(0);
});

test.for([
  ["MailboxFull", true],
  ["General", false],
  [null, false],
] as const)("a bounce of the kind %s is reported as a full mailbox: %s", async ([subType, isFull]) => {
  const data = { to: ["ana@x.test"], tags: {}, bounce: { type: "Transient", subType } };
  const { queued } = await postEvent({ type: "email.bounced", data });
  expect(queued).toMatchObject([{ isFull, isLasting: false }]);
});

test("a delivery of any email starts wake-ups again from then, and one press does", async () => {
  const press = (member: Member, token: string | null) =>
    token === null
      ? request(`/api/admin/members/${member.id}/lift-suppression`, { admin: true, json: {} })
      : request("/api/user/ask-for-mails", { token, json: {} });
  const login = async (member: Member) => {
    const event = eventOf("delivered", mailOf(member, 0));
    await reportEvents([{ ...event, delivery: null, about: null }]);
  };
  for (const [who, lift] of [
    ["system", login],
    ["admin", async (member: Member) => expect((await press(member, null)).status).toBe(200)],
    ["member", async (member: Member) => expect((await press(member, await tokenFor(member))).status).toBe(200)],
  ] as const) {
    const member = await createMember({ fullBounces: 8, wakeUpSince: 1 });
    const before = Date.now();
    await lift(member);
    const now = await selectMember(db, member.id).get();
    expect(now).toMatchObject({ fullBounces: 0 });
    expect(now?.wakeUpSince).toBeGreaterThanOrEqual(before);
    expect(await fileOf(member)).toMatchObject({ mail: { blocker: null, suppression: null } });
    expect((await auditOf(member)).at(-1)).toMatch(new RegExp(`^${who}.* mails.unsuppressed$`));
  }
});

test("login links still go to a full mailbox", async () => {
  const member = await createMember({ fullBounces: 8 });
  const asked = await request("/api/auth/request-password-reset", { json: { email: member.email } });
  expect(asked.status).toBe(200);
  expect(await outboxOf(member.email)).toHaveLength(1);
});
