import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type AdminStats, adminStats } from "#domain/contract/statistics.ts";
import { createItem, createMember } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const NOW = Date.parse("2026-07-04T12:00:00Z");

async function readStats(): Promise<AdminStats> {
  const response = await request("/api/admin/stats", { admin: true, now: NOW });
  expect(response.status).toBe(200);
  return adminStats.parse(await response.json());
}

test("an empty database has no counts", async () => {
  await env.DB.batch(["access_grants", "members", "content"].map((table) => env.DB.prepare(`delete from ${table}`)));
  expect(await readStats()).toEqual({
    totalUsers: 0,
    activeSubscribers: 0,
    contentStats: { publishedDays: 0 },
    recentUsers: [],
  });
});

test("members are counted by account, and subscribers by access they have accepted rather than status", async () => {
  const before = await readStats();
  await createMember({ accessEndsAt: NOW + 1, subscriptionStatus: "cancelled" });
  await createMember({ accessEndsAt: NOW + 1, subscriptionStatus: "trial", subscriptionType: "trial" });
  await createMember({ accessEndsAt: NOW, subscriptionStatus: "active" });
  await createMember({ accessEndsAt: null, subscriptionStatus: "expired" });
  await createMember({ accessEndsAt: NOW + 1, deletedAt: NOW });
  await createMember({ accessEndsAt: NOW + 1, isUnaccepted: true });
  await createMember({ accessEndsAt: NOW, isUnaccepted: true });
  const after = await readStats();
  expect(after.totalUsers - before.totalUsers).toBe(6);
  expect(after.activeSubscribers - before.activeSubscribers).toBe(2);
});

test("published days are counted, and drafts and scheduled days aren't", async () => {
  const before = await readStats();
  await createItem("2030-02-01");
  await createItem("2030-02-02", { status: "draft" });
  await createItem("2030-02-03", { status: "scheduled" });
  expect((await readStats()).contentStats.publishedDays - before.contentStats.publishedDays).toBe(1);
});

test("the ten newest members are listed newest first, without deleted ones", async () => {
  await createMember({ createdAt: NOW + 99, deletedAt: NOW });
  const newest = [];
  for (let index = 0; index < 11; index += 1)
    newest.unshift(await createMember({ createdAt: NOW + index + 1_000_000_000_000 }));
  const { recentUsers } = await readStats();
  expect(recentUsers.map((user) => user.id)).toEqual(newest.slice(0, 10).map((member) => member.id));
  expect(recentUsers[0]).toEqual({
    id: newest[0]?.id,
    email: newest[0]?.email,
    subscriptionType: "monthly",
    subscriptionStatus: "active",
    status: "active",
    subscriptionEndDate: new Date(Number(newest[0]?.subscriptionEndsAt)).toISOString(),
    createdAt: new Date(NOW + 10 + 1_000_000_000_000).toISOString(),
  });
});
