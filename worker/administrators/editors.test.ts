import { beforeAll, expect, test } from "vitest";
import type { LiveEventList } from "#domain/contract/live-events.ts";
import type { AdminStats } from "#domain/contract/statistics.ts";
import { dayAhead } from "#test/support/fixtures.ts";
import { addAdministrator, asKey } from "#test/worker/administrators.ts";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { createItem, createMember, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { type RequestOptions, request } from "#test/worker/request.ts";
import { lowestRoleOf } from "../account/admin/lowest-roles.ts";

let key = "";
const EMAIL = "editor@office.test";
beforeAll(async () => {
  ({ key } = await addAdministrator({ role: "editor", email: EMAIL }));
});
const call = (path: string, options?: RequestOptions) => request(path, asKey(key, options));

const FORBIDDEN = Object.keys(AUDIENCES).filter(
  (route) => AUDIENCES[route]?.includes("admin") && lowestRoleOf(route) !== "editor",
);

test.for(FORBIDDEN)("an editor may not call %s", async (route) => {
  const [method = "", path = ""] = route.split(" ");
  const response = await call(path.replace(/:\w+/g, "x"), { method });
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: "forbidden", error: "Your role (Editor) doesn't include this." });
});

test("an editor sees how many members there are, but not who", async () => {
  await createMember();
  const stats = await (await call("/api/admin/stats")).json<AdminStats>();
  expect(stats.totalUsers).toBeGreaterThan(0);
  expect(stats.recentUsers).toEqual([]);
});

test("an editor's test emails go only to their own address", async () => {
  await createItem(dayAhead(0));
  expect((await call("/api/admin/test-email", { json: { email: "someone@else.test" } })).status).toBe(403);
  expect((await call("/api/admin/test-email", { json: { email: EMAIL.toUpperCase() } })).status).toBe(200);
  expect(await outboxOf("someone@else.test")).toEqual([]);
});

const EVENT = { title: "Live", url: "https://live.example.org/", note: "" };
const startsAt = () => new Date(Date.now() + 6.5 * 86_400_000).toISOString();
const events = async () => (await request("/api/admin/live-events", { admin: true })).json<LiveEventList>();

async function draft() {
  const json = { ...EVENT, startsAt: startsAt() };
  const requestId = crypto.randomUUID();
  expect((await call("/api/admin/live-events", { json: { ...json, requestId } })).status).toBe(200);
  return { id: requestId, json };
}

test("an editor's live event is a draft that no member sees or hears of until an administrator releases it", async () => {
  const member = await createMember({ subscriptionType: "annual" });
  const token = await tokenFor(member);
  const { id, json } = await draft();
  expect((await events()).drafts).toContainEqual(expect.objectContaining({ id, author: "Ada Lovelace" }));
  const seen = async () =>
    (await request("/api/user/live-event", { token })).json<{ event: { title: string } | null }>();
  expect((await seen()).event).toBeNull();
  expect((await call(`/api/admin/live-events/${id}/release`, { json })).status).toBe(403);
  const release = (read: object) => request(`/api/admin/live-events/${id}/release`, { admin: true, json: read });
  // Not what the administrator read.
  expect((await release({ ...json, url: "https://other.example.org/" })).status).toBe(409);
  expect([(await release(json)).status, (await release(json)).status]).toEqual([200, 409]);
  expect((await seen()).event).toMatchObject({ title: "Live" });
  const written = () => rowsOf("select kind from transactional_mails where member_id = ?", member.id);
  await expect.poll(written).toEqual([{ kind: "live-event" }]);
  const after = await events();
  expect(after.drafts.some((one) => one.id === id)).toBe(false);
  expect(after.coming.filter((one) => one.id === id)).toHaveLength(1);
  await request(`/api/admin/live-events/${id}`, { admin: true, method: "DELETE" });
});

test("an editor changes and deletes drafts, but not released events", async () => {
  const { id } = await draft();
  const path = `/api/admin/live-events/${id}`;
  const change = { ...EVENT, title: "Renamed", startsAt: startsAt() };
  expect((await call(path, { method: "PUT", json: change })).status).toBe(200);
  expect((await events()).drafts.find((one) => one.id === id)?.title).toBe("Renamed");
  await request(`${path}/release`, { admin: true, json: change });
  expect((await call(path, { method: "PUT", json: change })).status).toBe(404);
  expect((await call(path, { method: "DELETE" })).status).toBe(404);
  await request(path, { admin: true, method: "DELETE" });
  const { id: other } = await draft();
  expect((await call(`/api/admin/live-events/${other}`, { method: "DELETE" })).status).toBe(200);
  expect((await events()).drafts.some((one) => one.id === other)).toBe(false);
});

test("an editor's interrupted upload can be continued", async () => {
  const headers = { "upload-length": "8", "upload-metadata": `filename ${btoa("a.vtt")},kind ${btoa("captions")}` };
  const started = await call("/api/admin/uploads", { method: "POST", headers });
  const path = new URL(started.headers.get("location") ?? "", "https://daybolt.test").pathname;
  const asked = await call(path, { method: "HEAD" });
  expect([asked.status, asked.headers.get("upload-offset")]).toEqual([200, "0"]);
});
