import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import type { Ctx } from "../../kernel/context.ts";
import { readConfig } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import { insertLink } from "../auth-tokens.queries.ts";
import { newLink } from "../single-use-link.ts";
import { hashPassword } from "./password.ts";
import { requireGoodPassword } from "./require-good-password.ts";

const config = readConfig(env);
const EMAIL = "morning.person+daybolt@mail.example";
const ctx = contextAt(Date.now());
const refusalOf = (password: string, email = EMAIL): Promise<string | null> =>
  requireGoodPassword(ctx, { field: "password", password, email }).then(
    () => null,
    (error: { fields: { password: string } }) => error.fields.password,
  );

test("no password can be set while the common-password list can't be read, and the next request loads it", async () => {
  // As in an isolate that hasn't loaded the list.
  vi.resetModules();
  const fresh = await import("./require-good-password.ts");
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const chosen = { field: "password", password: "rise-and-shine", email: EMAIL } as const;
  const away: Ctx = { ...ctx, readFile: () => Promise.reject(new Error("Assets are away.")) };
  await expect(fresh.requireGoodPassword(away, chosen)).rejects.toMatchObject({ code: "unavailable" });
  await expect(fresh.requireGoodPassword(ctx, chosen)).resolves.toBeUndefined();
  await expect(fresh.requireGoodPassword(away, chosen)).resolves.toBeUndefined();
  vi.restoreAllMocks();
});

test("the list of common passwords isn't served as a page", async () => {
  expect((await request("/public/common-passwords.txt")).status).toBe(404);
});

test.for(["123456", "password", "PassWord", "qwertyuiop", "iloveyou", "dragon", "１２３４５６"])(
  "%s is refused as too common, in any case or width",
  async (password) => {
    expect(await refusalOf(password)).toMatch(/^This password is too common/);
  },
);

test.for([`my ${EMAIL}`, "Morning.Person+Daybolt@mail.example", "morning.person", "xX-MORNING.PERSON-1"])(
  "%s is refused because it contains the address",
  async (password) => {
    expect(await refusalOf(password)).toMatch(/doesn't contain your email address/);
  },
);

test.for(["rise-and-shine", "powerup-demo", "password of my own", "123456 steps", "daybolt", "mornings at five"])(
  "%s isn't an obvious guess and is accepted",
  async (password) => {
    expect(await refusalOf(password)).toBeNull();
  },
);

test("a password may contain a three-letter name, because too many words do", async () => {
  expect(await refusalOf("banana-bread", "ana@mail.example")).toBeNull();
  expect(await refusalOf("ana@mail.example1", "ana@mail.example")).not.toBeNull();
});

test("a refused password doesn't use up a setup link", async () => {
  const email = `${uniqueEmail().split("@")[0]}@mail.example`;
  const member = await createMember({ email });
  const link = newLink(config, member, "setup", Date.now());
  await insertLink(db, link);
  const setUp = (password: string) =>
    request("/api/auth/setup-password", {
      json: { token: tokenOf(config, link.id), email, password },
      address: uniqueAddress(),
    });
  for (const password of ["sunshine", `${email.split("@")[0]}!`]) {
    const refused = await setUp(password);
    expect(refused.status).toBe(400);
    expect((await refused.json<{ fields: object }>()).fields).toHaveProperty("password");
  }
  expect((await setUp("first light")).status).toBe(200);
});

test("a password change to a common password is refused", async () => {
  const member = await createMember({ passwordHash: await hashPassword(config, "open sesame") });
  const json = { currentPassword: "open sesame", newPassword: "sunshine" };
  const options = { json, token: await tokenFor(member), address: uniqueAddress() };
  const refused = await request("/api/user/change-password", options);
  expect(refused.status).toBe(400);
  expect((await refused.json<{ fields: object }>()).fields).toHaveProperty("newPassword");
  const login = { email: member.email, password: "open sesame" };
  expect((await request("/api/auth/login", { json: login, address: uniqueAddress() })).status).toBe(200);
});
