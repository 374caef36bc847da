import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { trialUserList } from "#domain/contract/access.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, setMember } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { NewMember } from "../account/member/member.ts";
import { selectMember } from "../account/member/members.queries.ts";

const NOW = Date.parse("2026-07-04T17:00:00Z");
const END = Date.parse("2026-08-04T17:00:00Z");

function createTrialUser(overrides: Partial<NewMember> = {}) {
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial", passwordHash: null } as const;
  return createMember({ ...trial, accessEndsAt: END, subscriptionEndsAt: END, ...overrides });
}

function call(id: string, path: string, json: unknown): Promise<Response> {
  const method = path === "end" ? "PUT" : "POST";
  return requestWith({}, `/api/admin/trial-users/${id}/${path}`, { method, admin: true, now: NOW, json });
}

const changeEnd = (id: string, endDate: string) => call(id, "end", { endDate });
const invite = (id: string, requestId: string = crypto.randomUUID()) => call(id, "invite", { requestId });
const actionsOf = (id: string) => rowsOf("select action from audit where subject = ? order by id", id);
const endOf = async (id: string) => (await selectMember(db, id).get())?.subscriptionEndsAt;

test("extending a trial emails the new end, with a setup link only for members without a password", async () => {
  const [invited, atHome] = [await createTrialUser(), await createTrialUser({ passwordHash: "x" })];
  for (const member of [invited, atHome]) {
    const response = await changeEnd(member.id, "2026-09-10");
    expect(await response.json()).toEqual({
      message: `The trial for ${member.email} ends on Thursday, September 10, 2026.`,
    });
    expect(await endOf(member.id)).toBe(END + 37 * DAY_MS);
    const [mail] = await outboxOf(member.email);
    expect(mail?.subject).toContain("trial now runs until Thursday, September 10, 2026");
    expect(mail?.text).toContain("extended");
    expect(mail?.text.includes("/setup-password?token=")).toBe(member === invited);
  }
});

test("an earlier end takes effect without an email, and repeating it changes nothing", async () => {
  const member = await createTrialUser();
  for (let click = 0; click < 2; click += 1) expect((await changeEnd(member.id, "2026-07-20")).status).toBe(200);
  expect(await endOf(member.id)).toBe(END - 15 * DAY_MS);
  expect(await outboxOf(member.email)).toEqual([]);
  expect(await actionsOf(member.id)).toEqual([{ action: "trial.change-end" }]);
});

test("two simultaneous clicks move the end once and send one email", async () => {
  const member = await createTrialUser();
  const answers = await Promise.all([1, 2].map(() => changeEnd(member.id, "2026-09-01")));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect(await actionsOf(member.id)).toHaveLength(1);
});

test("an end before the second of two trials starts ends both by then", async () => {
  const member = await createTrialUser();
  await env.DB.prepare(`
    insert into access_grants (id, member_id, source, source_id, plan, starts_at, until, paid_until, created_at)
    values (?1, ?2, 'trial', ?1, 'monthly', ?3, ?4, ?4, 0)`)
    .bind(crypto.randomUUID(), member.id, END, END + 30 * DAY_MS)
    .run();
  expect((await changeEnd(member.id, "2026-07-14")).status).toBe(200);
  const now = await selectMember(db, member.id).get();
  expect(now?.accessEndsAt).toBeLessThanOrEqual(NOW + 11 * DAY_MS);
  expect(now?.accessEndsAt).toBeGreaterThan(NOW + 9 * DAY_MS);
});

test("an ended trial, a past day, and an unknown member are refused", async () => {
  const [over, running] = [await createTrialUser({ accessEndsAt: NOW - 1 }), await createTrialUser()];
  expect((await changeEnd(over.id, "2026-09-01")).status).toBe(409);
  expect((await changeEnd(running.id, "2026-07-03")).status).toBe(400);
  expect((await changeEnd("nobody", "2026-09-01")).status).toBe(404);
  expect((await invite(over.id)).status).toBe(409);
  expect((await invite("nobody")).status).toBe(404);
});

test("an invitation is resent once per request, and the previous link stops working", async () => {
  const member = await createTrialUser();
  const link = (text = "") => new URL(/http\S*\/setup-password\S*/.exec(text)?.[0] ?? "").searchParams.get("token");
  await invite(member.id);
  const first = link((await outboxOf(member.email))[0]?.text);
  const requestId = crypto.randomUUID();
  for (let click = 0; click < 2; click += 1) expect((await invite(member.id, requestId)).status).toBe(200);
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.subject).toContain("trial is ready");
  const setUp = (token: string | null) =>
    request("/api/auth/setup-password", { now: NOW, json: { token, email: member.email, password: "rise-and-shine" } });
  expect((await setUp(first)).status).toBe(410);
  expect((await setUp(link(mails[0]?.text))).status).toBe(200);
  expect((await invite(member.id)).status).toBe(409);
});

test("a suppressed address gets no new invitation, keeps its old link, and is marked in the list", async () => {
  const member = await createTrialUser();
  await invite(member.id);
  await setMember(member.id, { suppressedAt: NOW });
  expect((await invite(member.id)).status).toBe(409);
  const links = await rowsOf("select used_at as used from auth_tokens where member_id = ?", member.id);
  expect(links).toEqual([{ used: null }]);
  expect(await actionsOf(member.id)).toEqual([{ action: "trial.invite-again" }]);
  const users = await request("/api/admin/trial-users", { admin: true, now: NOW });
  expect(trialUserList.parse(await users.json()).find(({ id }) => id === member.id)).toMatchObject({
    isSuppressed: true,
  });
});

test("the trial list's pages together are the list without a limit", async () => {
  await createTrialUser({ accessEndsAt: 1, subscriptionEndsAt: 1 });
  const { id } = await createTrialUser();
  const read = async (query: string) =>
    trialUserList.parse(await (await request(`/api/admin/trial-users${query}`, { admin: true, now: NOW })).json());
  const whole = await read("");
  expect(whole.length).toBeGreaterThan(1);
  const paged: typeof whole = [];
  for (let page = 0; page <= whole.length; page += 1) {
    const last = paged.at(-1);
    paged.push(...(await read(last ? `?limit=2&after=${last.id}` : "?limit=2")));
  }
  expect(paged).toEqual(whole);
  expect(whole.find((user) => user.id === id)).toMatchObject({ lastDay: "2026-08-04", isSetUp: false });
});
