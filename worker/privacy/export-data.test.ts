import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { fillMember, MARK } from "#test/worker/fill-member.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { MEMBER_RULES } from "./retention/retention-rules.queries.ts";

const config = readConfig(env);
const OWN_TABLES = Object.keys(MEMBER_RULES);

async function linkFor(member: { id: string; email: string }): Promise<string> {
  const link = newLink(config, member, "export", Date.now());
  await insertLink(contextAt(Date.now()).db, link);
  return tokenOf(config, link.id);
}

const download = (token: string, link: string) =>
  request("/api/user/privacy/download", { token, json: { token: link } });

type Export = { name: string; json: string; page: string };
type Data = { data: Record<string, Record<string, unknown>[]> };

test("the download link comes by email, at most twice a day", async () => {
  const member = await createMember();
  const token = await tokenFor(member);
  const ask = () => request("/api/user/privacy/export", { token, method: "POST" });
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  const third = await ask();
  expect([third.status, await third.json()]).toMatchObject([429, { error: expect.stringContaining("twice") }]);
  await sendDueMails(contextAt(Date.now() + 5 * 60_000));
  const mails = await outboxOf(member.email);
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toMatch(/\/profile\?data=[\w-]{20,}/);
});

test("a link works once, only for its member, within a day", async () => {
  const [member, other] = [await createMember(), await createMember()];
  const link = await linkFor(member);
  expect((await download(await tokenFor(other), link)).status).toBe(410);
  const token = await tokenFor(member);
  expect((await request("/api/user/privacy/download", { token })).status).toBe(404);
  const statuses = await Promise.all([1, 2, 3].map(async () => (await download(token, link)).status));
  expect(statuses.toSorted()).toEqual([200, 410, 410]);
  const late = await linkFor(member);
  await rowsOf("update auth_tokens set expires_at = 1 where member_id = ?", member.id);
  expect((await download(token, late)).status).toBe(410);
});

test("a member's export includes every table with their rows, and no secrets or other people's data", async () => {
  const { id, email } = await fillMember(Date.now(), OWN_TABLES);
  const [row] = await rowsOf("select * from members where id = ?", id);
  const token = await tokenFor({ id, email } as Parameters<typeof tokenFor>[0]);
  const response = await download(token, await linkFor({ id, email }));
  expect(response.status).toBe(200);
  const { name, json, page } = await response.json<Export>();
  expect(name).toMatch(/^daybolt-data-\d{4}-\d\d-\d\d$/);
  const { data } = JSON.parse(json) as Data;
  expect(Object.keys(data)).toEqual(OWN_TABLES);
  for (const table of OWN_TABLES) {
    // What was in 0.2.0's table has been moved.
    if (table !== "progress") expect(data[table]?.length, table).toBeGreaterThan(0);
    expect(page).toContain(MEMBER_RULES[table]?.heading.replaceAll("&", "&amp;"));
  }
  expect([data.progress, data.member_progress?.length]).toEqual([[], 1]);
  expect(data.inbound_mails).toHaveLength(2);
  for (const letter of data.inbound_mails ?? []) expect(letter.whole_mail).toContain(`I am ${MARK}.`);
  expect(data.transactional_mails?.map(({ kind }) => kind)).toContain("inbound-received");
  expect(data.members?.[0]).toMatchObject({ email, created_at: new Date(Number(row?.created_at)).toISOString() });
  for (const text of [json, page]) {
    expect(text).not.toContain(String(row?.password_hash));
    for (const word of ["friend@other.test", "token_hash", "nonce_hash", "address_hash"])
      expect(text).not.toContain(word);
    expect(text).not.toMatch(/shown [a-z]/);
  }
  expect(page).not.toMatch(/<script|https?:/);
});

test("earlier inbound emails are in an account's export, but in no export if the address had two accounts", async () => {
  const member = await createMember();
  const [letter, token] = [crypto.randomUUID(), await tokenFor(member)];
  await rowsOf(
    `insert into inbound_mails (id, received_at, from_address, from_name, subject, preview, size_bytes, asks_refund)
      values (?, 1, ?, '', '', '', 9, 0)`,
    letter,
    member.email,
  );
  await rowsOf(
    `insert into transactional_mails (id, kind, to_address, parameters, state, next_attempt_at, created_at)
      values (?, 'inbound-received', ?, '{}', 'sent', 1, 1)`,
    `inbound-${letter}`,
    member.email,
  );
  const read = async () => {
    const { json } = await (await download(token, await linkFor(member))).json<Export>();
    const { data } = JSON.parse(json) as Data;
    return ["inbound_mails", "transactional_mails"].map((table) => data[table]?.map(({ id }) => id));
  };
  expect(await read()).toEqual([[letter], [`inbound-${letter}`]]);
  await createMember({ email: member.email, deletedAt: 1 });
  expect(await read()).toEqual([[], []]);
});

test("an email that can't be read from the bucket doesn't prevent the download", async () => {
  const member = await createMember();
  const { id, email } = member;
  const token = await tokenFor(member);
  await rowsOf(
    `insert into inbound_mails (id, received_at, from_address, from_name, subject, preview, raw_key, size_bytes, asks_refund, member_id)
      values (?, 1, ?, '', '', '', 'inbound/1970-01-01/a.eml', 9, 0, ?)`,
    crypto.randomUUID(),
    email,
    id,
  );
  const get = () => Promise.reject(new Error("get: internal error (10001)"));
  const text = () => Promise.reject(new Error("Network connection lost."));
  for (const MEDIA of [{ get }, { get: async () => ({ text }) }]) {
    const json = { token: await linkFor({ id, email }) };
    const response = await requestWith({ MEDIA }, "/api/user/privacy/download", { token, json });
    expect(response.status).toBe(200);
    const { data } = JSON.parse((await response.json<Export>()).json) as Data;
    expect(data.inbound_mails?.[0]?.whole_mail).toContain("couldn't read this email");
    expect(data.members?.[0]).toMatchObject({ email });
  }
});

test("user-entered text is escaped on the page", async () => {
  const member = await createMember({ firstName: `<img src=x onerror=alert(1)>"&` });
  const response = await download(await tokenFor(member), await linkFor(member));
  const { page } = await response.json<Export>();
  expect(page).toContain("&lt;img src=x onerror=alert(1)&gt;&quot;&amp;");
  expect(page).not.toContain("<img");
});
