import { beforeEach, expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import type { InboundLetter, InboundList } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { addAdministrator } from "#test/worker/administrators.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { inboundOf, writeIn } from "#test/worker/inbound.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { armFault, outboxOf } from "#test/worker/outbox.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { selectPauses } from "../../mail/pauses.queries.ts";
import { sendDueMails } from "../../mail/send-transactional-mails.ts";
import { purgeInbound } from "./list-inbound.ts";

beforeEach(async () => {
  for (const table of ["transactional_mails", "inbound_mails", "dispatcher", "pauses"])
    await db.run(`delete from ${table}`);
});

const bindings = { SUPPORT_MAILBOX: "" };

async function received(written: Partial<Parameters<typeof writeIn>[0]> = {}) {
  const from = written.from ?? uniqueEmail();
  const { rows } = await writeIn({ subject: "My hour", text: "How do I\nchange it?", ...written, from }, { bindings });
  return { from, id: rows[0]?.id ?? "" };
}

const BODY = "Hi Ana,\n\nin My Account.";
type Answer = { requestId?: string; body?: string; seen?: number };
const answer = (id: string, { requestId = crypto.randomUUID(), body = BODY, seen }: Answer = {}) =>
  request(`/api/admin/inbound/${id}/answer`, { admin: true, json: { requestId, body, seen } });
const answersTo = async (address: string) =>
  (await outboxOf(address)).filter(({ text }) => text.includes("> How do I"));

async function openIds(): Promise<string[]> {
  const response = await request("/api/admin/inbound?list=open", { admin: true });
  return (await response.json<InboundList>()).mails.map(({ id }) => id);
}

test("an answer goes out under the support name, threads under the email, quotes it, and marks it answered", async () => {
  const headers = { References: "<first@x.test> not-an-id <second@x.test>" };
  const { from, id } = await received({ messageId: "<third@x.test>", headers });
  expect(await openIds()).toEqual([id]);
  expect((await answer(id)).status).toBe(200);
  const [mail, ...rest] = await answersTo(from);
  expect(rest).toEqual([]);
  const [, sender] = /<(.*)>/.exec(BRAND.mailSender) ?? [];
  expect(mail).toMatchObject({
    subject: "Re: My hour",
    from: `${BRAND.name} Support <${sender}>`,
    replyTo: [BRAND.supportEmail],
    headers: { "In-Reply-To": "<third@x.test>", References: "<first@x.test> <second@x.test> <third@x.test>" },
  });
  expect(mail?.text).toContain(BODY);
  expect(mail?.text).toContain("wrote:\n> How do I\n> change it?");
  expect(mail?.html).toContain("Hi Ana,<br><br>in My Account.");
  expect(await openIds()).toEqual([]);
  expect((await inboundOf(from))[0]).toMatchObject({ answeredAt: expect.any(Number), answeredBy: "Administrator" });
});

test("an answer is sent once by its request's ID, and another text under that ID is refused", async () => {
  const { from, id } = await received();
  const requestId = crypto.randomUUID();
  const first = await Promise.all([1, 2, 3].map(() => answer(id, { requestId })));
  expect(first.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await answer(id, { requestId, body: "Something else" })).status).toBe(409);
  expect(await answersTo(from)).toHaveLength(1);
  expect(await rowsOf("select action from audit where subject = ?", id)).toEqual([{ action: "inbound.answer" }]);
  expect((await answer(id, { body: "One more thing", seen: 1 })).status).toBe(200);
  const letter = await request(`/api/admin/inbound/${id}`, { admin: true });
  const { text, answers } = await letter.json<InboundLetter>();
  expect(text).toBe("How do I\nchange it?");
  expect(answers.map(({ body, state }) => [body, state])).toEqual([
    [BODY, "sent"],
    ["One more thing", "sent"],
  ]);
});

test("a refused answer pauses nothing, and its email waits for an answer again", async () => {
  const { from, id } = await received();
  await armFault({ kind: "server_error", status: 422, to: from });
  expect((await answer(id)).status).toBe(200);
  expect(await answersTo(from)).toEqual([]);
  expect(await selectPauses(db)).toEqual([]);
  expect(await openIds()).toEqual([id]);
  expect((await inboundOf(from))[0]?.answeredBy).toBe("Administrator");
  expect((await answer(id, { seen: 1 })).status).toBe(200);
  expect([await answersTo(from), await openIds()]).toEqual([[expect.anything()], []]);
});

test("an email that was answered since stays answered when an earlier answer fails", async () => {
  const { from, id } = await received();
  await armFault({ kind: "server_error", status: 500, times: 9, to: from });
  const requestId = crypto.randomUUID();
  await answer(id, { requestId });
  await rowsOf("update inbound_mails set answered_at = answered_at - 1000 where id = ?", id);
  await rowsOf("update transactional_mails set created_at = created_at - 1000");
  await answer(id, { body: "Better", seen: 1 });
  await rowsOf("update transactional_mails set state = 'failed' where id like ?", `%${requestId}`);
  expect(await openIds()).toEqual([]);
});

test("when two administrators answer an email, the second sees who answered, and may send theirs as well", async () => {
  const { from, id } = await received();
  const { key, json } = await addAdministrator({ role: "administrator" });
  const first = { json: { requestId: crypto.randomUUID(), body: "First" }, headers: { "x-admin-password": key } };
  await requestWith({}, `/api/admin/inbound/${id}/answer`, first);
  const requestId = crypto.randomUUID();
  const refused = await answer(id, { requestId });
  expect([refused.status, (await refused.json<{ error: string }>()).error]).toEqual([
    409,
    expect.stringMatching(`^${json.name} answered this email meanwhile`),
  ]);
  expect(await answersTo(from)).toHaveLength(1);
  expect((await inboundOf(from))[0]?.answeredBy).toBe(json.name);
  expect((await answer(id, { requestId, seen: 1 })).status).toBe(200);
  expect(await answersTo(from)).toHaveLength(2);
});

test("an answer whose response was lost goes out once", async () => {
  const { from, id } = await received();
  await armFault({ kind: "drop_after_accept", to: from });
  await answer(id);
  await sendDueMails(contextAt(Date.now() + HOUR_MS));
  expect(await answersTo(from)).toHaveLength(1);
  expect(await openIds()).toEqual([]);
});

test("line breaks and invalid IDs in an email add no header to its answer", async () => {
  const headers = { References: "<a@x.test>\r\n Bcc: <b@x.test>" };
  const { from, id } = await received({
    subject: "=?utf-8?Q?Hi=0D=0ABcc:_c@x.test?=",
    messageId: "<é@x.test>",
    headers,
  });
  await answer(id);
  const [mail] = await answersTo(from);
  expect(mail?.subject).toBe("Re: Hi Bcc: c@x.test");
  expect(Object.keys(mail?.headers ?? {})).toEqual([]);
});

test("an automatic email is never in To answer, and one without a stored file is answered from what its row shows", async () => {
  await received({ headers: { "Auto-Submitted": "auto-replied" } });
  const { from, id } = await received();
  expect(await openIds()).toEqual([id]);
  await rowsOf("update inbound_mails set raw_key = null where id = ?", id);
  await answer(id);
  expect((await answersTo(from))[0]?.text).toContain("> How do I change it?");
});

test("an administrator's answer carries their name, and a member's page lists and opens it", async () => {
  const member = await createMember();
  const { id } = await received({ from: member.email });
  const {
    key,
    json: { name },
  } = await addAdministrator({ role: "administrator" });
  const json = { requestId: crypto.randomUUID(), body: BODY };
  const headers = { "x-admin-password": key };
  expect((await requestWith({}, `/api/admin/inbound/${id}/answer`, { json, headers })).status).toBe(200);
  expect((await inboundOf(member.email))[0]).toMatchObject({ answeredBy: name });
  const mails = await request(`/api/admin/members/${member.id}/mails`, { admin: true });
  const sent = (await mails.json<{ mails: { id: string; kind: string }[] }>()).mails;
  const found = sent.find(({ kind }) => kind === "inbound-answer");
  const opened = await request(`/api/admin/members/${member.id}/mails/${found?.id}`, { admin: true });
  expect((await opened.json<{ html: string }>()).html).toContain("in My Account.");
});

test("answers are deleted with the emails that they answer, by age", async () => {
  const { id } = await received();
  await answer(id);
  const left = () => rowsOf("select id from transactional_mails where kind = 'inbound-answer'");
  await purgeInbound(contextAt(Date.now() + 89 * 24 * HOUR_MS));
  expect(await left()).toHaveLength(1);
  await purgeInbound(contextAt(Date.now() + 92 * 24 * HOUR_MS));
  expect(await left()).toEqual([]);
});
