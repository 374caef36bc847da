import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { createImport, createInvited } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { readConfig } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { insertLink } from "../auth-tokens.queries.ts";
import type { Member } from "../member/member.ts";
import { newLink } from "../single-use-link.ts";

const PATH = "/api/auth/sign-in";
const WRONG = "This code doesn't work. Check it, or request a new one.";
const CHROME = "Mozilla/5.0 (Windows NT 10.0) Chrome/143.0";

// A test's clock may be ahead, and emails leave one after the other.
beforeEach(() => db.run("delete from dispatcher"));

type Options = RequestOptions & { bindings?: Record<string, unknown> };

const post = (path: string, { bindings = {}, ...options }: Options) =>
  requestWith(bindings, path, { address: uniqueAddress(), ...options });

/** A browser's cookie after its request. */
async function ask(email: string, { headers, ...options }: Options = {}) {
  const response = await post(PATH, { json: { email }, headers: { "user-agent": CHROME, ...headers }, ...options });
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { response, cookie };
}

/** What the newest email to a member brought. */
async function mailed({ email }: Pick<Member, "email">) {
  const [mail] = await outboxOf(email);
  const token = new URL(/http\S*\/sign-in\S*/.exec(mail?.text ?? "")?.[0] ?? "http://none").searchParams.get("token");
  return { mail, token: token ?? "", code: /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "" };
}

async function start(options: Options = {}) {
  const member = await createMember();
  const { cookie } = await ask(member.email, options);
  return { member, cookie, ...(await mailed(member)) };
}

const byLink = (token: string, options: Options = {}) => post(`${PATH}/link`, { json: { token }, ...options });
const check = (token: string, options: Options = {}) => post(`${PATH}/check`, { json: { token }, ...options });
const byCode = (code: string, cookie: string, options: Options = {}) =>
  post(`${PATH}/code`, { json: { code }, headers: { cookie }, ...options });

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function whoIs(response: Response) {
  const { token } = await response.json<{ token: string }>();
  return (await request("/api/auth/verify", { token })).json<{ user: { id: string } }>();
}

test("the link logs in any browser once; opening it shows who, when, and from where without using it up", async () => {
  const now = Date.now();
  const { member, token, code, cookie } = await start({ now });
  for (let times = 0; times < 2; times += 1) {
    expect((await request(`/sign-in?token=${token}`)).status).toBe(200);
    expect((await request(`/sign-in?token=${token}`, { method: "POST" })).status).toBe(404);
    const answer = await (await check(token)).json();
    expect(answer).toEqual({ email: member.email, askedAt: new Date(now).toISOString(), userAgent: CHROME });
  }
  expect(await sessionsOf(member)).toEqual([]);
  expect(await whoIs(await byLink(token))).toMatchObject({ user: { id: member.id } });
  expect([(await byLink(token)).status, (await check(token)).status]).toEqual([410, 410]);
  expect((await byCode(code, cookie)).status).toBe(400);
  const audit = await rowsOf("select actor, action from audit where subject = ?", member.id);
  expect(audit).toEqual([{ actor: `member:${member.id}`, action: "member.email-login" }]);
});

test("the code logs in only the browser that requested it, identified by its cookie", async () => {
  const { member, token, code, cookie } = await start();
  const other = await ask(uniqueEmail());
  for (const given of ["", other.cookie, `${cookie}0`]) {
    const refused = await byCode(code, given);
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: WRONG, fields: { code: WRONG } }]);
  }
  // Typed with a space, as people read it.
  const opened = await byCode(`${code.slice(0, 3)} ${code.slice(3)}`, cookie);
  expect(opened.headers.get("set-cookie")).toMatch(/sign_in=;.*Max-Age=0/);
  expect(await whoIs(opened)).toMatchObject({ user: { id: member.id } });
  expect([(await byCode(code, cookie)).status, (await byLink(token)).status]).toEqual([400, 410]);
});

test("each request sets a new cookie that no script or other site can use", async () => {
  const { cookie } = await ask(uniqueEmail());
  const planted = await ask(uniqueEmail(), { headers: { cookie }, bindings: { ENVIRONMENT: "production" } });
  expect(planted.cookie).not.toBe(cookie);
  expect(planted.response.headers.get("set-cookie")).toMatch(
    /^sign_in=[\w-]{36}; Max-Age=900; Path=\/api\/auth\/sign-in; HttpOnly; Secure; SameSite=Strict$/,
  );
});

test("a code allows five tries, even in parallel, and then refuses even the right one", async () => {
  const { code, cookie } = await start();
  const tries = await Promise.all(Array.from({ length: 20 }, () => byCode(wrongCode(code), cookie)));
  const statuses = tries.map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(15);
  expect((await byCode(code, cookie)).status).toBe(429);
  const second = await start();
  for (let times = 0; times < 4; times += 1) await byCode(wrongCode(second.code), second.cookie);
  expect((await byCode(second.code, second.cookie)).status).toBe(200);
});

test("a code whose tries are used up gets no new ones before it expires", async () => {
  const now = Date.now();
  const { code, cookie } = await start({ now });
  for (let times = 0; times < 5; times += 1) await byCode(wrongCode(code), cookie, { now });
  expect((await byCode(code, cookie, { now: now + 15 * MINUTE_MS - 1 })).status).toBe(429);
});

test("wrong codes count against their network like wrong passwords, but right ones don't", async () => {
  const address = uniqueAddress();
  const bindings = { LOGIN_MAX_FAILURES_PER_ADDRESS: "2" };
  for (let times = 0; times < 3; times += 1) {
    const { code, cookie } = await start();
    expect((await byCode(code, cookie, { address, bindings })).status).toBe(200);
  }
  const { code, cookie } = await start();
  for (const status of [400, 400, 429])
    expect((await byCode(wrongCode(code), cookie, { address, bindings })).status).toBe(status);
});

test("guessed links count against their network but don't block a valid one", async () => {
  const [address, { token }] = [uniqueAddress(), await start()];
  const guesses = await Promise.all(Array.from({ length: 51 }, () => byLink("guess", { address })));
  expect(guesses.filter(({ status }) => status === 410)).toHaveLength(50);
  expect((await check("guess", { address })).status).toBe(429);
  expect((await byLink(token, { address })).status).toBe(200);
});

test("unknown addresses and closed, suppressed, or unaccepted accounts get the same responses and no login email", async () => {
  const invited = await createInvited(await createImport(Date.now()));
  const others = [
    { email: uniqueEmail() },
    await createMember({ deletedAt: Date.now() }),
    await createMember({ suppressedAt: 1, suppressionReason: "bounced" }),
    invited,
  ];
  const answersOf = async ({ email }: { email: string }) => {
    const { response, cookie } = await ask(email, { bindings: { ENVIRONMENT: "production" } });
    const { code } = await mailed({ email });
    const answers = [response.status, await response.json(), cookie.replace(/=.*/, "")];
    for (let times = 0; times < 6; times += 1) {
      const refused = await byCode(code === "" ? "123456" : wrongCode(code), cookie);
      const { requestId, ...body } = await refused.json<{ requestId: string }>();
      answers.push(refused.status, body);
    }
    return answers;
  };
  const known = await answersOf(await createMember());
  expect(known.slice(0, 4)).toEqual([200, { ok: true }, "sign_in", 400]);
  expect(known.at(-2)).toBe(429);
  for (const other of others) {
    expect(await answersOf(other)).toEqual(known);
    // Who hasn't accepted gets the invitation, which is their way in.
    const kinds = other === invited ? [{ kind: "invitation" }] : [];
    expect(await outboxOf(other.email)).toHaveLength(kinds.length);
    expect(await rowsOf("select kind from transactional_mails where to_address = ?", other.email)).toEqual(kinds);
  }
});

test("before the response, known and unknown addresses run the same queries, and so do their wrong codes", async () => {
  const callsOf = async (path: string, json: object, headers: Record<string, string> = {}) => {
    let answeredAt = Number.POSITIVE_INFINITY;
    const calls: number[] = [];
    const DB = wrappedD1(async (run, statements) => {
      // What starts while the response leaves would delay it.
      if (Date.now() < answeredAt + 90) calls.push(statements);
      return run();
    });
    const onAnswer = () => {
      answeredAt = Date.now();
    };
    await requestWith({ DB }, path, { json, headers, address: uniqueAddress() }, onAnswer);
    return calls;
  };
  const member = await createMember();
  const known = await callsOf(PATH, { email: member.email });
  expect(await callsOf(PATH, { email: uniqueEmail() })).toEqual(known);
  expect((await mailed(member)).code).not.toBe("");
  const { cookie, code } = await start();
  const unknown = await ask(uniqueEmail());
  const wrong = await callsOf(`${PATH}/code`, { code: wrongCode(code) }, { cookie });
  expect(await callsOf(`${PATH}/code`, { code }, { cookie: unknown.cookie })).toEqual(wrong);
});

test("a newer request invalidates the older link and code, and both expire after 15 minutes", async () => {
  const now = Date.now();
  const first = await start({ now });
  const { cookie } = await ask(first.member.email, { now });
  const second = await mailed(first.member);
  expect((await byLink(first.token, { now })).status).toBe(410);
  expect((await byCode(first.code, first.cookie, { now })).status).toBe(400);
  const over = now + 15 * MINUTE_MS;
  expect((await byLink(second.token, { now: over })).status).toBe(410);
  expect((await byCode(second.code, cookie, { now: over })).status).toBe(400);
  expect((await byCode(second.code, cookie, { now: over - 1 })).status).toBe(200);
});

const setPassword = async (member: Member) => {
  const link = newLink(readConfig(env), member, "reset", Date.now());
  await insertLink(db, link);
  const json = { token: tokenOf(readConfig(env), link.id), email: member.email, password: "brand new" };
  return post("/api/auth/setup-password", { json });
};
const changeAddress = async (member: Member) => {
  const link = { ...newLink(readConfig(env), member, "address", Date.now()), newEmail: uniqueEmail() };
  await insertLink(db, link);
  return post("/api/auth/confirm-address", { json: { token: tokenOf(readConfig(env), link.id) } });
};
const changePassword = async (member: Member) =>
  post("/api/user/change-password", { json: { newPassword: "brand new" }, token: await tokenFor(member) });
const deleteAccount = async (member: Member) =>
  post("/api/user/privacy/delete", { json: { word: "DELETE" }, token: await tokenFor(member) });
const logOutOthers = async (member: Member) =>
  post("/api/user/sessions", { method: "DELETE", token: await tokenFor(member) });
const logOutAll = ({ id }: Member) => post(`/api/admin/members/${id}/sign-out`, { method: "POST", admin: true });

test.for([
  ["a password reset", setPassword],
  ["a new address", changeAddress],
  ["a first password", changePassword],
  ["a deletion", deleteAccount],
  ["a logout everywhere", logOutOthers],
  ["an administrator's logout", logOutAll],
] as const)("%s ends the link and the code", async ([, change]) => {
  const member = await createMember({ passwordHash: null, mailboxProvedAt: null });
  const { cookie } = await ask(member.email);
  const { token, code } = await mailed(member);
  expect((await change(member)).status).toBe(200);
  expect([(await byLink(token)).status, (await byCode(code, cookie)).status]).toEqual([410, 400]);
});

test.for(["email_key = email_key || 'x'", "password_hash = 'another'"])(
  "a change between the request and its email (%s) stops the email",
  async (change) => {
    const member = await createMember();
    let calls = 0;
    const DB = wrappedD1(async (run) => {
      const answer = await run();
      calls += 1;
      // After the lookup and the network's limit.
      if (calls === 2) await rowsOf(`update members set ${change} where id = ?`, member.id);
      return answer;
    });
    await ask(member.email, { bindings: { DB } });
    const [mail] = await rowsOf("select state, last_error from transactional_mails where member_id = ?", member.id);
    expect(mail).toEqual({ state: "closed", last_error: "link_expired" });
    expect(await outboxOf(member.email)).toEqual([]);
  },
);

test("a link or code used up between lookup and login is refused, and parallel attempts open one session", async () => {
  const late = await start();
  const DB = wrappedD1(async (run) => {
    const answer = await run();
    await env.DB.prepare("update auth_tokens set used_at = 1 where member_id = ?").bind(late.member.id).run();
    return answer;
  });
  expect((await byLink(late.token, { bindings: { DB } })).status).toBe(410);
  expect((await byCode(late.code, late.cookie, { bindings: { DB } })).status).toBe(400);
  const { member, token, code, cookie } = await start();
  const redemptions = [0, 1, 2].flatMap(() => [byLink(token), byCode(code, cookie)]);
  const statuses = (await Promise.all(redemptions)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(await sessionsOf(member)).toHaveLength(1);
});

test("a login by code keeps its session, even if storage fails right after", async () => {
  const { member, code, cookie } = await start();
  let isOpened = false;
  const DB = wrappedD1(async (run, statements) => {
    if (isOpened) throw new Error("D1 is away.");
    const answer = await run();
    isOpened = statements > 2;
    return answer;
  });
  const opened = await byCode(code, cookie, { bindings: { DB } });
  expect(opened.status).toBe(200);
  expect(await whoIs(opened)).toMatchObject({ user: { id: member.id } });
});

test("a lost database response and simultaneous ticks still produce one email and one code", async () => {
  const member = await createMember();
  const DB = wrappedD1(async (run, statements) => {
    const answer = await run();
    if (statements === 4) throw new Error("D1's response is lost.");
    return answer;
  });
  const { cookie } = await ask(member.email, { bindings: { DB } });
  expect(await outboxOf(member.email)).toEqual([]);
  await Promise.all([sendDueMails(contextAt(Date.now())), sendDueMails(contextAt(Date.now()))]);
  expect(await outboxOf(member.email)).toHaveLength(1);
  expect((await byCode((await mailed(member)).code, cookie)).status).toBe(200);
});

test("an account gets five login emails a day, without affecting any other account", async () => {
  const [member, other] = [await createMember(), await createMember()];
  // Noon of another day, because the day's end would give another five.
  const now = (Math.floor(Date.now() / DAY_MS) + 3.5) * DAY_MS;
  for (let times = 0; times < 7; times += 1) expect((await ask(member.email, { now })).response.status).toBe(200);
  expect(await rowsOf("select 1 from auth_tokens where member_id = ?", member.id)).toHaveLength(5);
  await ask(other.email, { now });
  await ask(member.email, { now: now + DAY_MS });
  const ids = JSON.stringify([member.id, other.id]);
  const links = "select 1 from auth_tokens where member_id in (select value from json_each(?))";
  expect(await rowsOf(links, ids)).toHaveLength(7);
});

test("a network that asks too often is refused for known and unknown addresses, and no other network is", async () => {
  const [member, address] = [await createMember(), uniqueAddress()];
  const bindings = { SIGN_IN_MAX_PER_NETWORK: "2" };
  for (let times = 0; times < 2; times += 1) await ask(uniqueEmail(), { address, bindings });
  for (const email of [member.email, uniqueEmail()]) {
    const { response, cookie } = await ask(email, { address, bindings });
    expect([response.status, cookie]).toEqual([429, ""]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await ask(member.email, { bindings })).response.status).toBe(200);
});

test("no row holds the token, the code, or the cookie", async () => {
  const { member, token, code, cookie } = await start();
  const rows = [
    await rowsOf("select * from auth_tokens where member_id = ?", member.id),
    await rowsOf("select * from transactional_mails where member_id = ?", member.id),
    await rowsOf("select * from attempt_counters"),
  ];
  expect(rows.slice(0, 2).map(({ length }) => length)).toEqual([1, 1]);
  for (const secret of [token, code, cookie.replace("sign_in=", "")]) {
    expect(secret.length).toBeGreaterThan(5);
    // Hashes and instants may contain six digits by chance.
    for (const row of rows.flat())
      for (const value of Object.values(row)) expect(String(value).split(/[^\w-]+/)).not.toContain(secret);
  }
});

test("the email has the code in its text, not in its subject or preview", async () => {
  const { mail, code } = await start();
  expect(mail?.subject).toBe("Your Daybolt login link");
  expect(mail?.html).toContain(`>${code}<`);
  const preview = /<div style="display:none[^>]*>([^<]*)/.exec(mail?.html ?? "")?.[1] ?? "";
  expect(preview).toContain("expires in 15 minutes");
  expect(`${mail?.subject} ${preview}`).not.toContain(code);
});

test("a link and code made with an earlier key work while that key is listed", async () => {
  const keys = (APP_KEYS: string) => ({
    APP_KEYS,
    APP_SECRET_2: "the-second-secret-that-only-the-tests-know-0123456789",
  });
  for (const [bindings, statuses] of [
    [keys("2 1"), [200, 200]],
    [keys("2"), [400, 410]],
  ] as const) {
    const [one, another] = [await start(), await start()];
    const answers = [await byCode(one.code, one.cookie, { bindings }), await byLink(another.token, { bindings })];
    expect(answers.map(({ status }) => status)).toEqual(statuses);
  }
  const { code, cookie } = await start({ bindings: keys("2 1") });
  expect((await byCode(code, cookie, { bindings: keys("2") })).status).toBe(200);
});

test("other links don't log in here, and a login link doesn't set a password", async () => {
  const { member, token } = await start();
  const reset = newLink(readConfig(env), member, "reset", Date.now());
  await insertLink(db, reset);
  expect((await byLink(tokenOf(readConfig(env), reset.id))).status).toBe(410);
  const json = { token, email: member.email, password: "brand new" };
  expect((await post("/api/auth/setup-password", { json })).status).toBe(400);
  expect((await post("/api/auth/exchange", { json: { token } })).status).toBe(410);
  expect((await byLink(token)).status).toBe(200);
});
