import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import { beforeAll, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { deliveries } from "#db/schema/wake-up.ts";
import { LOOKED_INSIDE, type MemberList, memberList } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { countMembers } from "./count-members.ts";
import { listMembers } from "./list-members.ts";

const MANY = 100_000;
const FOREVER = Date.parse("2100-01-01T00:00:00Z");
const TYPES = ["monthly", "quarterly", "annual", "gift", "trial"];

/** A database of 100,000 members: names, types, and statuses in rotation, half with access, one label on a few members and another on half, and an invitation of half. */
beforeAll(async () => {
  await env.DB.prepare(`
    insert into members (id, email, email_key, first_name, last_name, subscription_type, subscription_status, access_ends_at,
      highest_plan, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${MANY})
    select printf('many-%06d', i), printf('m%06d@many.test', i), printf('m%06d@many.test', i), 'First' || (i % 100), 'Last' || (i % 50),
      case i % 5 when 0 then 'monthly' when 1 then 'quarterly' when 2 then 'annual' when 3 then 'gift' else 'trial' end,
      case (i / 5) % 4 when 0 then 'active' when 1 then 'trial' when 2 then 'cancelled' else 'expired' end,
      iif((i / 5) % 4 < 2, ${FOREVER}, 1), iif((i / 5) % 4 < 2, 'monthly', null), 0, i * 1000, 0 from n`).run();
  for (const rows of [
    "member_labels (member_id, label) select id, 'half' from members where created_at % 2000 = 0",
    "member_labels (member_id, label) select id, 'few' from members where created_at % 997000 = 0",
    "invitations (member_id, import_id, row, is_unsubscribed, invited_at) select id, 'i', created_at, 0, iif(created_at % 4000 = 0, 1, null) from members where created_at % 2000 = 0",
  ])
    await env.DB.prepare(`insert into ${rows}`).run();
}, 240_000);

async function measure(query: Parameters<typeof listMembers>[1]) {
  const { d1, cost } = countingD1(env.DB);
  const list = await listMembers({ ...contextAt(Date.now()), db: createDb(d1) }, query);
  return { list, ...cost };
}

async function list(query: Record<string, string>): Promise<MemberList> {
  const response = await request(`/api/admin/members?${new URLSearchParams(query)}`, { admin: true });
  expect(response.status).toBe(200);
  return memberList.parse(await response.json());
}

/** All results of a filter, page by page. */
async function all(query: Record<string, string>, pages = 120): Promise<MemberList["members"]> {
  const found: MemberList["members"] = [];
  let cursor: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const answer: MemberList = await list(cursor === null ? query : { ...query, cursor });
    found.push(...answer.members);
    cursor = answer.next;
    if (cursor === null) return found;
  }
  return found;
}

test("the list starts with the newest member and continues each page without gaps or repeats", async () => {
  const members = (await all({}, 8)).map(({ id }) => id);
  expect(members).toHaveLength(200);
  const expected = await rowsOf(
    "select id from members where deleted_at is null order by created_at desc, id desc limit 200",
  );
  expect(members).toEqual(expected.map(({ id }) => id));
});

test.for([
  {},
  { type: "gift" },
  { status: "ended" },
  { type: "annual", status: "active" },
  { label: "few" },
  { label: "half" },
  { sort: "oldest" },
  { sort: "oldest", status: "ended" },
  { sort: "email" },
  { sort: "email-desc" },
  { sort: "email", status: "ended" },
  { sort: "email-desc", type: "annual", status: "active" },
  { q: "m0" },
  { invitation: "sent" },
] as const)("a page of %o reads rows in proportion to what it shows, on page 1 and far beyond", async (filter) => {
  const first = await measure(filter);
  expect(first.list.members.length).toBeGreaterThan(0);
  expect(first.calls).toBe(1);
  expect(first.rowsRead).toBeLessThanOrEqual(1500);
  let { next } = first.list;
  for (let page = 0; next !== null && page < 20; page += 1) {
    const { list: page_, rowsRead } = await measure({ ...filter, cursor: next });
    expect(rowsRead).toBeLessThanOrEqual(1500);
    next = page_.next;
  }
});

test.for([
  ["m0500", false],
  ["m050000@many.test", false],
  ["first4", false],
  ["first4 last4", false],
  ["99624@", true],
  ["@many.test", true],
  ["nobody-at-all", true],
] as const)("a search for %s takes one call, and looks inside only if nothing begins so", async ([q, isInside]) => {
  const first = await measure({ q });
  expect(first).toMatchObject({ calls: 1, list: { isInside } });
  expect(first.rowsRead).toBeLessThanOrEqual(isInside ? 2 * LOOKED_INSIDE + 1500 : 500);
  if (first.list.next === null) return;
  const second = await measure({ q, cursor: first.list.next });
  expect(second.rowsRead).toBeLessThanOrEqual(2 * LOOKED_INSIDE + 1500);
});

test("a search inside continues where it stopped, and looks inside if it's asked to", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const begins = await createMember({ email: `${mark}@daybolt.test` });
  const within = await createMember({ email: `zz-${mark}@daybolt.test` });
  const found = async (query: Record<string, string>) => (await all(query)).map(({ id }) => id);
  expect(await found({ q: mark })).toEqual([begins.id]);
  expect(await found({ q: mark, inside: "yes" })).toEqual([begins.id, within.id]);
  // After the first 25,000 in the order of their addresses.
  const { list: first } = await measure({ q: "m099624@", inside: "yes" });
  expect([first.members, first.next]).toEqual([[], expect.any(String)]);
  expect(await found({ q: "99624@" })).toEqual(["many-099624"]);
});

test("search finds members by any part of their name or email, once each, and never deleted ones", async () => {
  const mark = crypto.randomUUID().slice(0, 8);
  const inAddress = await createMember({ email: `a.${mark}@daybolt.test`, firstName: "Kim" });
  const inLast = await createMember({
    email: `b-${crypto.randomUUID()}@x.test`,
    firstName: "Kim",
    lastName: `O'${mark.toUpperCase()}s`,
  });
  await createMember({ email: `c.${mark}@daybolt.test`, deletedAt: 5 });
  await createMember({ firstName: `x${mark}`, deletedAt: 5 });
  const found = async (q: string) => (await all({ q })).map(({ id }) => id);
  expect(await found(mark.slice(1))).toEqual([inAddress.id, inLast.id]);
  expect(await found(`kim o'${mark}`)).toEqual([inLast.id]);
  expect(await found(`im o'${mark}`)).toEqual([inLast.id]);
  expect(await found(`.${mark}@daybolt`)).toEqual([inAddress.id]);
  // Two letters find beginnings only.
  expect((await all({ q: "im" })).some(({ id }) => id === inLast.id)).toBe(false);
});

test("the list can be sorted by email or join date, in both directions", async () => {
  const order = async (sort: string, by: string) => {
    const expected = await rowsOf(`select id from members where deleted_at is null order by ${by} limit 120`);
    expect((await all({ sort }, 5)).slice(0, 120).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  };
  await order("email", "email_key");
  await order("email-desc", "email_key desc");
  await order("oldest", "created_at, id");
});

test("a filtered list can be sorted by email, too, and its pages are full", async () => {
  const filter = { type: "annual", status: "active" } as const;
  for (const [sort, way] of [
    ["email", ""],
    ["email-desc", "desc"],
  ] as const) {
    const expected = await rowsOf(
      `select id from members where deleted_at is null and subscription_type = 'annual' and access_ends_at > 1
        order by email_key ${way} limit 60`,
    );
    const members = (await all({ sort, ...filter }, 5)).map(({ id }) => id);
    expect(members.slice(0, 60)).toEqual(expected.map(({ id }) => id));
  }
  expect((await measure({ sort: "email", status: "ended" })).list.members).toHaveLength(25);
});

test("each group lists its members, and its count matches", async () => {
  const now = Date.now();
  const differing = await createMember();
  const subscription = async (memberId: string, columns: Record<string, string | number>) => {
    const id = crypto.randomUUID();
    await rowsOf(
      "insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at) values (?, 'monthly', 999, 'USD', 'a', 'a', 'n', 0)",
      id,
    );
    const all = {
      id,
      checkout_id: id,
      member_id: memberId,
      plan: "monthly",
      status: "ACTIVE",
      approved_at: 0,
      starts_at: 0,
      read_at: 1,
      created_at: 0,
      ...columns,
    };
    const names = Object.keys(all);
    await rowsOf(
      `insert into subscriptions (${names}) values (${names.map(() => "?")})`,
      ...(Object.values(all) as string[]),
    );
  };
  await subscription(differing.id, { difference: "PayPal says CANCELLED." });
  await subscription((await createMember({ deletedAt: 5 })).id, { difference: "Gone." });
  const trial = { subscriptionType: "trial", subscriptionStatus: "trial" } as const;
  const ending = await createMember({ ...trial, subscriptionEndsAt: now + 6 * DAY_MS });
  await createMember({ ...trial, subscriptionEndsAt: now + 8 * DAY_MS });
  await createMember({ ...trial, subscriptionEndsAt: now - 1 });
  const silent = await createMember({ suppressedAt: 5 });
  await createMember({ suppressedAt: 5, deletedAt: 6 });
  const idsOf = async (query: Record<string, string>) => (await all(query)).map(({ id }) => id);
  expect(await idsOf({ group: "out-of-sync" })).toEqual([differing.id]);
  expect(await idsOf({ group: "trial-ends" })).toEqual([ending.id]);
  expect(await idsOf({ group: "bounced" })).toEqual([silent.id]);
  expect(await idsOf({ group: "bounced", q: silent.email.slice(2, 12) })).toEqual([silent.id]);
  expect(await idsOf({ group: "bounced", q: "someone else" })).toEqual([]);
  const counts = await countMembers(contextAt(now));
  expect(counts.groups).toEqual({ "out-of-sync": 1, "trial-ends": 1, bounced: 1 });
  const [{ n } = {}] = await rowsOf(
    "select count(*) as n from members where deleted_at is null and subscription_type = 'gift'",
  );
  expect(counts.types.gift).toBe(n);
});

test("counting reads the totals and the lists it counts, not the members", async () => {
  const counted = async () => {
    const { d1, cost } = countingD1(env.DB);
    const { members } = await countMembers({ ...contextAt(Date.now()), db: createDb(d1) });
    return { members, calls: cost.calls, rowsRead: cost.rowsRead };
  };
  const { members, rowsRead } = await counted();
  for (let added = 0; added < 5; added += 1) await createMember();
  expect(await counted()).toEqual({ members: members + 5, calls: 1, rowsRead });
});

test("members whose email for a slot failed are listed, whatever their zone's date, and no one else", async () => {
  const slotAt = Date.parse("2031-03-01T11:00:00Z");
  const batch = async (localDate: string, at: number, failed: number) => {
    const id = crypto.randomUUID();
    await rowsOf(
      `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at, failed_count)
        values (?, ?, 'UTC', 6, ?, '[]', 'failed', 0, 0, ?)`,
      id,
      at,
      localDate,
      failed,
    );
    return Number((await rowsOf("select number from wake_up_batches where id = ?", id))[0]?.number);
  };
  const deliver = async (number: number, localDate: string, state: "sent" | "failed") => {
    const { id } = await createMember();
    const of = { localDate, memberId: id, batch: number, keyVersion: 1, state, claimedAt: 0 };
    await db.insert(deliveries).values(of);
    return id;
  };
  const [today, tomorrow] = [await batch("2031-03-01", slotAt, 1), await batch("2031-03-02", slotAt, 1)];
  const failed = [await deliver(today, "2031-03-01", "failed"), await deliver(tomorrow, "2031-03-02", "failed")];
  await deliver(today, "2031-03-01", "sent");
  await deliver(await batch("2031-03-01", slotAt + 3_600_000, 1), "2031-03-01", "failed");
  const failedSlot = new Date(slotAt).toISOString();
  expect((await all({ failedSlot })).map(({ id }) => id)).toEqual(failed);
  const { list: page, rowsRead } = await measure({ failedSlot });
  expect(page.members).toHaveLength(2);
  expect(rowsRead).toBeLessThanOrEqual(60);
});

test("a deleted member doesn't cut short a list of failed emails longer than a page", async () => {
  const slotAt = Date.parse("2031-04-01T11:00:00Z");
  await rowsOf(
    `insert into wake_up_batches (id, slot_at, timezone, hour, local_date, member_ids, state, next_attempt_at, created_at, failed_count)
      values ('crowd', ?, 'UTC', 6, '2031-04-01', '[]', 'failed', 0, 0, 200)`,
    slotAt,
  );
  const [{ number } = {}] = await rowsOf("select number from wake_up_batches where id = 'crowd'");
  const { id: deleted } = await createMember({ id: "a-deleted", deletedAt: 1 });
  const many = await rowsOf(
    "select id, subscription_type as type from members where id like 'many-%' order by id limit 199",
  );
  const of = { localDate: "2031-04-01", batch: Number(number), keyVersion: 1, state: "failed", claimedAt: 0 } as const;
  for (const { id } of [{ id: deleted }, ...many]) await db.insert(deliveries).values({ ...of, memberId: String(id) });
  const listed = await all({ failedSlot: new Date(slotAt).toISOString(), type: "gift" });
  expect(listed.map(({ id }) => id)).toEqual(many.filter(({ type }) => type === "gift").map(({ id }) => id));
});

test("by email, who joined on some days is looked for in a bounded number of rows", async () => {
  for (const sort of ["email", "email-desc"] as const)
    expect((await measure({ sort, joinedFrom: "1970-01-02" })).rowsRead).toBeLessThanOrEqual(1500);
});

test("page 1,000 costs as much as page 2", async () => {
  const { list: first } = await measure({});
  const second = await measure({ cursor: first.next ?? "" });
  const thousandth = await measure({ cursor: "0.many-050000" });
  expect(thousandth.list.members[0]?.id).toBe("many-049999");
  // Except for labels, of which a member has none or some.
  expect(Math.abs(thousandth.rowsRead - second.rowsRead)).toBeLessThanOrEqual(10);
  expect(second.rowsRead).toBeLessThanOrEqual(400);
});

test("type, status, and label filters all apply, even if the index covers only one of them", async () => {
  const both = await all({ label: "few", type: "monthly", status: "active" });
  const expected = await rowsOf(`
    select id from members where created_at % 997000 = 0 and subscription_type = 'monthly' and access_ends_at > 1`);
  expect(both.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
  expect(both.every(({ labels }) => labels.includes("few"))).toBe(true);
  for (const type of TYPES) {
    expect((await list({ type })).members.every((member) => member.subscriptionType === type)).toBe(true);
  }
});

test("a search matches the start of an email, first name, last name, or full name, each member once", async () => {
  const mark = crypto.randomUUID().slice(0, 6);
  const byAddress = await createMember({ email: `Zoe.${mark}@daybolt.test`, firstName: `zoe.${mark}` });
  const byFirst = await createMember({ firstName: `Zoe.${mark}`, lastName: "Adams" });
  const byLast = await createMember({ firstName: "Kim", lastName: `ZOE.${mark}x` });
  await createMember({ firstName: `zoe.${mark}`, deletedAt: 5 });
  const found = async (q: string) => (await all({ q })).map(({ id }) => id);
  expect(await found(`ZOE.${mark}`)).toEqual([byAddress.id, byFirst.id, byLast.id]);
  expect(await found(`zoe.${mark}@`)).toEqual([byAddress.id]);
  expect(await found(`zoe.${mark} ad`)).toEqual([byFirst.id]);
  expect(await found(`kim  zoe.${mark}`)).toEqual([byLast.id]);
  expect(await found(`oe.${mark}`)).toHaveLength(3);
  expect(await found("%")).toEqual([]);
});

test("a search whose matches span many index pages continues until it has found everyone", async () => {
  const found = await all({ q: "first1", type: "gift", status: "ended", label: "half" }, 500);
  const expected = await rowsOf(`
    select id from members where first_name like 'first1%' and created_at % 2000 = 0
      and subscription_type = 'gift' and access_ends_at = 1`);
  expect(expected.length).toBeGreaterThan(0);
  expect(found).toHaveLength(expected.length);
}, 120_000);

test("every existing label is returned with the list", async () => {
  expect((await list({})).labels).toEqual(["few", "half"]);
});

test("an invalid cursor is refused with a readable message", async () => {
  for (const cursor of ["x", "1", "a.b", "1.a.b"]) {
    const response = await request(`/api/admin/members?cursor=${encodeURIComponent(cursor)}`, { admin: true });
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: "The list has changed. Reload it." },
    ]);
  }
});

async function exported(query: Record<string, string>): Promise<Record<string, string>[]> {
  const response = await request(`/api/admin/members/export?${new URLSearchParams(query)}`, { admin: true });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return parse(await response.text(), { bom: true, columns: true, skip_empty_lines: true });
}

test("the export has every member once, or only those matching a filter", async () => {
  const rows = await exported({});
  const [{ count } = {}] = await rowsOf("select count(*) as count from members where deleted_at is null");
  expect(rows).toHaveLength(Number(count));
  expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length);
  const gifts = await exported({ type: "gift", status: "ended", label: "few" });
  expect(gifts.length).toBeGreaterThan(0);
  expect(gifts.every((row) => row.type === "gift" && row.status === "Ended" && row.labels?.includes("few"))).toBe(true);
}, 120_000);

test("no cell of the export is a formula, and the original text is preserved", async () => {
  const names = [
    "=HYPERLINK(1)",
    "+1",
    "-1",
    "@SUM(A1)",
    "\tTab",
    'He said "no", twice',
    "Zoë\nLine",
    "=1+1\nLine",
    "\uFF1D1+1",
  ];
  const mark = `csv${crypto.randomUUID().slice(0, 8)}`;
  for (const [index, lastName] of names.entries())
    await createMember({ email: `${mark}.${index}@daybolt.test`, lastName });
  const rows = await exported({ q: mark });
  expect(rows.map((row) => row["last name"])).toEqual(
    names.map((name) => (/^[=+\-@\t\uFF1D]/.test(name) ? `'${name}` : name)),
  );
  for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
});

test("ticked members are exported without the others or those who left, and at most as many as a job takes", async () => {
  const [ana, ben, left] = await Promise.all([createMember(), createMember(), createMember({ deletedAt: 1 })]);
  const rows = await exported({ ids: [ben.id, left.id, ana.id, "nobody"].join(",") });
  expect(rows.map(({ email }) => email)).toEqual([ben.email, ana.email]);
  const [entry] = await rowsOf("select details from audit where action = 'members.export' order by id desc");
  expect(entry).toEqual({ details: '{"members":4}' });
  const tooMany = new URLSearchParams({ ids: Array(501).fill("m").join(",") });
  expect((await request(`/api/admin/members/export?${tooMany}`, { admin: true })).status).toBe(400);
});

test("an export is audited with the filters used, but not their values", async () => {
  await exported({ q: "nobody-at-all", type: "gift" });
  const [entry] = await rowsOf("select actor, details from audit where action = 'members.export' order by id desc");
  expect(entry).toEqual({ actor: "admin", details: '{"filteredBy":["q","type"]}' });
});

test("past due reads no subscription that has ended, however many failed before their end", async () => {
  const before = await measure({ status: "past-due" });
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)";
  await rowsOf(`insert into checkouts (id, plan, price_cents, currency, email, email_key, nonce_hash, created_at)
    ${numbers} select 'failed-' || i, 'monthly', 999, 'USD', '', '', '', 0 from n`);
  await rowsOf(`insert into subscriptions
      (id, checkout_id, member_id, plan, approved_at, starts_at, read_at, created_at, status, failed_at, revoked_at)
    ${numbers} select 'failed-' || i, 'failed-' || i, printf('many-%06d', i), 'monthly', 0, 0, 0, 0,
      iif(i % 2, 'CANCELLED', 'ACTIVE'), i, iif(i % 2, null, i) from n`);
  const { list: found, rowsRead } = await measure({ status: "past-due" });
  await rowsOf("update subscriptions set status = 'ACTIVE', revoked_at = null where id = 'failed-7'");
  const one = await measure({ status: "past-due" });
  await rowsOf("delete from subscriptions where id like 'failed-%'");
  await rowsOf("delete from checkouts where id like 'failed-%'");
  expect([found.members, rowsRead]).toEqual([[], before.rowsRead]);
  expect(one.list.members.map(({ id }) => id)).toEqual(["many-000007"]);
});
