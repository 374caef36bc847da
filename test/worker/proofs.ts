import { env } from "cloudflare:workers";
import type { LinkPurpose } from "#domain/rules/single-use-links.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { insertLink } from "#worker/account/auth-tokens.queries.ts";
import type { Member } from "#worker/account/member/member.ts";
import { newLink } from "#worker/account/single-use-link.ts";
import { readConfig } from "#worker/kernel/env.ts";
import { tokenOf } from "#worker/kernel/links/signing-keys.ts";
import { db, uniqueAddress } from "./factories.ts";
import { buyGift, keysOf } from "./gifts.ts";
import { outboxOf } from "./outbox.ts";
import { request } from "./request.ts";

const config = readConfig(env);

/** An emailed link's token. */
export async function linkTo(member: Member, purpose: LinkPurpose, more: { newEmail?: string } = {}): Promise<string> {
  const link = { ...newLink(config, member, purpose, Date.now()), ...more };
  await insertLink(db, link);
  return tokenOf(config, link.id);
}

/** What the owner does in a browser, which may have a session; `address` is where the account is afterward. */
export type Prove = (member: Member, token?: string) => Promise<{ response: Response; address: string }>;

const held = (token: string | undefined) => ({ address: uniqueAddress(), ...(token === undefined ? {} : { token }) });

const post =
  (path: string, jsonOf: (member: Member) => Promise<object>): Prove =>
  async (member, token) => {
    const json = await jsonOf(member);
    return { response: await request(path, { json, ...held(token) }), address: member.email };
  };

const setUp = (purpose: "setup" | "reset") =>
  post("/api/auth/setup-password", async (member) => {
    const token = await linkTo(member, purpose);
    return { token, email: member.email, password: "chosen by the owner" };
  });

/** Every way to prove that an open account's mailbox is one's own. */
export const PROOFS = {
  "a link to log in": post("/api/auth/sign-in/link", async (member) => ({ token: await linkTo(member, "sign-in") })),
  "a code to log in": async (member: Member, token?: string) => {
    const asked = await request("/api/auth/sign-in", { json: { email: member.email }, address: uniqueAddress() });
    const cookie = asked.headers.get("set-cookie")?.split(";")[0] ?? "";
    const [mail] = await outboxOf(member.email);
    const code = /^\d{6}$/m.exec(mail?.text ?? "")?.[0];
    const response = await request("/api/auth/sign-in/code", { json: { code }, headers: { cookie }, ...held(token) });
    return { response, address: member.email };
  },
  "a setup link": setUp("setup"),
  "a reset link": setUp("reset"),
  "the welcome's link to confirm": post("/api/auth/confirm-address", async (member) => ({
    token: await linkTo(member, "setup"),
  })),
  "a link to a new address": async (member: Member, token?: string) => {
    const address = uniqueEmail();
    const json = { token: await linkTo(member, "address", { newEmail: address }) };
    return { response: await request("/api/auth/confirm-address", { json, ...held(token) }), address };
  },
  "a gift": async (member: Member, token?: string) => {
    const gift = await buyGift({ recipientEmail: member.email });
    const json = { token: keysOf(gift).token, consent: true };
    return { response: await request("/api/gifts/redeem", { json, ...held(token) }), address: member.email };
  },
} satisfies Record<string, Prove>;

/** The code that a session's member is emailed to use instead of a password. */
export async function emailedCode(member: Member, token: string): Promise<string> {
  await request("/api/user/email-code", { method: "POST", token, address: uniqueAddress() });
  const [mail] = await outboxOf(member.email);
  return /^\d{6}$/m.exec(mail?.text ?? "")?.[0] ?? "";
}
