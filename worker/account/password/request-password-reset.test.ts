import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, uniqueAddress } from "#test/worker/factories.ts";
import { outboxOf, passwordLinkIn } from "#test/worker/outbox.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";

const MESSAGE = "If this email has an account, a link to set your password is on its way.";
const PRODUCTION = { ENVIRONMENT: "production" };

function reset(bindings: Record<string, unknown>, email: string, options: RequestOptions = {}): Promise<Response> {
  return requestWith(bindings, "/api/auth/request-password-reset", {
    json: { email },
    address: uniqueAddress(),
    ...options,
  });
}

test("in production, known and unknown addresses get the same response, without a link", async () => {
  const member = await createMember();
  for (const email of [member.email, uniqueEmail(), ` ${member.email.toUpperCase()}`]) {
    const response = await reset(PRODUCTION, email);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: MESSAGE });
  }
});

test("in development, the response has the link for a known address, but not for an unknown one", async () => {
  const member = await createMember();
  const known = await (await reset({}, member.email)).json<{ message: string; resetLink: string }>();
  expect(known.message).toBe(MESSAGE);
  expect(new URL(known.resetLink).searchParams.get("email")).toBe(member.email);
  expect(await (await reset({}, uniqueEmail())).json()).toEqual({ message: MESSAGE });
});

test("the link arrives by email and sets a new password within the hour", async () => {
  const member = await createMember();
  await reset(PRODUCTION, member.email);
  const [mail, ...others] = await outboxOf(member.email);
  expect(others).toEqual([]);
  const link = passwordLinkIn(mail?.html);
  expect(`${link.origin}${link.pathname}`).toBe("http://localhost:8787/setup-password");
  expect(mail?.text).toContain(link.searchParams.get("token"));

  const json = { ...Object.fromEntries(link.searchParams), password: "brand new" };
  const response = await requestWith({}, "/api/auth/setup-password", { json });
  expect(response.status).toBe(200);
});

test("a closed account and an unknown address get no email", async () => {
  const closed = await createMember({ deletedAt: Date.now() });
  const unknown = uniqueEmail();
  for (const email of [closed.email, unknown]) {
    await reset(PRODUCTION, email);
    expect(await outboxOf(email)).toEqual([]);
  }
});

test("a member without access still gets a reset link, because they may want to come back", async () => {
  const member = await createMember({ accessEndsAt: null, subscriptionStatus: "expired" });
  await reset(PRODUCTION, member.email);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("neither the link's row nor the email's row holds the token", async () => {
  const member = await createMember();
  await reset(PRODUCTION, member.email);
  const [mail] = await outboxOf(member.email);
  const token = passwordLinkIn(mail?.html).searchParams.get("token") ?? "";
  expect(token.length).toBeGreaterThan(30);
  const rows = [
    await env.DB.prepare("select * from auth_tokens where member_id = ?").bind(member.id).all(),
    await env.DB.prepare("select * from transactional_mails where to_address = ?").bind(member.email).all(),
  ];
  expect(rows.map(({ results }) => results.length)).toEqual([1, 1]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("an invalid address is refused", async () => {
  const response = await reset({}, "ana");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { email: "Please enter a valid email" } });
});

test("a network that floods the login API is rate-limited, and other networks aren't", async () => {
  const address = uniqueAddress();
  // The limit is 300 a minute; twice that plus one, because a new minute may start in between.
  const knocks = Array.from({ length: 601 }, () => request("/api/auth/login", { json: {}, address }));
  const refused = (await Promise.all(knocks)).filter((response) => response.status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect((await request("/api/auth/login", { json: {}, address: uniqueAddress() })).status).toBe(400);
});

const HOUR_AND_MORE = 3_600_001;
let days = 0;

/** Noon (UTC) of a separate future day, because everyone shares a day's counts. */
function dayOfItsOwn(): number {
  days += 1;
  return (Math.floor(Date.now() / DAY_MS) + 2 * days + 0.5) * DAY_MS;
}

/** Links created for these members, and so emails sent to them. */
async function resetsOf(members: { id: string }[]): Promise<number> {
  const ids = JSON.stringify(members.map(({ id }) => id));
  const row = await env.DB.prepare(
    "select count(*) as count from auth_tokens where member_id in (select value from json_each(?))",
  )
    .bind(ids)
    .first<{ count: number }>();
  return row?.count ?? 0;
}

async function createMembers(count: number) {
  const members = [];
  for (let index = 0; index < count; index += 1) members.push(await createMember());
  return members;
}

async function messageOf(response: Response): Promise<unknown> {
  return (await response.json<{ message: string }>()).message;
}

test("an account gets at most two reset emails an hour, and further requests get the same response", async () => {
  const member = await createMember();
  const now = dayOfItsOwn();
  const answers = await Promise.all(Array.from({ length: 19 }, () => reset({}, member.email, { now })));
  expect(await Promise.all(answers.map(messageOf))).toEqual(Array(19).fill(MESSAGE));
  expect(await resetsOf([member])).toBe(2);
  await reset({}, member.email, { now: now + 3_500_000 });
  expect(await resetsOf([member])).toBe(2);
  // Using them up locks no one out: there's always a valid link, or another one to request.
  await reset({}, member.email, { now: now + 3_600_001 });
  expect(await resetsOf([member])).toBe(3);
});

test("simultaneous resets for sixty accounts from one network send only the network's limit of emails", async () => {
  const members = await createMembers(60);
  const [now, address] = [dayOfItsOwn(), uniqueAddress()];
  const bindings = { RESET_MAX_IN_TOTAL: "1000" };
  const answers = await Promise.all(members.map(({ email }) => reset(bindings, email, { now, address })));
  expect(await Promise.all(answers.map(messageOf))).toEqual(Array(60).fill(MESSAGE));
  expect(await resetsOf(members)).toBe(30);
});

test("requests for unknown addresses use up only their own network's limit", async () => {
  const [member, now, address] = [await createMember(), dayOfItsOwn(), uniqueAddress()];
  const bindings = { RESET_MAX_PER_NETWORK: "3", RESET_MAX_IN_TOTAL: "1" };
  for (let call = 0; call < 3; call += 1) await reset(bindings, uniqueEmail(), { now, address });
  await reset(bindings, member.email, { now, address });
  expect(await resetsOf([member])).toBe(0);
  await reset(bindings, member.email, { now, address: uniqueAddress() });
  expect(await resetsOf([member])).toBe(1);
});

test("the daily total of reset emails holds across networks, and refused requests don't use it up", async () => {
  const members = await createMembers(12);
  const now = dayOfItsOwn();
  const bindings = { RESET_MAX_IN_TOTAL: "5", RESET_MAX_PER_ACCOUNT: "1" };
  const ask = (at: number) => Promise.all(members.map(({ email }) => reset(bindings, email, { now: at })));
  for (const answer of await ask(now)) expect([200, 429]).toContain(answer.status);
  expect(await resetsOf(members)).toBe(5);
  await ask(now + DAY_MS);
  // A new day for everyone, including those rejected yesterday.
  expect(await resetsOf(members)).toBe(10);
  // A rejection didn't count against its account, either.
  for (const { email } of members) await reset({ ...bindings, RESET_MAX_IN_TOTAL: "40" }, email, { now: now + DAY_MS });
  expect(await resetsOf(members)).toBe(5 + 12);
});

test("an account gets five reset emails a day, even after its hourly limit resets", async () => {
  const member = await createMember();
  const noon = dayOfItsOwn();
  for (let hour = 0; hour < 8; hour += 1)
    for (let time = 0; time < 2; time += 1) await reset({}, member.email, { now: noon + hour * HOUR_AND_MORE });
  expect(await resetsOf([member])).toBe(5);
  await reset({}, member.email, { now: noon + DAY_MS });
  expect(await resetsOf([member])).toBe(6);
});

test("if a stranger uses up an account's daily limit, another request extends the newest link by an hour", async () => {
  const member = await createMember();
  const noon = dayOfItsOwn();
  const links: URL[] = [];
  for (let hour = 0; hour < 3; hour += 1)
    for (let time = 0; time < 2; time += 1) {
      const answer = await reset({}, member.email, { now: noon + hour * HOUR_AND_MORE });
      const { resetLink } = await answer.json<{ resetLink?: string }>();
      if (resetLink) links.push(new URL(resetLink));
    }
  expect(links).toHaveLength(5);
  const later = noon + 8 * HOUR_AND_MORE;
  const follow = async (link: URL | undefined, now: number) => {
    const json = { ...Object.fromEntries(link?.searchParams ?? []), password: "brand new" };
    const address = uniqueAddress();
    return (await request("/api/auth/setup-password", { json, now, address })).status;
  };
  expect(await follow(links[4], later)).toBe(410);
  expect(await messageOf(await reset({}, member.email, { now: later }))).toBe(MESSAGE);
  expect(await resetsOf([member])).toBe(5);
  expect(await follow(links[3], later)).toBe(410);
  expect(await follow(links[4], later + HOUR_AND_MORE)).toBe(410);
  expect(await follow(links[4], later + 3_590_000)).toBe(200);
  // A spent limit applies to everyone.
  await reset({}, member.email, { now: later + 3_590_000 });
  expect(await follow(links[4], later + 3_590_000)).toBe(410);
});

test("a few accounts can't block resets: a third of the daily total is kept for accounts with none yet", async () => {
  const [attackers, others] = [await createMembers(2), await createMembers(4)];
  const now = dayOfItsOwn();
  const bindings = { RESET_MAX_IN_TOTAL: "12", RESET_MAX_PER_ACCOUNT: "50", RESET_MAX_PER_ACCOUNT_DAY: "50" };
  for (let time = 0; time < 12; time += 1)
    await Promise.all(attackers.map(({ email }) => reset(bindings, email, { now })));
  expect(await resetsOf(attackers)).toBe(8);
  for (const { email } of others) expect((await reset(bindings, email, { now })).status).toBe(200);
  expect(await resetsOf(others)).toBe(4);
});

test("once the daily total is used up, every address, known or not, is refused alike until midnight UTC", async () => {
  const [member, fresh] = [await createMember(), await createMember()];
  const now = dayOfItsOwn();
  const bindings = { RESET_MAX_IN_TOTAL: "1" };
  expect((await reset(bindings, member.email, { now })).status).toBe(200);
  const refusals = await Promise.all(
    [member.email, fresh.email, uniqueEmail()].map(async (email) => {
      const response = await reset(bindings, email, { now });
      const { requestId, ...body } = await response.json<Record<string, unknown>>();
      return { status: response.status, wait: response.headers.get("retry-after"), body };
    }),
  );
  const error = "We can't send more reset emails today. Try again tomorrow.";
  const refusal = { status: 429, wait: String(12 * 3600), body: { error, code: "rate_limited" } };
  expect(refusals).toEqual([refusal, refusal, refusal]);
  expect(await resetsOf([member, fresh])).toBe(1);
  await reset(bindings, fresh.email, { now: now + DAY_MS });
  expect(await resetsOf([fresh])).toBe(1);
});

test("the log reports a reached limit once a day, without naming anyone", async () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const members = await createMembers(4);
  const now = dayOfItsOwn();
  const askAll = (at: number) =>
    Promise.all(members.map(({ email }) => reset({ RESET_MAX_IN_TOTAL: "2" }, email, { now: at })));
  for (const at of [now, now + 60_000, now + DAY_MS]) await askAll(at);
  const lines = written.mock.calls.map(([line]) => String(line)).filter((line) => line.includes("reset_limit_reached"));
  vi.restoreAllMocks();
  const midnight = Math.floor(now / DAY_MS + 1) * DAY_MS;
  expect(lines.map((line) => JSON.parse(line))).toEqual(
    [midnight, midnight + DAY_MS].map((until) => ({
      level: "warn",
      event: "reset_limit_reached",
      limit: "total",
      max: 2,
      until: new Date(until).toISOString(),
      requestId: expect.any(String),
    })),
  );
});
