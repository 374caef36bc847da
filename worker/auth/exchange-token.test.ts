import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMember, db, uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../env.ts";
import { tokenOf } from "../hashing.ts";
import type { Member } from "../members/member.ts";
import { insertLink } from "./auth-tokens.queries.ts";
import { type LinkPurpose, newLink } from "./single-use-link.ts";

const MINUTE_MS = 60_000;

async function tokenOfLink(member: Member, purpose: LinkPurpose, now: number): Promise<string> {
  const link = newLink(readConfig(env), member.id, purpose, now);
  await insertLink(db, link);
  return tokenOf(readConfig(env), link.id);
}

function exchange(token: string, now = Date.now()): Promise<Response> {
  return request("/api/auth/exchange", { json: { token }, address: uniqueAddress(), now });
}

test("a hand-off token becomes a session, once", async () => {
  const member = await createMember();
  const handOff = await tokenOfLink(member, "exchange", Date.now());
  const response = await exchange(handOff);
  expect(response.status).toBe(200);
  const { token } = await response.json<{ token: string }>();
  expect(await (await request("/api/auth/verify", { token })).json()).toMatchObject({ user: { id: member.id } });

  const again = await exchange(handOff);
  expect(again.status).toBe(410);
  expect(again.headers.get("set-cookie")).toBeNull();
  expect(await again.json()).toMatchObject({ error: "This sign-in link is no longer valid. Please sign in." });
});

test("two browsers with the same token: one of them is signed in", async () => {
  const handOff = await tokenOfLink(await createMember(), "exchange", Date.now());
  const statuses = (await Promise.all([exchange(handOff), exchange(handOff)])).map((response) => response.status);
  expect(statuses.sort()).toEqual([200, 410]);
});

test("after ten minutes it is over", async () => {
  const now = Date.now();
  const handOff = await tokenOfLink(await createMember(), "exchange", now);
  expect((await exchange(handOff, now + 10 * MINUTE_MS)).status).toBe(410);
  expect((await exchange(handOff, now + 10 * MINUTE_MS - 1)).status).toBe(200);
});

test("neither a set-up link nor a reset link nor made-up text signs in", async () => {
  const member = await createMember();
  for (const purpose of ["setup", "reset"] as const) {
    expect((await exchange(await tokenOfLink(member, purpose, Date.now()))).status).toBe(410);
  }
  expect((await exchange("made-up")).status).toBe(410);
});

test("the token of a closed account signs nobody in", async () => {
  const closed = await createMember({ deletedAt: Date.now() });
  expect((await exchange(await tokenOfLink(closed, "exchange", Date.now()))).status).toBe(410);
});
