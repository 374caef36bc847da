import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import type { AdministratorList, NewCode, NewKey } from "#domain/contract/administrators.ts";
import type { AuditPage } from "#domain/contract/audit.ts";
import type { MemberFile } from "#domain/contract/members.ts";
import { addAdministrator, asKey } from "#test/worker/administrators.ts";
import { createMember, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { TURNSTILE_KEYS, turnstileToken } from "#test/worker/turnstile.ts";
import { keyHash } from "../account/admin/find-administrator.ts";
import { readConfig } from "../kernel/env.ts";

const LIST = "/api/admin/administrators";
const SECOND_FACTOR = { ADMIN_TOTP_SECRET: new Secret({ size: 20 }).base32 };

const list = async () => (await request(LIST, { admin: true })).json<AdministratorList>();
const verify = (key: string, options?: RequestOptions) =>
  request("/api/admin/verify", asKey(key, { method: "POST", ...options }));

test("a new person's key, of 120 bits in groups, logs them in, however it's typed, and isn't stored", async () => {
  const { id, key } = await addAdministrator({ role: "administrator" });
  expect(key).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  for (const typed of [key, key.toLowerCase(), key.replaceAll("-", ""), ` ${key.replaceAll("-", " ")}`]) {
    const response = await verify(typed);
    expect(await response.json()).toEqual({ ok: true, administrator: { name: "Ada Lovelace", role: "administrator" } });
  }
  const [stored] = await rowsOf("select hash from admin_keys where administrator_id = ?", id);
  expect(stored?.hash).toBe(keyHash(readConfig(env), key));
  await expect.poll(async () => (await list()).administrators.find((one) => one.id === id)?.lastLoginAt).toBeTruthy();
});

test("a repeated request adds no one twice, and says how to get a key", async () => {
  const { json } = await addAdministrator({ role: "editor" });
  const again = await request(LIST, { admin: true, json });
  expect(again.status).toBe(409);
  expect((await list()).administrators.filter(({ id }) => id === json.requestId)).toHaveLength(1);
  expect(await rowsOf("select hash from admin_keys where administrator_id = ?", json.requestId)).toHaveLength(1);
});

test("a wrong key is refused with the words for a wrong password and counts as a guess", async () => {
  const address = uniqueAddress();
  const guess = "ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ-ZZZZ";
  for (let tries = 0; tries < 10; tries += 1) {
    const response = await verify(guess, { address });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: "Invalid admin password", code: "unauthorized" });
  }
  expect((await verify(guess, { address })).status).toBe(429);
});

test("a removed person's open tab gets 401, and doesn't block the office's network", async () => {
  const { id, key } = await addAdministrator({ role: "administrator" });
  expect((await request(`${LIST}/${id}`, { admin: true, method: "DELETE" })).status).toBe(200);
  const address = uniqueAddress();
  for (let tries = 0; tries < 12; tries += 1)
    expect((await request("/api/admin/stats", asKey(key, { address }))).status).toBe(401);
  expect((await request("/api/admin/stats", { admin: true, address })).status).toBe(200);
  expect((await list()).administrators.some((one) => one.id === id)).toBe(false);
  expect((await request(`${LIST}/${id}`, { admin: true, method: "DELETE" })).status).toBe(404);
  expect((await request(`${LIST}/${id}/key`, { admin: true, method: "POST" })).status).toBe(404);
});

test("a new key ends the one before and no one else's", async () => {
  const [ada, grace] = [
    await addAdministrator({ role: "editor" }),
    await addAdministrator({ role: "editor", name: "Grace" }),
  ];
  const replaced = await request(`${LIST}/${ada.id}/key`, { admin: true, method: "POST" });
  const { key } = await replaced.json<NewKey>();
  expect([(await verify(ada.key)).status, (await verify(key)).status, (await verify(grace.key)).status]).toEqual([
    401, 200, 200,
  ]);
});

test("only the owner's password manages administrators", async () => {
  const { id, key } = await addAdministrator({ role: "administrator" });
  const calls: [string, RequestOptions][] = [
    [LIST, {}],
    [LIST, { json: { requestId: crypto.randomUUID(), name: "Eve", email: "eve@x.test", role: "administrator" } }],
    [`${LIST}/${id}`, { method: "PUT", json: { name: "Ada", email: "ada@x.test", role: "administrator" } }],
    [`${LIST}/${id}/key`, { method: "POST" }],
    [`${LIST}/${id}/code`, { method: "POST" }],
    [`${LIST}/${id}`, { method: "DELETE" }],
  ];
  for (const [path, options] of calls) {
    const response = await request(path, asKey(key, options));
    expect([path, response.status]).toEqual([path, 403]);
  }
});

test("what a person does carries their name in the audit log, also once they are removed", async () => {
  const { id, key } = await addAdministrator({ role: "administrator", name: "Mary Shelley" });
  const member = await createMember();
  const path = `/api/admin/members/${member.id}/notes`;
  const noted = await request(path, asKey(key, { json: { requestId: crypto.randomUUID(), text: "Called." } }));
  expect(noted.status).toBe(200);
  await request(`${LIST}/${id}`, { admin: true, method: "DELETE" });
  const { entries } = await (await request("/api/admin/audit", { admin: true })).json<AuditPage>();
  expect(entries.find(({ action }) => action === "member.note")).toMatchObject({
    actor: `admin:${id}`,
    actorName: "Mary Shelley",
    ipAddress: expect.any(String),
  });
  const file = await (await request(`/api/admin/members/${member.id}`, { admin: true })).json<MemberFile>();
  expect(file.notes[0]?.author).toBe("Mary Shelley");
  expect(file.history[0]?.actor).toBe("admin:Mary Shelley");
  expect(entries.find(({ action }) => action === "administrator.remove")).toMatchObject({
    actor: "admin",
    subjectName: "Mary Shelley",
  });
});

test("with a second factor, a person needs a code of their own, which works once", async () => {
  const now = Math.floor(Date.now() / 30_000) * 30_000 + 15_000;
  const call = (path: string, options: RequestOptions) => requestWith(SECOND_FACTOR, path, { now, ...options });
  const ownersCode = new TOTP({ secret: Secret.fromBase32(SECOND_FACTOR.ADMIN_TOTP_SECRET) }).generate({
    timestamp: now,
  });
  const asOwner = { headers: { "x-admin-password": env.ADMIN_PASSWORD }, address: uniqueAddress() };
  const inside = await call("/api/admin/verify", { method: "POST", ...asOwner, json: { totp: ownersCode } });
  const cookie =
    inside.headers
      .getSetCookie()
      .find((text) => text.startsWith("admin_session="))
      ?.split(";")[0] ?? "";
  const owner = { ...asOwner, headers: { ...asOwner.headers, cookie } };
  const [ada, grace] = [
    await addAdministrator({ role: "administrator" }),
    await addAdministrator({ role: "editor", name: "Grace" }),
  ];
  const login = (key: string, totp?: string) =>
    call("/api/admin/verify", asKey(key, { method: "POST", ...(totp ? { json: { totp } } : {}) }));
  expect((await login(ada.key, ownersCode)).status).toBe(403);
  const json = { requestId: crypto.randomUUID(), name: "Lin", email: "lin@office.test", role: "editor" };
  const lin = await (await call(LIST, { method: "POST", ...owner, json })).json<NewKey>();
  const linsCode = new TOTP({ secret: Secret.fromBase32(lin.code?.secret ?? "") }).generate({ timestamp: now });
  expect((await login(lin.key, linsCode)).status).toBe(200);
  const codeOf = async (id: string) => (await call(`${LIST}/${id}/code`, { method: "POST", ...owner })).json<NewCode>();
  const of = async (id: string) => {
    const { secret, uri } = await codeOf(id);
    expect(uri).toContain(secret);
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now });
  };
  const [adas, graces] = [await of(ada.id), await of(grace.id)];
  expect((await login(ada.key)).status).toBe(401);
  expect((await login(ada.key, graces)).status).toBe(401);
  expect((await login(ada.key, adas)).status).toBe(200);
  expect((await login(ada.key, adas)).status).toBe(401);
  const entered = await login(grace.key, graces);
  const session =
    entered.headers
      .getSetCookie()
      .find((text) => text.startsWith("admin_session="))
      ?.split(";")[0] ?? "";
  const asGrace = { headers: { "x-admin-password": grace.key, cookie: session }, address: uniqueAddress() };
  expect((await call("/api/content/all", asGrace)).status).toBe(200);
  const stolen = { headers: { "x-admin-password": ada.key, cookie: session }, address: uniqueAddress() };
  expect((await call("/api/content/all", stolen)).status).toBe(401);
  await codeOf(grace.id);
  expect((await call("/api/content/all", asGrace)).status).toBe(401);
  expect((await call("/api/content/all", owner)).status).toBe(200);
});

test("a session from before there was a second factor hasn't passed it", async () => {
  const { key } = await addAdministrator({ role: "administrator" });
  const opened = await requestWith(
    TURNSTILE_KEYS,
    "/api/admin/verify",
    asKey(key, { method: "POST", headers: { "x-turnstile-token": await turnstileToken("admin") } }),
  );
  const cookie =
    opened.headers
      .getSetCookie()
      .find((text) => text.startsWith("admin_session="))
      ?.split(";")[0] ?? "";
  const call = (bindings: Record<string, string>) =>
    requestWith(bindings, "/api/content/all", asKey(key, { headers: { cookie } }));
  expect((await call(TURNSTILE_KEYS)).status).toBe(200);
  expect((await call(SECOND_FACTOR)).status).toBe(401);
});
