import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { subscriptions } from "#db/schema/payments.ts";
import { BRAND } from "#domain/brand.ts";
import {
  type Broadcast,
  type BroadcastList,
  broadcastList,
  broadcastPreview,
  newBroadcastRequest,
} from "#domain/contract/broadcasts.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { addAdministrator, asKey } from "#test/worker/administrators.ts";
import { createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { insertLink } from "../account/auth-tokens.queries.ts";
import { newLink } from "../account/single-use-link.ts";
import { readConfig } from "../kernel/env.ts";
import { tokenOf } from "../kernel/links/signing-keys.ts";
import { sendDueMails } from "../mail/send-transactional-mails.ts";
import { writeBroadcasts } from "./write-broadcasts.ts";

const PATH = "/api/admin/broadcasts";
const NOW = Date.parse("2027-03-10T12:00:00Z");
const TEXTS = { subject: "Prices change <on May 1>", body: "Hi,\n\nMonthly: $10\nAnnual: $80\n\nSee {{brand}} & us." };

// Recipients are everyone in the database.
beforeEach(async () => {
  for (const table of ["broadcasts", "transactional_mails", "dispatcher"]) await rowsOf(`delete from ${table}`);
  await rowsOf("update members set deleted_at = 1 where deleted_at is null");
});

const admin = (path: string, options: RequestOptions = {}) =>
  requestWith({}, path, { admin: true, now: NOW, ...options });

const post = (recipients: number, more: object = {}, now = NOW) =>
  admin(PATH, { json: { requestId: crypto.randomUUID(), audience: "members", ...TEXTS, recipients, ...more }, now });

async function confirm(recipients: number, more: object = {}, now = NOW): Promise<Broadcast> {
  const response = await post(recipients, more, now);
  expect(response.status).toBe(200);
  return response.json<Broadcast>();
}

const errorOf = async (response: Response) => [response.status, (await response.json<{ error: string }>()).error];
const list = async (now = NOW) => broadcastList.parse(await (await admin(PATH, { now })).json<BroadcastList>());

async function preview(audience: string) {
  const response = await admin(`${PATH}/preview`, { json: { ...TEXTS, audience } });
  return broadcastPreview.parse(await response.json());
}

const withAccess = (more: object = {}) => createMember({ accessEndsAt: NOW + 30 * DAY_MS, ...more });
const without = (more: object = {}) => createMember({ accessEndsAt: NOW - DAY_MS, ...more });

async function subscribe(memberId: string, more: Partial<typeof subscriptions.$inferInsert> = {}) {
  const checkoutId = crypto.randomUUID();
  await rowsOf(
    `insert into checkouts (id, member_id, plan, price_cents, currency, nonce_hash, email, email_key, created_at)
     values (?, ?, 'monthly', 999, 'USD', 'n', '', '', 0)`,
    checkoutId,
    memberId,
  );
  const id = crypto.randomUUID();
  const times = { approvedAt: 0, startsAt: 0, readAt: 0, createdAt: 0 };
  const own = { id, memberId, checkoutId, status: "ACTIVE", plan: "monthly" } as const;
  await db.insert(subscriptions).values({ ...own, ...times, ...more });
}

async function sendAll(now: number): Promise<void> {
  await writeBroadcasts(contextAt(now));
  await sendDueMails(contextAt(now));
}

test("a message goes only to members with access or a subscription, even with wake-up emails off", async () => {
  const [member, off, behind] = [await withAccess(), await withAccess({ emailEnabled: false }), await without()];
  await subscribe(behind.id, { status: "SUSPENDED" });
  const lapsed = await without();
  await subscribe(lapsed.id, { status: "CANCELLED" });
  const never = [
    lapsed,
    await withAccess({ suppressedAt: 1, suppressionReason: "bounced" }),
    await withAccess({ fullBounces: 8 }),
    await withAccess({ deletedAt: 1 }),
    await withAccess({ isUnaccepted: true }),
  ];
  expect([(await preview("members")).recipients, (await preview("subscribers")).recipients]).toEqual([3, 1]);
  await confirm(3);
  await sendAll(NOW + 10 * MINUTE_MS);
  for (const { email } of [member, off, behind]) expect(await outboxOf(email)).toHaveLength(1);
  for (const { email } of never) expect(await outboxOf(email)).toEqual([]);
});

test("a message to subscribers reaches only subscribers", async () => {
  const [subscriber, other] = [await withAccess(), await withAccess()];
  await subscribe(subscriber.id);
  await confirm(1, { audience: "subscribers" });
  await sendAll(NOW + 10 * MINUTE_MS);
  expect([(await outboxOf(subscriber.email)).length, (await outboxOf(other.email)).length]).toEqual([1, 0]);
});

test("the message's lines are escaped in the email, and its footer gives the reason and the sender", async () => {
  const member = await withAccess();
  await confirm(1);
  await sendAll(NOW + 10 * MINUTE_MS);
  const [mail] = await outboxOf(member.email);
  expect(mail?.subject).toBe(TEXTS.subject);
  const { html = "", text = "" } = mail ?? {};
  expect(
    html.match(/<p [^>]*><font [^>]*>Hi,<\/font><\/p><p [^>]*><font [^>]*>Monthly: \$10<br>Annual: \$80<\/font><\/p>/),
  ).toBeTruthy();
  expect(html).toContain("See &#123;&#123;brand}} &amp; us.");
  expect(text).toContain("Hi,\n\nMonthly: $10\nAnnual: $80\n\nSee");
  for (const part of [html, text]) expect(part).toContain("even when wake-up emails are off");
  expect(html).toContain(BRAND.supportEmail);
  expect(mail?.headers?.["List-Unsubscribe"]).toBeUndefined();
  const { html: previewed } = await preview("members");
  expect(previewed).toBe(html);
});

test("sending requires confirming the right number of recipients, and is refused if there are none", async () => {
  expect(await errorOf(await post(1))).toEqual([409, "No one would get this message."]);
  await withAccess();
  await withAccess();
  expect(await errorOf(await post(1))).toEqual([
    409,
    "This message would now go to 2 members. Check the number and type it again.",
  ]);
  expect((await list()).broadcasts).toEqual([]);
  expect(await confirm(2)).toMatchObject({ recipients: 2, state: "waiting", beginsAt: "2027-03-10T12:10:00.000Z" });
});

/** Confirms a message to everyone now, and lets it arrive. */
async function arrive(recipients: number, more: object, now: number): Promise<void> {
  await confirm(recipients, more, now);
  for (const minutes of [10, 11, 12]) await sendAll(now + minutes * MINUTE_MS);
}

const counted = async (kind: string, now: number) => {
  const response = await admin(`${PATH}/preview`, { json: { ...TEXTS, audience: "members", kind }, now });
  const { recipients, limited } = broadcastPreview.parse(await response.json());
  return [recipients, limited];
};

test("members get at most one message in seven days, unless the last was cancelled before reaching anyone", async () => {
  const { id: member } = await withAccess();
  const requestId = crypto.randomUUID();
  const answers = await Promise.all([post(1, { requestId }), post(1, { requestId }), post(1)]);
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2);
  expect((await list()).broadcasts).toHaveLength(1);
  const [{ id } = { id: "" }] = (await list()).broadcasts;
  expect((await admin(`${PATH}/${id}`, { method: "DELETE" })).status).toBe(200);
  expect(await counted("service", NOW)).toEqual([1, 0]);
  await arrive(1, {}, NOW);
  const written = NOW + 10 * MINUTE_MS;
  expect(await counted("service", written + 7 * DAY_MS - 1)).toEqual([0, 1]);
  expect(await errorOf(await post(1, {}, written + DAY_MS))).toEqual([409, "No one would get this message."]);
  // A note to one person doesn't silence the house.
  await withAccess();
  expect(await counted("service", written + DAY_MS)).toEqual([1, 1]);
  await arrive(1, {}, written + DAY_MS);
  expect(await rowsOf("select count(*) as n from transactional_mails where member_id = ?", member)).toEqual([{ n: 1 }]);
  expect(await counted("service", written + 7 * DAY_MS)).toEqual([1, 1]);
});

test("besides, they get at most two messages about an outage in a day, and three in seven days", async () => {
  await withAccess();
  await arrive(1, {}, NOW);
  const outage = { kind: "outage" };
  expect(await counted("outage", NOW + HOUR_MS)).toEqual([1, 0]);
  for (const hours of [1, 2]) await arrive(1, outage, NOW + hours * HOUR_MS);
  expect(await counted("outage", NOW + 3 * HOUR_MS)).toEqual([0, 1]);
  await arrive(1, outage, NOW + 26 * HOUR_MS);
  expect(await counted("outage", NOW + 3 * DAY_MS)).toEqual([0, 1]);
  expect(await counted("outage", NOW + 7 * DAY_MS + 3 * HOUR_MS)).toEqual([1, 0]);
});

test("a message goes only to its segment, and a member who leaves it in time doesn't get it", async () => {
  const [vip, other, former] = [await withAccess(), await withAccess(), await withAccess({ firstName: "Zed" })];
  for (const { id } of [vip, former]) await rowsOf("insert into member_labels values (?, 'vip')", id);
  await confirm(2, { segment: { label: "vip" } });
  expect((await list()).broadcasts[0]).toMatchObject({ kind: "service", segment: { label: "vip" } });
  await rowsOf("delete from member_labels where member_id = ?", former.id);
  await sendAll(NOW + 10 * MINUTE_MS);
  expect(await outboxOf(vip.email)).toHaveLength(1);
  for (const { email } of [other, former]) expect(await outboxOf(email)).toEqual([]);
});

test("an address in the text becomes a link, without the punctuation behind it", async () => {
  const member = await withAccess();
  await confirm(1, { body: 'See https://daybolt.test/a?b=1&c="x, or write.\nhttps://daybolt.test/b.' });
  await sendAll(NOW + 10 * MINUTE_MS);
  const [{ html = "", text = "" } = {}] = await outboxOf(member.email);
  const links = [
    ...html.matchAll(/<a href="(https:\/\/daybolt\.test\/[ab][^"]*)" style="color:inherit">([^<]*)<\/a>/g),
  ];
  expect(links.map(([, href, shown]) => [href, shown])).toEqual([
    ["https://daybolt.test/a?b=1&amp;c=", "https://daybolt.test/a?b=1&amp;c="],
    ["https://daybolt.test/b", "https://daybolt.test/b"],
  ]);
  expect(text).toContain("https://daybolt.test/b.");
});

test("a message names who confirmed it, and no one for the owner", async () => {
  await withAccess();
  expect(await confirm(1)).toMatchObject({ author: null });
  const { key } = await addAdministrator({ role: "administrator" });
  const json = { requestId: crypto.randomUUID(), kind: "outage", audience: "members", ...TEXTS, recipients: 1 };
  const response = await requestWith({}, PATH, asKey(key, { json, now: NOW }));
  expect(await response.json()).toMatchObject({ author: "Ada Lovelace" });
});

test("repeating a request doesn't create a second message, and is refused with different text", async () => {
  await withAccess();
  const first = await confirm(1);
  expect(await confirm(1, { requestId: first.id })).toEqual(first);
  const other = await post(1, { requestId: first.id, body: "Other." });
  expect(other.status).toBe(409);
  expect(await rowsOf("select count(*) as entries from audit where subject = ?", first.id)).toEqual([{ entries: 1 }]);
});

test("a repeated request gets the same answer despite new members, but is refused for another audience", async () => {
  await withAccess();
  const first = await confirm(1);
  await withAccess();
  expect(await confirm(1, { requestId: first.id })).toEqual(first);
  expect((await post(1, { requestId: first.id, audience: "subscribers" })).status).toBe(409);
});

test("a message still stuck after seven days blocks the next one", async () => {
  await withAccess();
  const { id } = await confirm(1);
  const later = NOW + 8 * DAY_MS;
  expect(await errorOf(await post(1, {}, later))).toEqual([
    409,
    "The last message is still being sent. Wait until it's done, or cancel it.",
  ]);
  await admin(`${PATH}/${id}`, { method: "DELETE", now: later });
  await confirm(1, {}, later);
});

test("a message can be cancelled until its last email leaves, and cancelling twice is harmless", async () => {
  await withAccess();
  const { id } = await confirm(1);
  const cancel = (one: string, now: number) => admin(`${PATH}/${one}`, { method: "DELETE", now });
  await writeBroadcasts(contextAt(NOW + 10 * MINUTE_MS));
  expect((await cancel(id, NOW + 10 * MINUTE_MS)).status).toBe(200);
  expect((await cancel(id, NOW + 10 * MINUTE_MS)).status).toBe(200);
  expect((await list()).broadcasts).toMatchObject([{ state: "cancelled", written: 0 }]);
  const later = NOW + 8 * DAY_MS;
  const { id: sent } = await confirm(1, {}, later);
  await sendAll(later + 10 * MINUTE_MS);
  await sendAll(later + 11 * MINUTE_MS);
  expect(await errorOf(await cancel(sent, later + 12 * MINUTE_MS))).toEqual([
    409,
    "This message has already been sent.",
  ]);
  expect((await cancel(crypto.randomUUID(), later)).status).toBe(404);
});

test("a test email goes to the typed address, is marked as a test, and is audited without the address", async () => {
  const email = uniqueEmail();
  const response = await admin(`${PATH}/test`, { json: { ...TEXTS, email }, now: Date.now() });
  expect(response.status).toBe(200);
  expect(await outboxOf(email)).toMatchObject([{ subject: `[Test] ${TEXTS.subject}` }]);
  const entries = await rowsOf(
    "select subject, details from audit where action = 'test-email.send' order by id desc limit 1",
  );
  expect(entries[0]?.subject).toBe("a message to members");
  expect(JSON.stringify(entries)).not.toContain(email);
});

test("empty or overly long text gets an error at its field", () => {
  const problems = newBroadcastRequest.safeParse({
    requestId: crypto.randomUUID(),
    audience: "members",
    recipients: 0,
    subject: " ",
    body: "a\n\n".repeat(21),
  }).error;
  expect(problems?.issues.map(({ message }) => message)).toEqual([
    "Enter a subject",
    "Use at most 20 paragraphs",
    "Type the number of recipients",
  ]);
});

test("a message's text appears in the member's data export and file, and its subject in the audit log", async () => {
  const member = await withAccess();
  const { id } = await confirm(1);
  await sendAll(NOW + 10 * MINUTE_MS);
  const config = readConfig(env);
  const link = newLink(config, member, "export", Date.now());
  await insertLink(contextAt(Date.now()).db, link);
  const options = { token: await tokenFor(member), json: { token: tokenOf(config, link.id) } };
  const { json } = await (await request("/api/user/privacy/download", options)).json<{ json: string }>();
  const [exported] = JSON.parse(json).data.transactional_mails;
  expect(JSON.parse(exported.parameters)).toMatchObject({ title: TEXTS.subject, body: TEXTS.body });
  const opened = await admin(
    `/api/admin/members/${member.id}/mails/${encodeURIComponent(`broadcast:${id}:${member.id}`)}`,
  );
  expect(await opened.text()).toContain("Monthly: $10");
  const log = await (await admin("/api/admin/audit")).json<{ entries: { action: string; subjectName: string }[] }>();
  expect(log.entries.find(({ action }) => action === "broadcast.create")?.subjectName).toBe(TEXTS.subject);
});
