import { expect, test } from "vitest";
import { memberFile } from "#domain/contract/members.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { addDevice } from "#test/worker/push.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { selectMember } from "../member/members.queries.ts";

function ask(id: string, email: string, requestId: string = crypto.randomUUID()): Promise<Response> {
  return requestWith({}, `/api/admin/members/${id}/address`, { admin: true, json: { requestId, email } });
}

async function tokenTo(email: string): Promise<string> {
  const [mail] = await outboxOf(email);
  const link = new URL(/http\S*\/confirm-address\S*/.exec(mail?.text ?? "")?.[0] ?? "");
  expect(link.searchParams.get("email")).toBe(email);
  return link.searchParams.get("token") ?? "";
}

function confirm(token: string, now = Date.now()): Promise<Response> {
  return requestWith({}, "/api/auth/confirm-address", { json: { token }, now });
}

const actionsOf = (id: string) => rowsOf("select actor, action, details from audit where subject = ? order by id", id);
const read = (id: string) => selectMember(db, id).get();

test("following the new address's link changes the address, notifies the old one, and ends all sessions", async () => {
  const member = await createMember();
  const session = await tokenFor(member);
  const email = uniqueEmail("New.Address");
  expect((await ask(member.id, email)).status).toBe(200);
  expect(await read(member.id)).toEqual(member);
  const file = await request(`/api/admin/members/${member.id}`, { admin: true });
  expect(memberFile.parse(await file.json()).mail.pendingAddress).toMatchObject({ email });

  const token = await tokenTo(email);
  const response = await confirm(token);
  expect([response.status, await response.json()]).toEqual([200, { email, isChanged: true }]);
  expect(await read(member.id)).toMatchObject({ email, emailKey: email.toLowerCase() });
  expect((await request("/api/auth/verify", { token: session })).status).toBe(401);
  const [notice, ...more] = await outboxOf(member.email);
  expect(more).toEqual([]);
  expect(notice?.subject).toContain("was changed");
  expect(notice?.text).not.toContain(email);
  expect(await actionsOf(member.id)).toEqual([
    { actor: "admin", action: "member.address-asked", details: '{"fields":["email"]}' },
    { actor: `member:${member.id}`, action: "member.address", details: '{"fields":["email"]}' },
  ]);

  // Again, as after a lost response: the same response, and nothing happens twice.
  expect((await confirm(token)).status).toBe(200);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await actionsOf(member.id)).toHaveLength(2);
});

test("a new address ends the notifications on all devices", async () => {
  const member = await createMember();
  await addDevice(member);
  const email = uniqueEmail();
  await ask(member.id, email);
  expect((await confirm(await tokenTo(email))).status).toBe(200);
  expect(await rowsOf("select id from push_devices where member_id = ?", member.id)).toEqual([]);
});

test("a repeated request sends one email, and only the latest link works", async () => {
  const member = await createMember();
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  const requestId = crypto.randomUUID();
  for (let click = 0; click < 2; click += 1) expect((await ask(member.id, first, requestId)).status).toBe(200);
  expect(await outboxOf(first)).toHaveLength(1);
  await ask(member.id, second);
  expect((await confirm(await tokenTo(first))).status).toBe(410);
  expect((await confirm(await tokenTo(second))).status).toBe(200);
  expect(await read(member.id)).toMatchObject({ email: second });
});

test("a suppression stays with the old address, and mornings count from the address change", async () => {
  const member = await createMember({ suppressedAt: 5, wakeUpSince: 7 });
  const email = uniqueEmail();
  await ask(member.id, email);
  const now = Date.now() + HOUR_MS;
  await confirm(await tokenTo(email), now);
  expect(await read(member.id)).toMatchObject({ email, suppressedAt: null, wakeUpSince: now });
  expect(await outboxOf(member.email)).toEqual([]);
});

test("an address already in use is refused, both when requested and when confirmed", async () => {
  const member = await createMember();
  const session = await tokenFor(member);
  const taken = await createMember();
  const refused = await ask(member.id, taken.email.toUpperCase().replace("DAYBOLT.TEST", "daybolt.test"));
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { error: "This email belongs to another account." },
  ]);
  expect((await ask(member.id, member.email)).status).toBe(409);
  expect((await ask("nobody", uniqueEmail())).status).toBe(404);

  const email = uniqueEmail();
  await ask(member.id, email);
  const token = await tokenTo(email);
  await createMember({ email });
  expect((await confirm(token)).status).toBe(409);
  expect(await read(member.id)).toEqual(member);
  expect((await request("/api/auth/verify", { token: session })).status).toBe(200);
  expect(await outboxOf(member.email)).toEqual([]);
});

test("the link expires after 24 hours, and a made-up one doesn't work", async () => {
  const member = await createMember();
  const email = uniqueEmail();
  await ask(member.id, email);
  const token = await tokenTo(email);
  expect((await confirm(token, Date.now() + 25 * HOUR_MS)).status).toBe(410);
  expect((await confirm("made-up")).status).toBe(400);
  expect(await read(member.id)).toEqual(member);
});

test("checking the link says whether it works, just as confirming would, and changes nothing", async () => {
  const member = await createMember();
  const [email, taken] = [uniqueEmail(), uniqueEmail()];
  await ask(member.id, taken);
  const old = await tokenTo(taken);
  await ask(member.id, email);
  const token = await tokenTo(email);
  const check = (checked: string, now = Date.now()) =>
    requestWith({}, "/api/auth/confirm-address/check", { json: { token: checked }, now });
  for (let time = 0; time < 2; time += 1) {
    const good = await check(token);
    expect([good.status, await good.json()]).toEqual([200, { email }]);
  }
  expect((await check("made-up")).status).toBe(400);
  expect((await check(old)).status).toBe(410);
  expect((await check(token, Date.now() + 25 * HOUR_MS)).status).toBe(410);
  expect(await read(member.id)).toEqual(member);
  expect((await confirm(token)).status).toBe(200);
});

test("changing the address invalidates the member's other links", async () => {
  const member = await createMember({ passwordHash: null });
  const requestId = crypto.randomUUID();
  await requestWith({}, `/api/admin/members/${member.id}/password-mail`, { admin: true, json: { requestId } });
  const email = uniqueEmail();
  await ask(member.id, email);
  await confirm(await tokenTo(email));
  const left = await rowsOf("select 1 from auth_tokens where member_id = ? and used_at is null", member.id);
  expect(left).toEqual([]);
});
