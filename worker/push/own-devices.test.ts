import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { DevicesResponse } from "#domain/contract/push.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { calendarFrom } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, tokenFor } from "#test/worker/factories.ts";
import { addDevice, newSubscription } from "#test/worker/push.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { changeDevice, deleteDevice } from "./devices.queries.ts";

const PATH = "/api/user/push-devices";
const NOON = Date.parse("2026-07-04T12:00:00Z");

async function devicesOf(token: string): Promise<DevicesResponse["devices"]> {
  const response = await request(PATH, { token });
  return ((await response.json()) as DevicesResponse).devices;
}

const rows = (memberId: string) => rowsOf("select id from push_devices where member_id = ?", memberId);

test("a device that is added is listed, and its member is emailed", async () => {
  const member = await createMember();
  const { device, token } = await addDevice(member);
  expect(await devicesOf(token)).toMatchObject([{ id: device, hidesTitles: false, acceptedAt: null }]);
  const mails = await rowsOf("select kind from transactional_mails where member_id = ?", member.id);
  expect(mails).toEqual([{ kind: "device-added" }]);
});

test("without emails, a device has a next wake-up, also after a pause", async () => {
  const { dayAhead } = calendarFrom(Date.now());
  for (const days of [1, 5]) await createItem(dayAhead(days), { status: "scheduled" });
  const member = await createMember({ emailEnabled: false });
  const token = await tokenFor(member);
  const profile = async (json?: object) =>
    (await request("/api/user/profile", { token, ...(json && { method: "PUT", json }) })).json();
  expect(await profile()).toMatchObject({ hasDevices: false, nextWakeUpLocal: null });
  await addDevice(member);
  expect(await profile()).toMatchObject({ hasDevices: true, nextWakeUpLocal: `${dayAhead(1)}T06:00` });
  const pausedUntil = dayAhead(5);
  expect(await profile({ pausedUntil })).toMatchObject({ pausedUntil, nextWakeUpLocal: `${pausedUntil}T06:00` });
});

test.each([
  ["another host", "https://example.com/push/1"],
  ["a name that ends like one on the list", "https://evilfcm.googleapis.com/fcm/send/1"],
  ["a name below one without a star", "https://x.fcm.googleapis.com/1"],
  ["a bare ending", "https://push.apple.com/1"],
  ["another port", "https://fcm.googleapis.com:8443/fcm/send/1"],
  ["no encryption", "http://fcm.googleapis.com/fcm/send/1"],
  ["a user", "https://me@fcm.googleapis.com/fcm/send/1"],
  ["an address inside", "https://127.0.0.1/push"],
])("an endpoint with %s is refused", async (_, endpoint) => {
  const member = await createMember();
  const { json } = await newSubscription();
  const response = await request(PATH, { token: await tokenFor(member), json: { ...json, endpoint } });
  expect(response.status).toBe(400);
  expect(await rows(member.id)).toEqual([]);
});

test("a key that is no point of the curve, or not ours, is refused", async () => {
  const token = await tokenFor(await createMember());
  const { json } = await newSubscription();
  const p256dh = `B${"A".repeat(86)}`;
  expect((await request(PATH, { token, json: { ...json, p256dh } })).status).toBe(400);
  expect((await request(PATH, { token, json: { ...json, publicKey: p256dh } })).status).toBe(409);
});

test("an eleventh device is refused, and one that another member adds moves to them", async () => {
  const member = await createMember();
  const token = await tokenFor(member, NOON);
  for (let count = 0; count < 10; count += 1) await addDevice(member, NOON, token);
  const { json } = await newSubscription();
  expect((await request(PATH, { token, json, now: NOON })).status).toBe(409);

  const other = await createMember();
  const [first] = await rowsOf("select endpoint from push_devices where member_id = ? limit 1", member.id);
  const moved = { ...json, endpoint: first?.endpoint };
  const bearer = await tokenFor(other, NOON);
  expect((await request(PATH, { token: bearer, json: moved, now: NOON })).status).toBe(200);
  expect([(await rows(member.id)).length, (await rows(other.id)).length]).toEqual([9, 1]);
});

test("a start of the app renews only a device that exists, with its new subscription and session", async () => {
  const member = await createMember();
  const { device } = await addDevice(member);
  const token = await tokenFor(member);
  const { json } = await newSubscription();
  const renew = () => request(PATH, { token, json: { ...json, hidesTitles: true, renews: device } });
  expect((await renew()).status).toBe(200);
  const [row] = await rowsOf("select endpoint, hides_titles from push_devices where id = ?", device);
  expect(row).toEqual({ endpoint: json.endpoint, hides_titles: 1 });
  // It now ends with the new session.
  await request("/api/auth/logout", { method: "POST", token });
  expect(await rows(member.id)).toEqual([]);

  const again = await tokenFor(member);
  expect((await request(PATH, { token: again, json: { ...json, renews: device } })).status).toBe(404);
});

test("a start of the app that changes nothing writes nothing", async () => {
  const token = await tokenFor(await createMember());
  const { json } = await newSubscription();
  const { id } = await (await request(PATH, { token, json })).json<{ id: string }>();
  const { d1: DB, cost } = countingD1(env.DB);
  const response = await requestWith({ DB }, PATH, { token, json: { ...json, renews: id } });
  expect(await response.json()).toEqual({ id });
  expect(cost.rowsWritten).toBe(0);
});

const noticesOf = async (id: string) =>
  (await rowsOf("select 1 from transactional_mails where kind = 'device-added' and member_id = ?", id)).length;
const auditsOf = async (id: string) =>
  (await rowsOf("select 1 from audit where action = 'member.device-added' and subject = ?", id)).length;

test("a device that moves to another session or push service is audited and emailed about as a new one", async () => {
  const member = await createMember();
  const { device, token } = await addDevice(member);
  const renew = async (bearer: string, endpoint?: string) => {
    const { json } = await newSubscription();
    const renewed = { ...json, endpoint: endpoint ?? json.endpoint, renews: device };
    expect((await request(PATH, { token: bearer, json: renewed })).status).toBe(200);
    return [await noticesOf(member.id), await auditsOf(member.id)];
  };
  expect(await renew(token)).toEqual([1, 1]);
  expect(await renew(token, `https://web.push.apple.com/${device}`)).toEqual([2, 2]);
  expect(await renew(await tokenFor(member), `https://web.push.apple.com/${device}-2`)).toEqual([3, 3]);
});

test("a device moves as often as others may be added", async () => {
  const member = await createMember();
  const tokens = [await tokenFor(member, NOON), await tokenFor(member, NOON)];
  const { device } = await addDevice(member, NOON, tokens[1]);
  const { json } = await newSubscription();
  const move = async (count: number, now: number) =>
    (await request(PATH, { token: tokens[count % 2], json: { ...json, renews: device }, now })).status;
  const statuses: number[] = [];
  for (let count = 0; count < 20; count += 1) statuses.push(await move(count, NOON));
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 429]);
  expect(await noticesOf(member.id)).toBe(20);
  // The UTC day decides.
  expect(await move(1, NOON + 12 * HOUR_MS)).toBe(200);
});

test("a device doesn't move to a session that has ended, and isn't deleted for an endpoint that it had before", async () => {
  const member = await createMember();
  const { device: id, endpoint, token } = await addDevice(member);
  const own = { id, memberId: member.id };
  const { json } = await newSubscription();
  const change = { endpoint: json.endpoint, p256dh: json.p256dh, auth: json.auth, kid: "other", hidesTitles: false };
  await changeDevice(db, own, { ...change, sessionId: "ended" });
  expect(await rowsOf("select endpoint from push_devices where id = ?", id)).toEqual([{ endpoint }]);
  await request(PATH, { token, json: { ...json, renews: id } });
  await deleteDevice(db, { ...own, endpoint });
  expect(await rows(member.id)).toHaveLength(1);
});

test("another member can't change, try, or remove a device", async () => {
  const { device } = await addDevice(await createMember());
  const token = await tokenFor(await createMember());
  const { json } = await newSubscription();
  expect((await request(PATH, { token, json: { ...json, renews: device } })).status).toBe(404);
  expect((await request(`${PATH}/${device}/test`, { method: "POST", token })).status).toBe(404);
  await request(`${PATH}/${device}`, { method: "DELETE", token });
  expect(await rowsOf("select 1 from push_devices where id = ?", device)).toHaveLength(1);
});

test.each([
  ["logging it out", async ({ own }: Tokens) => request("/api/auth/logout", { method: "POST", token: own })],
  [
    "logging out everywhere elsewhere",
    async ({ other }: Tokens) => request("/api/user/sessions", { method: "DELETE", token: other }),
  ],
  [
    "an administrator",
    async ({ id }: Tokens) => request(`/api/admin/members/${id}/sign-out`, { method: "POST", admin: true, json: {} }),
  ],
  ["removing it", async ({ own, device }: Tokens) => request(`${PATH}/${device}`, { method: "DELETE", token: own })],
])("a device ends by %s", async (_, end) => {
  const member = await createMember();
  const { device, token: own } = await addDevice(member);
  const other = await tokenFor(member);
  const response = await end({ id: member.id, device, own, other });
  expect(response.status).toBe(200);
  expect(await rows(member.id)).toEqual([]);
});

type Tokens = { id: string; device: string; own: string; other: string };

test("a device outlives its session's expiry, and still ends with all others", async () => {
  const member = await createMember();
  await addDevice(member);
  await rowsOf("delete from sessions where member_id = ? returning id", member.id);
  expect(await rows(member.id)).toHaveLength(1);
  await request("/api/user/sessions", { method: "DELETE", token: await tokenFor(member) });
  expect(await rows(member.id)).toEqual([]);
});
