import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, rowsOf, setMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { buyGift, redeem } from "#test/worker/gifts.ts";
import { contextAt, contextOvertaken } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { emailedCode, linkTo } from "#test/worker/proofs.ts";
import { request } from "#test/worker/request.ts";
import { readConfig } from "../../kernel/env.ts";
import { tokenOf } from "../../kernel/links/signing-keys.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { confirmAddress } from "../address/confirm-address.ts";
import type { Member } from "../member/member.ts";

const createBuyer = () => createMember({ passwordHash: null, mailboxProvedAt: null });

async function move({ id }: Member): Promise<string> {
  const email = uniqueEmail();
  await setMember(id, { email, emailKey: email });
  return email;
}

const post = (path: string, json: object, token?: string) =>
  request(path, { json, address: uniqueAddress(), ...(token === undefined ? {} : { token }) });

type Use = (token: string, email: string, member: Member) => Promise<Response>;
const setUp: Use = (token, email) => post("/api/auth/setup-password", { token, email, password: "by an old link" });
const confirm: Use = (token) => post("/api/auth/confirm-address", { token });

const USES: [string, LinkPurpose, Use][] = [
  ["a login", "sign-in", (token) => post("/api/auth/sign-in/link", { token })],
  ["a handed-over login", "exchange", (token) => post("/api/auth/exchange", { token })],
  ["a first password", "setup", setUp],
  ["a reset", "reset", setUp],
  ["an invitation", "invitation", setUp],
  ["the welcome's confirmation", "setup", confirm],
  ["another change of address", "address", confirm],
  [
    "an export",
    "export",
    async (token, _, member) => post("/api/user/privacy/download", { token }, await tokenFor(member)),
  ],
];

test.for(USES)("a link for %s, stored after its account moved, opens nothing", async ([, purpose, use]) => {
  const member = await createBuyer();
  const email = await move(member);
  const link = await linkTo(member, purpose, purpose === "address" ? { newEmail: uniqueEmail() } : {});
  const response = await use(link, email, member);
  expect(response.status).toBeGreaterThanOrEqual(400);
  const after = "select email, mailbox_proved_at as proved, password_hash as password from members where id = ?";
  expect(await rowsOf(after, member.id)).toEqual([{ email, proved: null, password: null }]);
});

test("codes emailed to an old address log no one in and set no password", async () => {
  const member = await createBuyer();
  const asked = await post("/api/auth/sign-in", { email: member.email });
  const headers = { cookie: asked.headers.get("set-cookie")?.split(";")[0] ?? "" };
  const [mail] = await outboxOf(member.email);
  const json = { code: /^\d{6}$/m.exec(mail?.text ?? "")?.[0] };
  const token = await tokenFor(member);
  const code = await emailedCode(member, token);
  await move(member);
  const byCode = await request("/api/auth/sign-in/code", { json, headers, address: uniqueAddress() });
  const changed = await post("/api/user/change-password", { newPassword: "by an old code", code }, token);
  expect([json.code, byCode.status, changed.status]).toEqual([expect.any(String), 400, 400]);
});

test("a confirmation that a change of address overtook proves nothing", async () => {
  const member = await createBuyer();
  const ctx = contextOvertaken(Date.now(), () => move(member));
  const confirmation = { token: await linkTo(member, "setup"), client: { userAgent: null, now: ctx.now } };
  await expect(confirmAddress(ctx, confirmation)).rejects.toThrow("already been used");
  expect(await rowsOf("select mailbox_proved_at as at from members where id = ?", member.id)).toEqual([{ at: null }]);
});

test("an old restore link neither restores an account at its new address nor names that", async () => {
  const member = await createBuyer();
  const link = await linkTo(member, "keep-account");
  const email = await move(member);
  await rowsOf("update auth_tokens set used_at = 1 where member_id = ?", member.id);
  const response = await post("/api/auth/keep-account", { token: link });
  expect([response.status, await response.text()]).toEqual([400, expect.not.stringContaining(email)]);
});

test("a gift's setup link, stored just after its account moved, isn't sent and proves nothing", async () => {
  const member = await createBuyer();
  const gift = await buyGift({ recipientEmail: member.email });
  let email = "";
  const ctx = contextOvertaken(Date.now(), async () => {
    email = await move(member);
  });
  await redeem(gift, ctx);
  await sendDueMails(contextAt(Date.now()));
  for (const { text } of await outboxOf(member.email)) expect(text).not.toContain("/setup-password");
  const [link] = await rowsOf("select id from auth_tokens where member_id = ? and purpose = 'setup'", member.id);
  const token = tokenOf(readConfig(env), String(link?.id));
  expect([(await setUp(token, email, member)).status, (await confirm(token, email, member)).status]).toEqual([
    400, 400,
  ]);
  expect(await rowsOf("select mailbox_proved_at as at from members where id = ?", member.id)).toEqual([{ at: null }]);
});

/** Stores a link as 0.2.0's Worker does, under the present schema. */
async function linkOf020(member: Member): Promise<string> {
  const token = await linkTo(member, "setup");
  const columns = "id, member_id, purpose, token_hash, signing_key, expires_at, created_at";
  const [row] = await rowsOf(`delete from auth_tokens where member_id = ? returning ${columns}`, member.id);
  await rowsOf(`insert into auth_tokens (${columns}) values (?, ?, ?, ?, ?, ?, ?)`, ...Object.values(row ?? {}));
  return token;
}

test("a link that 0.2.0 stores during a deploy works, and ends when its account gets another address", async () => {
  const [stays, moves] = [await createBuyer(), await createBuyer()];
  const links = [await linkOf020(stays), await linkOf020(moves)] as const;
  const email = await move(moves);
  expect((await setUp(links[0], stays.email, stays)).status).toBe(200);
  expect((await setUp(links[1], email, moves)).status).toBe(400);
});
