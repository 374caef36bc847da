import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { attemptCounters } from "#db/schema/account.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

type Call = { password?: string; address: string; now?: number };

function verify({ password, address, now }: Call): Promise<Response> {
  const headers: Record<string, string> = password === undefined ? {} : { "x-admin-password": password };
  return request("/api/admin/verify", { method: "POST", headers, address, now });
}

async function fail(times: number, call: Call): Promise<number[]> {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < times; attempt += 1) {
    const response = await verify({ ...call, password: `wrong ${attempt}` });
    statuses.push(response.status);
  }
  return statuses;
}

test("the right password is accepted every time", async () => {
  const address = uniqueAddress();
  for (let call = 0; call < 12; call += 1) {
    const response = await verify({ address, password: env.ADMIN_PASSWORD });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ ok: true });
  }
});

test("a wrong, shortened, or differently capitalized password is refused with the wrong-password error", async () => {
  const address = uniqueAddress();
  for (const password of ["wrong", env.ADMIN_PASSWORD.slice(0, -1), env.ADMIN_PASSWORD.toUpperCase(), " "]) {
    const response = await verify({ address, password });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "Invalid admin password", code: "unauthorized" });
  }
});

test("after ten wrong passwords, a network is blocked until the window ends, even with the right password", async () => {
  const [now, address] = [Date.now(), uniqueAddress()];
  expect(await fail(11, { address, now })).toEqual([...Array(10).fill(401), 429]);
  const right = { address, password: env.ADMIN_PASSWORD };
  const refused = await verify({ ...right, now: now + 15 * MINUTE_MS - 1000 });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("1");
  expect((await verify({ ...right, now: now + 15 * MINUTE_MS })).status).toBe(200);
});

test("attempts from one network address don't affect another", async () => {
  await fail(11, { address: uniqueAddress() });
  expect((await verify({ address: uniqueAddress(), password: env.ADMIN_PASSWORD })).status).toBe(200);
});

test("trying while blocked doesn't extend the block", async () => {
  const [now, address] = [Date.now(), uniqueAddress()];
  await fail(10, { address, now });
  await fail(3, { address, now: now + 14 * MINUTE_MS });
  expect((await verify({ address, password: env.ADMIN_PASSWORD, now: now + 15 * MINUTE_MS })).status).toBe(200);
});

test("a call without a password is refused but doesn't count as an attempt", async () => {
  const address = uniqueAddress();
  for (let call = 0; call < 12; call += 1) expect((await verify({ address })).status).toBe(401);
  expect((await verify({ address, password: env.ADMIN_PASSWORD })).status).toBe(200);
});

test("parallel guesses get no more tries than sequential ones", async () => {
  const address = uniqueAddress();
  const guesses = Array.from({ length: 40 }, (_, guess) => verify({ address, password: `guess ${guess}` }));
  const statuses = (await Promise.all(guesses)).map((response) => response.status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
});

test("the table of attempts contains no network address", async () => {
  const address = uniqueAddress();
  await fail(1, { address });
  const keys = (await createDb(env.DB).select().from(attemptCounters)).map(({ key }) => key);
  expect(keys.length).toBeGreaterThan(0);
  for (const key of keys) expect(key).toMatch(/^[a-z]+-[a-z]+:[\w-]{43}$/);
  expect(keys.join()).not.toContain(address.replace("::1", ""));
});
