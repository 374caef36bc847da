import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { memberFile, memberMailList } from "#domain/contract/members.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { dateIn, longDateIn } from "#domain/rules/local-time.ts";
import { DELIVERY_STATES, type DeliveryState } from "#domain/rules/mail-states.ts";
import { createMember, rowsOf, sessionsOf, tokenFor } from "#test/worker/factories.ts";
import { createImport, createInvited } from "#test/worker/invited.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { Member } from "../account/member/member.ts";

const date = addDays(dateIn("UTC", Date.now()), -2);

/** Calls a route under a member's path, and waits until its emails have been sent. */
function call(id: string, path: string, json: unknown = {}, method = "POST"): Promise<Response> {
  return requestWith({}, `/api/admin/members/${id}/${path}`, { method, json, admin: true });
}

const requestId = () => crypto.randomUUID();
const actionsOf = (id: string) => rowsOf("select action, details from audit where subject = ? order by id", id);
const fileOf = async (id: string) =>
  memberFile.parse(await (await request(`/api/admin/members/${id}`, { admin: true })).json());
const mailsOf = async (id: string) =>
  memberMailList.parse(await (await request(`/api/admin/members/${id}/mails`, { admin: true })).json()).mails;

async function deliver(member: Member, state: DeliveryState, recipients: object[] = []): Promise<void> {
  const batch = `copy-${member.id}`;
  await env.DB.batch([
    env.DB.prepare(
      "insert or ignore into wake_up_mails values (77, ?, 'item', 'Wake up: Then', '<p>{{greeting}} <a href=\"{{unsubscribeUrl}}\">x</a></p>', '{{greeting}} {{hourText}}{{streakText}} {{unsubscribeUrl}}', 0, null)",
    ).bind(date),
    env.DB.prepare(`
      insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, recipients, state, next_attempt_at, created_at)
      values (?, 77, 'America/Chicago', 6, ?, '[]', ?, 'sent', 0, 0)`).bind(batch, date, JSON.stringify(recipients)),
    env.DB.prepare(`
      insert into deliveries (day, member_id, batch, key_version, state, claimed_at)
      select unixepoch(?) / 86400, ?, number, 1, ?, 5 from wake_up_batches where id = ?`).bind(
      date,
      member.id,
      DELIVERY_STATES.indexOf(state),
      batch,
    ),
  ]);
}

test.for(["sent", "failed", "missed", "unknown"] as const)(
  "a copy of a wake-up email that was %s goes out once per request",
  async (state) => {
    const member = await createMember({ firstName: "Ana" });
    await deliver(member, state);
    const json = { requestId: requestId(), date };
    for (let click = 0; click < 2; click += 1) {
      const response = await call(member.id, "resend", json);
      expect(response.status).toBe(200);
    }
    const [mail, ...more] = await outboxOf(member.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Wake up: Then");
    expect(mail?.text).toContain("Good morning, Ana");
    expect(mail?.text).toContain(`/unsubscribe?member=${member.id}&key=`);
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(await rowsOf("select state from wake_up_deliveries where member_id = ?", member.id)).toEqual([{ state }]);
    expect(await actionsOf(member.id)).toEqual([{ action: "mail.resend", details: JSON.stringify({ date }) }]);
    expect(await mailsOf(member.id)).toMatchObject([{ kind: "wake-up-copy", state: "sent", canResend: false }]);
  },
);

test("a copy includes the streak of its morning as long as the batch still has its recipients", async () => {
  const own = { currentStreak: 40, lastCompletedDate: date };
  const [member, late] = [await createMember(own), await createMember(own)];
  await deliver(member, "sent", [
    { memberId: late.id, streak: 7 },
    { memberId: member.id, streak: 12 },
  ]);
  await deliver(late, "sent");
  for (const { id } of [member, late]) await call(id, "resend", { requestId: requestId(), date });
  expect((await outboxOf(member.email))[0]?.text).toContain("6:00 AM · 12 days in a row ");
  expect((await outboxOf(late.email))[0]?.text).toContain("Good morning, Ana 6:00 AM http");
});

test("no copy goes to a member with emails off, to a suppressed address, or for a day without an email", async () => {
  const refused = [
    [await createMember({ emailEnabled: false }), 409],
    [await createMember({ suppressedAt: 5 }), 409],
  ] as const;
  for (const [member, status] of refused) {
    await deliver(member, "sent");
    expect((await call(member.id, "resend", { requestId: requestId(), date })).status).toBe(status);
    expect(await outboxOf(member.email)).toEqual([]);
  }
  const member = await createMember();
  const response = await call(member.id, "resend", { requestId: requestId(), date: "2026-01-01" });
  expect([response.status, await actionsOf(member.id)]).toEqual([404, []]);
});

const TRIAL = { name: "Ana", durationText: "1 month", endDateText: "Friday" };

async function createMail(
  member: Member,
  state: string,
  kind = "trial-welcome",
  words: object = TRIAL,
): Promise<string> {
  const id = crypto.randomUUID();
  const parameters = JSON.stringify(words);
  await env.DB.prepare(`
    insert into transactional_mails (id, member_id, kind, to_address, parameters, token_id, state, next_attempt_at, created_at, last_error)
    values (?, ?, ?, 'old@daybolt.test', ?, 'spent', ?, 0, 0, 'link_expired')`)
    .bind(id, member.id, kind, parameters, state)
    .run();
  return id;
}

test("a suppressed address isn't promised a password link", async () => {
  const member = await createMember({ suppressedAt: 5 });
  const response = await call(member.id, "password-mail", { requestId: requestId() });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ error: expect.stringContaining("so we stopped sending") });
  expect(await actionsOf(member.id)).toEqual([]);
  expect(await rowsOf("select id from auth_tokens where member_id = ?", member.id)).toEqual([]);
});

test.for(["failed", "closed"])("an email that %s is resent with a working link, once per request", async (state) => {
  const member = await createMember({ passwordHash: null });
  const json = { requestId: requestId(), mailId: await createMail(member, state) };
  expect(await mailsOf(member.id)).toMatchObject([{ canResend: true, lastError: "link_expired" }]);
  for (let click = 0; click < 2; click += 1) expect((await call(member.id, "resend", json)).status).toBe(200);
  const [mail, ...more] = await outboxOf(member.email);
  expect(more).toEqual([]);
  const link = new URL(/http\S*\/setup-password\S*/.exec(mail?.text ?? "")?.[0] ?? "");
  const setUp = { token: link.searchParams.get("token"), email: member.email, password: "rise-and-shine" };
  expect((await request("/api/auth/setup-password", { json: setUp })).status).toBe(200);
});

const RECEIPT = {
  number: "CAPTURE-7",
  dateText: "Friday",
  planText: "Monthly",
  periodText: "June",
  nextText: "July",
  amountText: "$9.99",
  taxText: null,
};

test("a sent receipt can be resent to the member's current address, once per request", async () => {
  const member = await createMember();
  const json = { requestId: requestId(), mailId: await createMail(member, "sent", "payment-receipt", RECEIPT) };
  expect(await mailsOf(member.id)).toMatchObject([{ state: "sent", canResend: true }]);
  for (let click = 0; click < 2; click += 1) expect((await call(member.id, "resend", json)).status).toBe(200);
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("CAPTURE-7");
  expect(await actionsOf(member.id)).toEqual([
    { action: "mail.resend", details: JSON.stringify({ mailId: json.mailId }) },
  ]);
});

test("a resent invitation replaces earlier links, until it's used or the trial's end date changes", async () => {
  const subscriptionEndsAt = Date.now() + 20 * 86_400_000;
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", subscriptionEndsAt } as const;
  const member = await createMember({ ...trial, passwordHash: null });
  const words = { ...TRIAL, endDateText: longDateIn(member.timezone, subscriptionEndsAt) };
  const mailId = await createMail(member, "sent", "trial-welcome", words);
  const moved = await createMail(member, "sent");
  const offered = async () =>
    Object.fromEntries((await mailsOf(member.id)).map(({ id, canResend }) => [id, canResend]));
  expect(await offered()).toEqual({ [mailId]: true, [moved]: false });
  expect((await call(member.id, "resend", { requestId: requestId(), mailId: moved })).status).toBe(409);
  for (let times = 0; times < 2; times += 1)
    expect((await call(member.id, "resend", { requestId: requestId(), mailId })).status).toBe(200);
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(2);
  const [newest, older] = mails.map(({ text }) =>
    new URL(/http\S*\/setup-password\S*/.exec(text)?.[0] ?? "").searchParams.get("token"),
  );
  const setUp = async (token: string | null | undefined) =>
    (await request("/api/auth/setup-password", { json: { token, email: member.email, password: "rise-and-shine" } }))
      .status;
  expect(await setUp(older)).not.toBe(200);
  expect(await setUp(newest)).toBe(200);
  expect(Object.values(await offered())).not.toContain(true);
  expect((await call(member.id, "resend", { requestId: requestId(), mailId })).status).toBe(409);
});

test("time-bound emails, pending ones, address confirmations, and other members' emails can't be resent", async () => {
  const [member, other] = [await createMember(), await createMember()];
  for (const mailId of [
    await createMail(member, "sent"),
    await createMail(member, "sent", "trial-ends-day"),
    await createMail(member, "sent", "wake-up-copy"),
    await createMail(member, "pending"),
    await createMail(member, "closed", "address-confirm"),
  ]) {
    expect((await call(member.id, "resend", { requestId: requestId(), mailId })).status).toBe(409);
  }
  const mailId = await createMail(other, "failed");
  expect((await call(member.id, "resend", { requestId: requestId(), mailId })).status).toBe(404);
  expect(await outboxOf(member.email)).toEqual([]);
});

test("a password email goes out once per request, and its link sets a password", async () => {
  const member = await createMember({ passwordHash: null });
  const json = { requestId: requestId() };
  for (let click = 0; click < 2; click += 1) expect((await call(member.id, "password-mail", json)).status).toBe(200);
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(1);
  const link = new URL(/http\S*\/setup-password\S*/.exec(mails[0]?.text ?? "")?.[0] ?? "");
  const setUp = { token: link.searchParams.get("token"), email: member.email, password: "rise-and-shine" };
  expect((await request("/api/auth/setup-password", { json: setUp })).status).toBe(200);
  expect(await actionsOf(member.id)).toEqual([{ action: "member.password-mail", details: null }]);
});

test("logging a member out everywhere ends only their sessions and is audited once", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const tokens = [await tokenFor(member), await tokenFor(member)];
  await tokenFor(other);
  for (let click = 0; click < 2; click += 1) expect((await call(member.id, "sign-out")).status).toBe(200);
  for (const token of tokens) expect((await request("/api/auth/verify", { token })).status).toBe(401);
  expect(await sessionsOf(other)).toHaveLength(1);
  expect(await actionsOf(member.id)).toEqual([{ action: "member.sign-out", details: null }]);
  expect((await call("nobody", "sign-out")).status).toBe(404);
});

test("a note is added once per request, keeps its text, and can be deleted", async () => {
  const member = await createMember();
  const json = { requestId: requestId(), text: "  Called twice.\nWants 5 AM. " };
  for (let click = 0; click < 2; click += 1) expect((await call(member.id, "notes", json)).status).toBe(200);
  const { notes } = await fileOf(member.id);
  expect(notes).toMatchObject([{ id: json.requestId, text: "Called twice.\nWants 5 AM." }]);
  expect((await call(member.id, "notes", { ...json, text: "Other words" })).status).toBe(409);
  for (let click = 0; click < 2; click += 1)
    expect((await call(member.id, `notes/${json.requestId}`, undefined, "DELETE")).status).toBe(200);
  expect((await fileOf(member.id)).notes).toEqual([]);
  expect((await actionsOf(member.id)).map(({ action }) => action)).toEqual(["member.note", "member.note-deleted"]);
  expect((await call("nobody", "notes", { requestId: requestId(), text: "x" })).status).toBe(404);
  expect((await call(member.id, "notes", { requestId: requestId(), text: " " })).status).toBe(400);
});

test("labels are saved in lowercase, and setting the same ones again changes and records nothing", async () => {
  const member = await createMember();
  const labels = async (...wanted: string[]) => (await call(member.id, "labels", { labels: wanted }, "PUT")).status;
  expect(await labels("VIP", "press ")).toBe(200);
  expect(await labels("press", "vip")).toBe(200);
  expect((await fileOf(member.id)).labels).toEqual(["press", "vip"]);
  expect(await actionsOf(member.id)).toHaveLength(1);
  expect(await labels("press")).toBe(200);
  expect((await fileOf(member.id)).labels).toEqual(["press"]);
  expect(await actionsOf(member.id)).toHaveLength(2);
  expect(await labels("x".repeat(41))).toBe(400);
  expect((await call("nobody", "labels", { labels: ["a"] }, "PUT")).status).toBe(404);
});

test("two administrators' label changes don't overwrite each other, and redundant changes aren't recorded", async () => {
  const member = await createMember();
  const labels = async (json: object) => (await call(member.id, "labels", json, "PUT")).status;
  expect(await labels({ labels: ["old"] })).toBe(200);
  expect([await labels({ add: ["VIP"] }), await labels({ add: ["press"], remove: ["old"] })]).toEqual([200, 200]);
  expect((await fileOf(member.id)).labels).toEqual(["press", "vip"]);
  expect(await actionsOf(member.id)).toHaveLength(4);
  expect([await labels({ add: ["vip"] }), await labels({ remove: ["old"] })]).toEqual([200, 200]);
  expect(await actionsOf(member.id)).toHaveLength(4);
  expect(await labels({ add: Array.from({ length: 18 }, (_, number) => `n${number}`) })).toBe(200);
  expect(await labels({ add: ["one too many"] })).toBe(409);
  expect((await fileOf(member.id)).labels).toHaveLength(20);
  expect([await labels({}), await labels({ labels: [], add: ["a"] })]).toEqual([400, 400]);
  expect((await call("nobody", "labels", { add: ["a"] }, "PUT")).status).toBe(404);
});

test("an ID already used for another email is refused and sends nothing", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const json = { requestId: requestId() };
  await call(other.id, "password-mail", json);
  expect((await call(member.id, "password-mail", json)).status).toBe(500);
  expect(await outboxOf(other.email)).toHaveLength(1);
  expect(await outboxOf(member.email)).toEqual([]);
});

test("an administrator turns a member's wake-up emails off and on, once each in the audit log", async () => {
  const member = await createMember();
  for (const isOn of [false, false, true]) expect((await call(member.id, "mails", { isOn })).status).toBe(200);
  expect((await actionsOf(member.id)).map(({ action }) => action)).toEqual(["mails.off", "mails.on"]);
  expect((await call("nobody", "mails", { isOn: true })).status).toBe(404);
  const suppressed = await createMember({ suppressedAt: 1, emailEnabled: false });
  expect(await (await call(suppressed.id, "mails", { isOn: true })).json()).toEqual({
    message: `Wake-up emails to ${suppressed.email} are on, but none go out: the address is suppressed.`,
  });
});

test("emails of someone who hasn't accepted an invitation can't be turned on, and turning them off outlasts accepting", async () => {
  const { id, email } = await createInvited(await createImport(Date.now()));
  const refused = await call(id, "mails", { isOn: true });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({ error: `${email} hasn't accepted the invitation yet.` }),
  ]);
  for (const isOn of [false, false]) expect((await call(id, "mails", { isOn })).status).toBe(200);
  expect(await rowsOf("select email_enabled as isOn from members where id = ?", id)).toEqual([{ isOn: 0 }]);
  expect(await rowsOf("select is_unsubscribed as off from invitations where member_id = ?", id)).toEqual([{ off: 1 }]);
  expect((await actionsOf(id)).map(({ action }) => action)).toEqual(["mails.off"]);
});

test("an administrator closes a member's account, who gets the link that restores it", async () => {
  const member = await createMember();
  await tokenFor(member);
  expect((await call(member.id, "close")).status).toBe(200);
  expect(await sessionsOf(member)).toEqual([]);
  expect((await actionsOf(member.id)).map(({ action }) => action)).toEqual(["member.delete"]);
  const [closed, ...others] = await outboxOf(member.email);
  expect([closed?.subject, others]).toEqual([expect.stringMatching(/account is closed$/), []]);
  expect(closed?.text).toContain("Restore account:\n");
  expect((await fileOf(member.id)).purge).toMatchObject({ byMember: false, closedAt: expect.any(String) });
  expect((await call(member.id, "close")).status).toBe(404);
});
