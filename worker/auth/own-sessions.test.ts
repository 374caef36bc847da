import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type SessionsResponse, sessionsResponse } from "#domain/contract/sessions.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../env.ts";
import { deviceOf } from "./own-sessions.ts";
import { hashPassword } from "./password.ts";
import { insertSession } from "./sessions.queries.ts";
import { newSession } from "./sessions.ts";

const DAY_MS = 86_400_000;
const PATH = "/api/user/sessions";

const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const AGENTS: [name: string | null, userAgent: string | null][] = [
  ["Chrome on Windows", `${WINDOWS} Chrome/142.0.0.0 Safari/537.36`],
  ["Edge on Windows", `${WINDOWS} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`],
  [
    "Chrome on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "Safari on macOS",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"],
  [
    "Samsung Internet on Android",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
  ],
  [null, ""],
  [null, null],
];

test.for(AGENTS)("%s is what %s says", ([name, userAgent]) => {
  expect(deviceOf(userAgent)).toBe(name);
});

test("what no browser sends is answered, too", () => {
  for (const userAgent of ["x", "Test", "(((((", "Mozilla/5.0", "\u0000", "Chrome/".repeat(36)])
    expect(() => deviceOf(userAgent)).not.toThrow();
});

async function read(token: string): Promise<SessionsResponse["sessions"]> {
  return sessionsResponse.parse(await (await request(PATH, { token })).json()).sessions;
}

const end = (token: string, id = "") =>
  requestWith({}, `${PATH}${id && `/${id}`}`, { method: "DELETE", token, address: uniqueAddress() });

test("a member sees their own sessions that live, this one first and then the last used", async () => {
  const [member, now] = [await createMember(), Date.now()];
  const older = newSession(readConfig(env), member.id, { userAgent: AGENTS[3]?.[1] ?? null, now: now - 3 * DAY_MS });
  const newer = newSession(readConfig(env), member.id, { userAgent: null, now: now - DAY_MS });
  const over = newSession(readConfig(env), member.id, { userAgent: null, now: now - 31 * DAY_MS });
  for (const row of [older, newer, over]) await insertSession(db, row);
  await tokenFor(await createMember());
  const [here, ...others] = await read(await tokenFor(member, now - 4 * DAY_MS));
  expect(here).toMatchObject({ isCurrent: true });
  expect(others).toEqual([
    expect.objectContaining({ id: newer.id, device: null, isCurrent: false }),
    expect.objectContaining({
      id: older.id,
      device: "Safari on iPhone",
      createdAt: new Date(older.createdAt).toISOString(),
      lastUsedAt: new Date(older.lastUsedAt).toISOString(),
    }),
  ]);
});

test("one session is ended at once and once, and nobody else's", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const [here, elsewhere, theirs] = [await tokenFor(member), await tokenFor(member), await tokenFor(other)];
  const [, away] = await read(here);
  const [foreign] = await read(theirs);
  for (const id of [away?.id, away?.id, foreign?.id]) expect((await end(here, id)).status).toBe(200);
  const statuses = [];
  for (const token of [here, elsewhere, theirs]) statuses.push((await request("/api/auth/verify", { token })).status);
  expect(statuses).toEqual([200, 401, 200]);
  const entry = { action: "member.sign-out", actor: `member:${member.id}`, details: '{"sessions":"one"}' };
  expect(await rowsOf("select action, actor, details from audit where subject = ?", member.id)).toEqual([entry]);
  expect((await end(here, "nonsense")).status).toBe(400);
});

test("signing out everywhere ends all other sessions at once and leaves this one", async () => {
  const member = await createMember();
  const tokens = [await tokenFor(member), await tokenFor(member), await tokenFor(member)];
  const other = await tokenFor(await createMember());
  for (let call = 0; call < 2; call += 1) expect((await end(tokens[0] ?? "")).status).toBe(200);
  const statuses = [];
  for (const token of [...tokens, other]) statuses.push((await request("/api/auth/verify", { token })).status);
  expect(statuses).toEqual([200, 401, 401, 200]);
  expect(await sessionsOf(member)).toHaveLength(1);
  const audits = await rowsOf("select details from audit where subject = ?", member.id);
  expect(audits).toEqual([{ details: '{"sessions":"all others"}' }]);
});

test("a sign-in shows up with its device", async () => {
  const member = await createMember({ passwordHash: await hashPassword(readConfig(env), "open sesame") });
  const headers = { "user-agent": AGENTS[0]?.[1] ?? "" };
  const json = { email: member.email, password: "open sesame" };
  const answer = await request("/api/auth/login", { json, headers, address: uniqueAddress() });
  const { token } = await answer.json<{ token: string }>();
  expect(await read(token)).toMatchObject([{ device: "Chrome on Windows", isCurrent: true }]);
});
