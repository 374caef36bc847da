import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { auditPage } from "#domain/contract/audit.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db } from "#test/worker/factories.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { auditEvent } from "./audit.queries.ts";
import { readAudit } from "./read-audit.ts";

async function read(query = "") {
  const response = await request(`/api/admin/audit${query}`, { admin: true });
  expect(response.status).toBe(200);
  return auditPage.parse(await response.json());
}

async function record(subject: string, times: number): Promise<void> {
  const ctx = contextAt(1_700_000_000_000);
  for (let index = 0; index < times; index += 1) {
    await auditEvent(ctx, { actor: "admin", action: "wake-up.copy", subject, details: { index } });
  }
}

test("an administrator's change shows who made it, when, and which fields changed", async () => {
  const item = await createItem(dayAhead(300));
  await request(`/api/content/${item.id}`, {
    admin: true,
    method: "PUT",
    json: { title: "Dawn" },
    address: "192.0.2.9",
    headers: { "user-agent": "A browser" },
  });
  const { entries } = await read(`?subject=${item.date}`);
  expect(entries[0]).toMatchObject({
    actor: "admin",
    action: "content.update",
    details: { fields: ["title"] },
    ipAddress: "192.0.2.9",
    userAgent: "A browser",
  });
});

test("pages follow without gaps or repeats, and the last page has no next cursor", async () => {
  const subject = crypto.randomUUID();
  await record(subject, 40);
  const first = await read(`?subject=${subject}`);
  const second = await read(`?subject=${subject}&before=${first.next}`);
  expect(first.entries).toHaveLength(25);
  const all = [...first.entries, ...second.entries].map(({ details }) => details?.index);
  expect(all).toEqual(Array.from({ length: 40 }, (_, index) => 39 - index));
  expect(second.next).toBeNull();
});

test("entries can be filtered by action and by subject, including a member's email address", async () => {
  const member = await createMember();
  await record(member.id, 1);
  await auditEvent(contextAt(1), { actor: "system", action: "mails.off", subject: member.id });
  const byAddress = await read(`?subject=${encodeURIComponent(member.email.toUpperCase())}`);
  expect(byAddress.entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["mails.off", member.email],
    ["wake-up.copy", member.email],
  ]);
  const both = await read(`?subject=${member.id}&action=mails.off`);
  expect(both.entries.map(({ action }) => action)).toEqual(["mails.off"]);
  const byAction = await read("?action=mails.off");
  expect(new Set(byAction.entries.map(({ action }) => action))).toEqual(new Set(["mails.off"]));
  expect((await request("/api/admin/audit?action=nonsense", { admin: true })).status).toBe(400);
});

test("a group lists its newest actions page by page and names members who acted", async () => {
  const member = await createMember({ firstName: "Morgan", lastName: "Lee" });
  const [nameless, gone] = [await createMember({ firstName: null, lastName: null }), "member:gone"];
  const ctx = contextAt(1_800_000_000_000);
  const actors = [`member:${member.id}`, `member:${nameless.id}`, gone, "admin"];
  for (const actor of actors) {
    await auditEvent(ctx, { actor, action: "gift.redeem", subject: member.id });
    await auditEvent(ctx, { actor, action: "content.create", subject: dayAhead(1) });
  }
  for (let index = 0; index < 40; index += 1) {
    await auditEvent(ctx, { actor: "system", action: index % 2 ? "gift.paid" : "gift.refund", subject: `g${index}` });
  }
  const first = await read("?group=gifts");
  const second = await read(`?group=gifts&before=${first.next}`);
  const subjects = [...first.entries, ...second.entries].map(({ subject }) => subject);
  expect(subjects.slice(0, 40)).toEqual(Array.from({ length: 40 }, (_, index) => `g${39 - index}`));
  expect(second.entries.map(({ subjectName, isMember }) => [subjectName, isMember])).toContainEqual([
    member.email,
    true,
  ]);
  const redeemed = second.entries.filter(({ action }) => action === "gift.redeem").slice(0, 4);
  expect(redeemed.map(({ actorName }) => actorName)).toEqual([null, null, nameless.email, "Morgan Lee"]);
  const both = await read(`?group=content&subject=${dayAhead(1)}`);
  expect(new Set(both.entries.map(({ action }) => action))).toEqual(new Set(["content.create"]));
  expect((await request("/api/admin/audit?group=nonsense", { admin: true })).status).toBe(400);
});

test("an entry about a gift, or a dispute about one, names the recipient", async () => {
  const { id } = await buyGift({ recipientName: "Cy Young" });
  const details = { giftId: id };
  await auditEvent(contextAt(1), { actor: "paypal", action: "payment.dispute", subject: id, details });
  const { entries } = await read(`?subject=${id}`);
  expect(entries.map(({ action, subjectName, isMember }) => [action, subjectName, isMember])).toEqual([
    ["payment.dispute", "for Cy Young", false],
    ["gift.paid", "for Cy Young", false],
  ]);
});

test("a page costs one D1 call and rows in proportion to what it shows, however long the log is", async () => {
  await db.run(`
    insert into audit (at, actor, action, subject)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    select i, 'system', case when i % 1000 = 0 then 'mails.on' else 'sending.pause' end, 's' || (i % 10) from n`);
  for (const filter of [
    {},
    { action: "sending.pause" },
    { subject: "s3" },
    { subject: "s3", action: "sending.pause" },
  ]) {
    const { d1, cost } = countingD1(env.DB);
    const page = await readAudit({ ...contextAt(1), db: createDb(d1) }, filter as Parameters<typeof readAudit>[1]);
    expect(page.entries).toHaveLength(25);
    expect(cost.calls).toBe(1);
    // An entry, and lookups of its subject's name.
    expect(cost.rowsRead, JSON.stringify(filter)).toBeLessThanOrEqual(26 * 4);
  }
  const { d1, cost } = countingD1(env.DB);
  const page = await readAudit({ ...contextAt(1), db: createDb(d1) }, { group: "emails" });
  expect(page.entries).toHaveLength(25);
  // Twice a page for each action that has one.
  expect(cost.rowsRead).toBeLessThanOrEqual(26 * 12);
});
