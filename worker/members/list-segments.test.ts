import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { memberList } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { createImport, createInvited, forgetInvitations } from "#test/worker/invited.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { listMembers } from "./list-members.ts";

async function list(query: Record<string, string>): Promise<string[]> {
  const response = await request(`/api/admin/members?${new URLSearchParams(query)}`, { admin: true });
  expect(response.status).toBe(200);
  return memberList.parse(await response.json()).members.map(({ id }) => id);
}

test("the longest search with every filter fits into a statement", async () => {
  const words = Array.from({ length: 50 }, (_, nth) => "abcdefghij".charAt(nth % 10)).join(" ");
  const dates = { joinedFrom: "2020-01-01", joinedThrough: "2030-01-01", lastSession: "week", invitation: "sent" };
  const more = { type: "gift", status: "active", label: "few", importId: crypto.randomUUID(), ...dates };
  expect(await list({ q: words, ...more })).toEqual([]);
  expect(await list({ q: words, inside: "yes", ...more })).toEqual([]);
  expect(await list({ q: words, group: "bounced", ...more })).toEqual([]);
});

test("joining, an import, and the last session narrow a list", async () => {
  const when = Date.parse("2031-05-05T12:00:00Z");
  const [first, second] = [await createMember({ createdAt: when }), await createMember({ createdAt: when + DAY_MS })];
  await rowsOf("update members set last_completed_date = '2020-01-01' where id = ?", first.id);
  expect(await list({ joinedFrom: "2031-05-05" })).toEqual([second.id, first.id]);
  expect(await list({ joinedFrom: "2031-05-05", joinedThrough: "2031-05-05" })).toEqual([first.id]);
  expect(await list({ joinedFrom: "2031-05-05", lastSession: "never" })).toEqual([second.id]);
  expect(await list({ joinedFrom: "2031-05-05", lastSession: "earlier" })).toEqual([first.id]);
  const importId = crypto.randomUUID();
  await rowsOf(
    "insert into invitations (member_id, import_id, row, is_unsubscribed) values (?, ?, 1, 0)",
    first.id,
    importId,
  );
  expect(await list({ importId })).toEqual([first.id]);
  expect(await list({ importId, joinedFrom: "2031-05-06" })).toEqual([]);
});

test("those who wait for an invitation and those who have one are two filters, with or without access", async () => {
  await forgetInvitations();
  const importId = await createImport(1);
  const [sent, accepted] = [{ invitedAt: 5 }, { invitedAt: 9, acceptedAt: 10 }];
  const waiting = await createInvited(importId, { row: 1 });
  const later = await createInvited(importId, { row: 2, accessEndsAt: null }, { hasGrant: false });
  const first = await createInvited(importId, { row: 3, invitation: sent });
  const last = await createInvited(importId, { row: 4, invitation: { invitedAt: 6 } });
  await createInvited(importId, { row: 5, isUnaccepted: false, invitation: accepted });
  const closed = await createInvited(importId, { row: 6, invitation: sent });
  await rowsOf("update members set deleted_at = 1 where id = ?", closed.id);
  expect(await list({ invitation: "waiting" })).toEqual([waiting.id, later.id]);
  expect(await list({ invitation: "sent" })).toEqual([first.id, last.id]);
  expect(await list({ invitation: "sent", q: first.email })).toEqual([first.id]);
  expect(await list({ invitation: "waiting", importId })).toEqual([waiting.id, later.id]);
  expect(await list({ invitation: "waiting", status: "none" })).toEqual([later.id]);
});

test.for(["waiting", "sent"] as const)(
  "those who come next follow, even if the last one's invitation is gone: %s",
  async (invitation) => {
    await forgetInvitations();
    const importId = await createImport(1);
    const ids: string[] = [];
    for (let row = 1; row <= 30; row += 1)
      ids.push(
        (await createInvited(importId, { row, invitation: { invitedAt: invitation === "sent" ? row : null } })).id,
      );
    const ctx = contextAt(Date.now());
    const { next } = await listMembers(ctx, { invitation });
    await rowsOf("delete from invitations where member_id = ?", String(ids[24]));
    const { members } = await listMembers(ctx, { invitation, cursor: String(next) });
    expect(members.map(({ id }) => id)).toEqual(ids.slice(25));
  },
);

test("a page of those who wait for an invitation reads its own rows, however far it is", async () => {
  await forgetInvitations();
  await rowsOf(`insert into members (id, email, email_key, subscription_type, subscription_status, wake_up_since, created_at, updated_at)
    with recursive n(i) as (select 1000 union all select i + 1 from n where i < 3999)
    select 'wait-' || i, i || '@wait.test', i || '@wait.test', 'trial', 'expired', 0, 0, 0 from n`);
  await rowsOf(`insert into invitations (member_id, import_id, row, is_unsubscribed)
    select id, 'i', substr(id, 6), 0 from members where id like 'wait-%'`);
  const { d1, cost } = countingD1(env.DB);
  const ctx = { ...contextAt(Date.now()), db: createDb(d1) };
  const { members } = await listMembers(ctx, { invitation: "waiting", cursor: "3900.i" });
  expect([members[0]?.id, members.length]).toEqual(["wait-3901", 25]);
  expect(cost.rowsRead).toBeLessThanOrEqual(1000);
});
