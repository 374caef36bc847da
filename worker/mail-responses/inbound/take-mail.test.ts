import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { createMember, db, rowsOf, uniqueAddress } from "#test/worker/factories.ts";
import { inboundOf, mailIn, rawMail, writeIn } from "#test/worker/inbound.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { readConfig } from "../../kernel/env.ts";
import { unsubscribeAddress, unsubscribeUrl } from "../../kernel/links/unsubscribe-key.ts";

const config = readConfig(env);
const MAILBOX = "operator@daybolt.test";
const brokenD1 = { DB: wrappedD1(() => Promise.reject(new Error("D1 is away"))) };
const brokenR2 = { MEDIA: { put: () => Promise.reject(new Error("R2 is away")), delete: async () => undefined } };

// The daily total is shared, so each test starts with an empty one.
const resetTotals = () =>
  rowsOf("delete from attempt_counters where key like 'reset-%' or key like 'acknowledged-total%'");

const acknowledgementsOf = async (address: string) =>
  (await outboxOf(address)).filter(({ headers }) => headers["Auto-Submitted"] === "auto-replied");

test("an email is stored raw, shown as text, forwarded, and acknowledged once with the promised reply time", async () => {
  await resetTotals();
  const member = await createMember();
  const raw = rawMail({
    from: `Ana A. <${member.email}>`,
    subject: "A question",
    text: "When does it begin?",
    messageId: "<q1@x.test>",
  });
  const handled = await mailIn({ envelopeFrom: member.email, raw });
  expect(handled).toMatchObject({ forwardedTo: [MAILBOX], rejected: [] });
  const [row] = await inboundOf(member.email);
  expect(row).toMatchObject({
    memberId: member.id,
    fromName: "Ana A.",
    subject: "A question",
    preview: "When does it begin?",
    asksRefund: false,
    acknowledgement: "sent",
    forwardedAt: expect.any(Number),
    sizeBytes: raw.length,
  });
  expect(await (await env.MEDIA.get(row?.rawKey ?? ""))?.text()).toBe(raw);
  const [answer] = await acknowledgementsOf(member.email);
  expect(answer?.text).toContain("reply within 24 to 48 hours");
  expect(answer?.headers).toMatchObject({ "In-Reply-To": "<q1@x.test>", References: "<q1@x.test>" });

  // Delivered again, with a header added by a server on the way.
  const again = await mailIn({ envelopeFrom: member.email, raw: `Received: by mx.x.test; now\r\n${raw}` });
  expect(again.forwardedTo).toEqual([]);
  expect(await inboundOf(member.email)).toEqual([row]);
  expect(await acknowledgementsOf(member.email)).toHaveLength(1);
  const { objects } = await env.MEDIA.list({ prefix: "inbound/" });
  const copies = await Promise.all(objects.map(async ({ key }) => (await env.MEDIA.get(key))?.text()));
  expect(copies.filter((text) => text?.includes("<q1@x.test>"))).toHaveLength(1);
});

test("an acknowledgment repeats nothing the sender wrote", async () => {
  await resetTotals();
  const from = uniqueEmail();
  await writeIn({ from: `"Buy pills" <${from}>`, subject: "Pills at https://evil.test", text: "https://evil.test" });
  const [answer] = await acknowledgementsOf(from);
  expect(JSON.stringify([answer?.subject, answer?.html, answer?.text])).not.toMatch(/pills|evil/i);
});

test("an address gets two acknowledgments a day, and a third email is only stored and forwarded", async () => {
  await resetTotals();
  const from = uniqueEmail();
  for (const subject of ["One", "Two", "Three"])
    expect((await writeIn({ from, subject })).forwardedTo).toEqual([MAILBOX]);
  const kinds = (await inboundOf(from)).map(({ acknowledgement }) => acknowledgement);
  expect(kinds).toEqual(["sent", "sent", "limited"]);
  expect(await acknowledgementsOf(from)).toHaveLength(2);
});

test("acknowledgments and reset emails share a total, beyond which email is only stored and forwarded", async () => {
  await resetTotals();
  const bindings = { RESET_MAX_IN_TOTAL: "1" };
  const [first, second] = [uniqueEmail(), uniqueEmail()];
  expect((await writeIn({ from: first }, { bindings })).rows[0]?.acknowledgement).toBe("sent");
  const refused = await writeIn({ from: second }, { bindings });
  expect([refused.rows[0]?.acknowledgement, refused.forwardedTo]).toEqual(["limited", [MAILBOX]]);
  await resetTotals();
});

test("acknowledgments use at most half of the shared total, because resets are the way back in", async () => {
  await resetTotals();
  const bindings = { RESET_MAX_IN_TOTAL: "4" };
  const decided: unknown[] = [];
  for (let mail = 0; mail < 3; mail += 1)
    decided.push((await writeIn({ from: uniqueEmail() }, { bindings })).rows[0]?.acknowledgement);
  expect(decided).toEqual(["sent", "sent", "limited"]);
  const [total] = await rowsOf("select count from attempt_counters where key like 'reset-total%'");
  expect(total).toEqual({ count: 2 });
  await resetTotals();
});

test("acknowledgments don't use the third of the shared total reserved for accounts without a reset", async () => {
  await resetTotals();
  const bindings = { RESET_MAX_IN_TOTAL: "6" };
  const members = await Promise.all(Array.from({ length: 6 }, () => createMember()));
  const ask = (member: { email: string } | undefined) =>
    requestWith(bindings, "/api/auth/request-password-reset", {
      json: { email: member?.email },
      address: uniqueAddress(),
    });
  for (const member of members.slice(0, 4)) await ask(member);
  expect((await writeIn({ from: uniqueEmail() }, { bindings })).rows[0]?.acknowledgement).toBe("limited");
  for (const member of members.slice(4)) {
    await ask(member);
    expect(await outboxOf(member.email)).toHaveLength(1);
  }
  await resetTotals();
});

test.for([
  ["a bounce", { envelopeFrom: "" }, {}],
  ["a bounce with brackets", { envelopeFrom: "<>" }, {}],
  ["a mailer daemon", { envelopeFrom: "MAILER-DAEMON@x.test" }, {}],
  ["a vacation reply", {}, { "Auto-Submitted": "auto-replied" }],
  ["Outlook's vacation reply", {}, { "X-Auto-Response-Suppress": "All" }],
  ["a report of a failed delivery", {}, { "Content-Type": "multipart/report; boundary=b" }],
  ["a list", {}, { "List-Id": "<news.x.test>" }],
  ["bulk mail", {}, { Precedence: "bulk" }],
] as const)("%s is stored and forwarded, and never answered", async ([, envelope, headers]) => {
  await resetTotals();
  const from = uniqueEmail();
  const handled = await mailIn({ envelopeFrom: from, ...envelope, raw: rawMail({ from, headers }) });
  expect(handled).toMatchObject({ forwardedTo: [MAILBOX], rejected: [] });
  expect((await inboundOf(from))[0]?.acknowledgement).toBe("automatic");
  expect(await outboxOf(from)).toEqual([]);
});

test("a program whose bounce address differs from its From address isn't answered", async () => {
  await resetTotals();
  const from = uniqueEmail("no-reply");
  const handled = await mailIn({ envelopeFrom: "b-17@mail.x.test", raw: rawMail({ from: `A shop <${from}>` }) });
  expect(handled).toMatchObject({ forwardedTo: [MAILBOX], rejected: [] });
  expect((await inboundOf(from))[0]?.acknowledgement).toBe("automatic");
  expect(await outboxOf(from)).toEqual([]);
});

test("our own emails that come back are neither answered nor forwarded, so they can't loop", async () => {
  await resetTotals();
  for (const from of ["wake-up@daybolt.test", "support@daybolt.test", "unsubscribe@daybolt.test", MAILBOX])
    expect((await writeIn({ from })).rows.at(-1)?.acknowledgement, from).toBe("automatic");
  expect((await writeIn({ from: MAILBOX })).forwardedTo).toEqual([]);
  const from = uniqueEmail();
  const { forwardHeaders } = await writeIn({ from });
  const [name, value] = [...(forwardHeaders[0] ?? new Headers())][0] ?? ["", ""];
  const circled = await writeIn({ from, subject: "Round", headers: { [name]: value } });
  expect([circled.forwardedTo, circled.rows.at(-1)?.acknowledgement]).toEqual([[], "automatic"]);
});

test("a refund request is recognized and acknowledged with its own promise, but not if it's only quoted", async () => {
  await resetTotals();
  const [asks, quotes] = [uniqueEmail(), uniqueEmail()];
  expect((await writeIn({ from: asks, text: "I was charged twice, please." })).rows[0]?.asksRefund).toBe(true);
  expect((await acknowledgementsOf(asks))[0]?.text).toContain("reply within 24 hours");
  const text = "Thanks!\r\n\r\nOn Nov 20, Daybolt wrote:\r\nPayments can be refunded within 48 hours";
  expect((await writeIn({ from: quotes, text })).rows[0]?.asksRefund).toBe(false);
});

const IDS = { "a member": {}, "a member whose id is still a UUID": { id: crypto.randomUUID() } };

test.for(Object.entries(IDS))(
  "%s can unsubscribe repeatedly by emailing the signed List-Unsubscribe address, from any sender",
  async ([, own]) => {
    const [member, other] = [await createMember(own), await createMember()];
    const to = unsubscribeAddress(config, member) ?? "";
    expect(to.length - to.indexOf("@daybolt.test")).toBe(13);
    expect(to.indexOf("@")).toBeLessThanOrEqual(64);
    for (const address of [to, to.toUpperCase(), to]) {
      const handled = await mailIn({
        envelopeFrom: "somebody@x.test",
        to: address,
        raw: rawMail({ from: other.email }),
      });
      expect(handled).toMatchObject({ forwardedTo: [], rejected: [] });
    }
    expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: false });
    expect(await selectMember(db, other.id).get()).toMatchObject({ emailEnabled: true });
    expect(await rowsOf("select action from audit where subject = ?", member.id)).toEqual([{ action: "mails.off" }]);
    expect(await inboundOf(other.email)).toEqual([]);
  },
);

test("an unsubscribe address signed with a retired key still works", async () => {
  const member = await createMember();
  const old = unsubscribeAddress(config, member) ?? "";
  const bindings = { APP_SECRET_2: "a-newer-secret-that-signs-the-links-from-now-on", APP_KEYS: "2" };
  expect(unsubscribeAddress(readConfig({ ...env, ...bindings }), member)).toBe(old);
  await mailIn({ envelopeFrom: "somebody@x.test", to: old, raw: "", bindings });
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: false });
});

test("any other email saying stop changes nothing and is answered with the unsubscribe link", async () => {
  await resetTotals();
  const member = await createMember();
  const forged = unsubscribeAddress(config, member)?.replace(/.@/, (end) => (end === "0@" ? "1@" : "0@"));
  for (const to of [undefined, forged])
    await writeIn({ from: member.email, subject: to ? "unsubscribe" : "STOP", text: "" }, to ? { to } : {});
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: true });
  const answers = await acknowledgementsOf(member.email);
  expect(answers).toHaveLength(2);
  for (const { text } of answers) expect(text).toContain(unsubscribeUrl(config, member));
  const stranger = uniqueEmail();
  await writeIn({ from: stranger, subject: "Unsubscribe me" });
  expect((await acknowledgementsOf(stranger))[0]?.text).toContain("unsubscribe link at the end of each one");
});

test("without a support mailbox, an email is only stored", async () => {
  await resetTotals();
  const from = uniqueEmail();
  const { forwardedTo, rejected, rows } = await writeIn({ from }, { bindings: { SUPPORT_MAILBOX: "" } });
  expect([forwardedTo, rejected, rows[0]?.forwardedAt]).toEqual([[], [], null]);
});

test("if one part fails, the others continue, and an email neither stored nor forwarded is rejected", async () => {
  await resetTotals();
  const from = uniqueEmail();
  const withoutR2 = await writeIn({ from, subject: "No R2" }, { bindings: brokenR2 });
  expect([withoutR2.forwardedTo, withoutR2.rows[0]?.rawKey]).toEqual([[MAILBOX], null]);
  const withoutForward = await writeIn({ from: uniqueEmail() }, { canForward: false });
  expect([withoutForward.rejected, withoutForward.rows[0]?.forwardedAt]).toEqual([[], null]);
  expect(await writeIn({ from: uniqueEmail() }, { bindings: brokenD1 })).toMatchObject({
    forwardedTo: [MAILBOX],
    rejected: [],
  });
  const lost = await writeIn({ from: uniqueEmail() }, { bindings: { ...brokenD1, ...brokenR2 }, canForward: false });
  expect(lost.rejected).toEqual([expect.stringMatching(/Try again later/)]);
});

test("an email that was stored but not forwarded is forwarded when delivered again", async () => {
  await resetTotals();
  const written = { from: uniqueEmail(), messageId: `<${crypto.randomUUID()}@x.test>` };
  await writeIn(written, { canForward: false });
  const { forwardedTo, rows } = await writeIn(written);
  expect([forwardedTo, rows.length, rows[0]?.forwardedAt]).toEqual([[MAILBOX], 1, expect.any(Number)]);
  expect(await acknowledgementsOf(written.from)).toHaveLength(1);
});

test("only the beginning of an email over 5 MiB is read, but the whole email is kept", async () => {
  await resetTotals();
  const from = uniqueEmail();
  const raw = rawMail({ from, subject: "Photos", text: `refund me\r\n${"x".repeat(6_000_000)}` });
  const handled = await mailIn({ envelopeFrom: from, raw });
  expect(handled.forwardedTo).toEqual([MAILBOX]);
  const [row] = await inboundOf(from);
  expect(row).toMatchObject({ subject: "Photos", asksRefund: true, acknowledgement: "sent" });
  expect((await env.MEDIA.head(row?.rawKey ?? ""))?.size).toBe(raw.length);
});

test("the rows and files of inbound emails are kept for the configured time", async () => {
  await resetTotals();
  const from = uniqueEmail();
  const { rows } = await writeIn({ from });
  const key = rows[0]?.rawKey ?? "";
  await hourAt(Date.now() + 89 * DAY_MS);
  expect(await inboundOf(from)).toHaveLength(1);
  await rowsOf("update inbound_mails set received_at = received_at - ? where from_address = ?", 92 * DAY_MS, from);
  const old = `inbound/${new Date(Date.now() - 92 * DAY_MS).toISOString().slice(0, 10)}/old.eml`;
  await env.MEDIA.put(old, "old");
  await hourAt(Date.now());
  expect([await inboundOf(from), await env.MEDIA.head(old)]).toEqual([[], null]);
  expect(await env.MEDIA.head(key)).not.toBeNull();
});
