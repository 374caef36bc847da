import { expect, test } from "vitest";
import type { OverviewResponse } from "#domain/contract/health.ts";
import type { MemberFile } from "#domain/contract/members.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { eventOf, reportEvents } from "#test/worker/mail-events.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember, selectMemberByEmail } from "../../account/member/members.queries.ts";

const DATE = "2026-11-20";

async function suppressed(kind: "bounced" | "complained" = "bounced") {
  const member = await createMember();
  const event = eventOf(kind, { memberId: member.id, emailKey: member.emailKey, date: DATE });
  await reportEvents([event]);
  return { member, event };
}

const profileOf = async (member: Member) =>
  (await request("/api/user/profile", { token: await tokenFor(member) })).json<ProfileResponse>();
const lift = (id: string) => request(`/api/admin/members/${id}/lift-suppression`, { admin: true, json: {} });

test("a suppressed member sees why and asks for emails, and the administrator lifts the suppression", async () => {
  await rowsOf("update members set suppression_asked_at = null");
  const { member, event } = await suppressed("complained");
  expect(await profileOf(member)).toMatchObject({
    nextWakeUpAt: null,
    suppression: { reason: "complained", askedAt: null },
  });
  const token = await tokenFor(member);
  for (let time = 0; time < 2; time += 1)
    expect((await request("/api/user/ask-for-mails", { token, json: {} })).status).toBe(200);
  expect((await profileOf(member)).suppression?.askedAt).not.toBeNull();
  const overview = await (await request("/api/admin/overview", { admin: true })).json<OverviewResponse>();
  expect(overview.needs.askings).toEqual([{ id: member.id, email: member.email }]);
  const file = await (await request(`/api/admin/members/${member.id}`, { admin: true })).json<MemberFile>();
  expect(file.mail).toMatchObject({ blocker: "suppressed", suppression: { reason: "complained" } });

  const before = Date.now();
  expect((await lift(member.id)).status).toBe(200);
  const now = await selectMember(db, member.id).get();
  expect(now).toMatchObject({ suppressedAt: null, suppressionReason: null, suppressionAskedAt: null });
  expect(now?.wakeUpSince).toBeGreaterThanOrEqual(before);
  expect((await lift(member.id)).status).toBe(409);
  const actions = await rowsOf("select action from audit where subject = ? order by id", member.id);
  expect(actions.map(({ action }) => action)).toEqual(["mails.suppressed", "mails.ask-again", "mails.unsuppressed"]);

  // The same event and an earlier one change nothing anymore; a later one does.
  const mail = { memberId: member.id, emailKey: member.emailKey, date: DATE };
  await reportEvents([event, eventOf("bounced", mail, before - 60_000)]);
  expect(await selectMember(db, member.id).get()).toMatchObject({ suppressedAt: null });
  await reportEvents([eventOf("bounced", mail, Date.now() + 1000)]);
  expect(await selectMember(db, member.id).get()).toMatchObject({ suppressionReason: "bounced" });
});

test("a member who isn't suppressed can't ask for emails again", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  expect((await request("/api/user/ask-for-mails", { token, json: {} })).status).toBe(409);
  expect((await lift("nobody")).status).toBe(404);
});

test("an address stays suppressed after its account is deleted and a new one uses it", async () => {
  const { member } = await suppressed();
  await rowsOf("update members set deleted_at = 1 where id = ?", member.id);
  const json = { email: member.email, name: "Ana", trialMonths: 1, requestId: crypto.randomUUID() };
  const granted = await request("/api/admin/create-trial", { admin: true, json, address: uniqueAddress() });
  expect([200, 201]).toContain(granted.status);
  const next = await selectMemberByEmail(db, member.email).get();
  expect(next).toMatchObject({ suppressedAt: expect.any(Number), suppressionReason: "bounced" });
  expect(next?.id).not.toBe(member.id);
  expect(await rowsOf("select 1 from suppressions where address_hash like ?", `%${member.email}%`)).toEqual([]);
  await request("/api/admin/create-trial", {
    admin: true,
    json: { ...json, email: uniqueEmail(), requestId: crypto.randomUUID() },
    address: uniqueAddress(),
  });
});
