import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, setMember, uniqueAddress } from "#test/worker/factories.ts";
import { createImport, createInvited, invitationLinkOf, startAll } from "#test/worker/invited.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { addressHash } from "../../kernel/hashing.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { sendInvitations, startInvitations } from "../invitations/send-invitations.ts";
import { selectMember } from "../member/members.queries.ts";
import { askForAddress } from "./change-address.ts";

const INVITATION = "Your membership has moved to Daybolt";

beforeEach(async () => {
  for (const table of ["invitations", "imports", "invitation_pace", "dispatcher", "transactional_mails"])
    await rowsOf(`delete from ${table}`);
});

async function ask(id: string, email: string, requestId: string = crypto.randomUUID()) {
  const response = await requestWith({}, `/api/admin/members/${id}/address`, {
    admin: true,
    json: { requestId, email },
  });
  return [response.status, await response.json<{ message?: string; error?: string }>()] as const;
}

const read = (id: string) => selectMember(db, id).get();
const subjectsTo = async (email: string) => (await outboxOf(email)).map(({ subject }) => subject);

test("changing an imported account's address works right away, ends old links, and sends an invitation", async () => {
  const member = await createInvited(await createImport(1), { invitation: { invitedAt: 2 } });
  const old = await invitationLinkOf(member);
  const [email, requestId] = [uniqueEmail("Right"), crypto.randomUUID()];
  const done = [200, { message: `The email is now ${email}, and an invitation is on its way there.` }];
  expect(await ask(member.id, email, requestId)).toEqual(done);
  expect(await read(member.id)).toMatchObject({ email, emailKey: email.toLowerCase(), isUnaccepted: true });
  expect([await subjectsTo(member.email), await subjectsTo(email)]).toEqual([[], [INVITATION]]);
  for (const json of [old, { ...old, email }])
    expect((await request("/api/auth/setup-link", { json, address: uniqueAddress() })).status).toBe(400);
  expect(await ask(member.id, email, requestId)).toEqual(done);
  expect(await outboxOf(email)).toHaveLength(1);
  expect(await rowsOf("select actor, action from audit where subject = ?", member.id)).toEqual([
    { actor: "admin", action: "member.address" },
  ]);
  const key = email.toLowerCase();
  const left = "select count(*) as n from auth_tokens where member_id = ? and used_at is null and email_key = ?";
  expect(await rowsOf(left, member.id, key)).toEqual([{ n: 1 }]);
});

test("a member not yet invited gets no email until their scheduled invitation goes to the new address", async () => {
  const now = Date.now();
  const member = await createInvited(await createImport(now - 1));
  const email = uniqueEmail();
  expect(await ask(member.id, email)).toEqual([200, { message: `The email is now ${email}.` }]);
  expect(await rowsOf("select 1 from transactional_mails")).toEqual([]);
  await startInvitations(contextAt(now), startAll());
  await sendInvitations(contextAt(now));
  await sendDueMails(contextAt(now));
  expect([await subjectsTo(member.email), await subjectsTo(email)]).toEqual([[], [INVITATION]]);
});

test("an address already in use is refused, and no invitation is promised to a suppressed one", async () => {
  const member = await createInvited(await createImport(1), { invitation: { invitedAt: 2 } });
  const taken = await createMember();
  expect(await ask(member.id, taken.email)).toMatchObject([409, { error: "This email belongs to another account." }]);
  const other = contextOvertaken(Date.now(), () => createMember({ email: "meanwhile@daybolt.test" }));
  const input = { id: member.id, email: "meanwhile@daybolt.test", requestId: crypto.randomUUID() };
  await expect(askForAddress(other, input)).rejects.toThrow("This email belongs to another account.");
  expect(await read(member.id)).toEqual(member);

  const email = uniqueEmail();
  const hash = addressHash(readConfig(env), email);
  await rowsOf("insert into suppressions (address_hash, reason, suppressed_at) values (?, 'bounced', 5)", hash);
  const [, { message }] = await ask(member.id, email);
  expect(message).toContain(`The email is now ${email}. Emails to ${email} bounced`);
  expect(await read(member.id)).toMatchObject({ email, suppressedAt: 5 });
  expect(await rowsOf("select 1 from transactional_mails")).toEqual([]);
});

test("a member who accepts during the change keeps their address", async () => {
  const member = await createInvited(await createImport(1), { invitation: { invitedAt: 2 } });
  const ctx = contextOvertaken(Date.now(), () => setMember(member.id, { isUnaccepted: false }));
  const input = { id: member.id, email: uniqueEmail(), requestId: crypto.randomUUID() };
  await expect(askForAddress(ctx, input)).rejects.toThrow("They just accepted their invitation. Try again.");
  expect(await read(member.id)).toMatchObject({ email: member.email });
  expect(await rowsOf("select 1 from transactional_mails")).toEqual([]);
});
