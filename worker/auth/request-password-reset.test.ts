import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, uniqueAddress } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";

const MESSAGE = "If an account exists for this address, a link to set your password is on its way.";
const PRODUCTION = { ENVIRONMENT: "production" };

function reset(bindings: Record<string, unknown>, email: string, options: RequestOptions = {}): Promise<Response> {
  return requestWith(bindings, "/api/auth/request-password-reset", {
    json: { email },
    address: uniqueAddress(),
    ...options,
  });
}

/** The link in a mail, as its reader would follow it. */
function linkIn(html: string | undefined): URL {
  const [, href = ""] = /href="([^"]*\/setup-password\?[^"]*)"/.exec(html ?? "") ?? [];
  return new URL(href.replaceAll("&amp;", "&"));
}

test("in production a known and an unknown address get the same answer, without a link", async () => {
  const member = await createMember();
  for (const email of [member.email, uniqueEmail(), ` ${member.email.toUpperCase()}`]) {
    const response = await reset(PRODUCTION, email);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: MESSAGE });
  }
});

test("in development the answer for a known address carries the link, for an unknown one not", async () => {
  const member = await createMember();
  const known = await (await reset({}, member.email)).json<{ message: string; resetLink: string }>();
  expect(known.message).toBe(MESSAGE);
  expect(new URL(known.resetLink).searchParams.get("email")).toBe(member.email);
  expect(await (await reset({}, uniqueEmail())).json()).toEqual({ message: MESSAGE });
});

test("the link travels by mail and sets a new password, within the hour", async () => {
  const member = await createMember();
  await reset(PRODUCTION, member.email);
  const [mail, ...others] = await outboxOf(member.email);
  expect(others).toEqual([]);
  const link = linkIn(mail?.html);
  expect(`${link.origin}${link.pathname}`).toBe("http://localhost:8787/setup-password");
  expect(mail?.text).toContain(link.searchParams.get("token"));

  const json = { ...Object.fromEntries(link.searchParams), password: "brand new" };
  const response = await requestWith({}, "/api/auth/setup-password", { json });
  expect(response.status).toBe(200);
});

test("a closed account and an unknown address get no mail", async () => {
  const closed = await createMember({ deletedAt: Date.now() });
  const unknown = uniqueEmail();
  for (const email of [closed.email, unknown]) {
    await reset(PRODUCTION, email);
    expect(await outboxOf(email)).toEqual([]);
  }
});

test("someone without access still gets a link: they may want to come back", async () => {
  const member = await createMember({ accessEndsAt: null, subscriptionStatus: "expired" });
  await reset(PRODUCTION, member.email);
  expect(await outboxOf(member.email)).toHaveLength(1);
});

test("neither the link's row nor the mail's holds the token", async () => {
  const member = await createMember();
  await reset(PRODUCTION, member.email);
  const [mail] = await outboxOf(member.email);
  const token = linkIn(mail?.html).searchParams.get("token") ?? "";
  expect(token.length).toBeGreaterThan(30);
  const rows = [
    await env.DB.prepare("select * from auth_tokens where member_id = ?").bind(member.id).all(),
    await env.DB.prepare("select * from transactional_mails where to_address = ?").bind(member.email).all(),
  ];
  expect(rows.map(({ results }) => results.length)).toEqual([1, 1]);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("what is no address is refused", async () => {
  const response = await reset({}, "ana");
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ fields: { email: "Please enter a valid email" } });
});

test("a network address that floods the call is held off before anything is looked at", async () => {
  const address = uniqueAddress();
  // 300 a minute; twice as many and one, since a new minute may begin in between.
  const knocks = Array.from({ length: 601 }, () => request("/api/auth/login", { json: {}, address }));
  const refused = (await Promise.all(knocks)).filter((response) => response.status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get("retry-after")).toBe("60");
  expect((await request("/api/auth/login", { json: {}, address: uniqueAddress() })).status).toBe(400);
});

test("an account gets a few reset mails a quarter of an hour at most, and the answer stays the same", async () => {
  const member = await createMember();
  const ask = async (now: number) => {
    const response = await request("/api/auth/request-password-reset", { json: { email: member.email }, now });
    const { message } = (await response.json()) as { message: string };
    return { status: response.status, message };
  };
  const now = Date.now();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(now)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  await vi.waitFor(async () => expect(await outboxOf(member.email)).toHaveLength(5));
  await ask(now + 16 * 60_000);
  await vi.waitFor(async () => expect(await outboxOf(member.email)).toHaveLength(6));
});
