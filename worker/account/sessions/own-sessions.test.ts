import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type SessionsResponse, sessionsResponse } from "#domain/contract/account.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf, sessionsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { hashPassword } from "../password/password.ts";
import { insertSession } from "./sessions.queries.ts";
import { newSession } from "./sessions.ts";

const PATH = "/api/user/sessions";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

async function read(token: string): Promise<SessionsResponse["sessions"]> {
  return sessionsResponse.parse(await (await request(PATH, { token })).json()).sessions;
}

const end = (token: string, id = "") =>
  requestWith({}, `${PATH}${id && `/${id}`}`, { method: "DELETE", token, address: uniqueAddress() });

test("a member sees their own live sessions, this one first, then by last use", async () => {
  const [member, now] = [await createMember(), Date.now()];
  const older = newSession(readConfig(env), member.id, { userAgent: CHROME, now: now - 3 * DAY_MS });
  const newer = newSession(readConfig(env), member.id, { userAgent: null, now: now - DAY_MS });
  const over = newSession(readConfig(env), member.id, { userAgent: null, now: now - 31 * DAY_MS });
  for (const row of [older, newer, over]) await insertSession(db, row);
  await tokenFor(await createMember());
  const [here, ...others] = await read(await tokenFor(member, now - 4 * DAY_MS));
  expect(here).toMatchObject({ isCurrent: true });
  expect(others).toEqual([
    expect.objectContaining({ id: newer.id, userAgent: null, isCurrent: false }),
    expect.objectContaining({
      id: older.id,
      userAgent: CHROME,
      createdAt: new Date(older.createdAt).toISOString(),
      lastUsedAt: new Date(older.lastUsedAt).toISOString(),
    }),
  ]);
});

test("ending a session takes effect right away, once, and never on another member's session", async () => {
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

test("logging out everywhere ends all other sessions right away and keeps this one", async () => {
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

test("a session can log out everywhere thirty times an hour, which leaves another session's tries alone", async () => {
  const member = await createMember();
  const here = await tokenFor(member);
  const statuses = [];
  for (let call = 0; call < 31; call += 1) statuses.push((await end(here)).status);
  expect([new Set(statuses.slice(0, 30)), statuses[30]]).toEqual([new Set([200]), 429]);
  expect((await end(await tokenFor(member))).status).toBe(200);
});

test("a new login is listed with its device", async () => {
  const member = await createMember({ passwordHash: await hashPassword(readConfig(env), "open sesame") });
  const headers = { "user-agent": CHROME };
  const json = { email: member.email, password: "open sesame" };
  const answer = await request("/api/auth/login", { json, headers, address: uniqueAddress() });
  const { token } = await answer.json<{ token: string }>();
  expect(await read(token)).toMatchObject([{ userAgent: CHROME, isCurrent: true }]);
});
