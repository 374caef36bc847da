import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { dayAhead } from "#test/support/fixtures.ts";
import {
  createItem,
  createMedium,
  createMember,
  endSessions,
  rowsOf,
  sessionsOf,
  tokenFor,
  uniqueAddress,
} from "#test/worker/factories.ts";
import { brokenD1, bucketWith, heldD1, losingD1 } from "#test/worker/faulty-bindings.ts";
import { writeIn } from "#test/worker/inbound.ts";
import { mediaPassOf } from "#test/worker/media-pass.ts";
import { payPal, report, startCheckout } from "#test/worker/purchases.ts";
import { type RequestOptions, request, requestWith } from "#test/worker/request.ts";
import { hashPassword } from "../account/password/password.ts";
import { readConfig } from "../kernel/env.ts";
import { unsubscribeKey } from "../kernel/links/unsubscribe-key.ts";

const SORRY = "Something went wrong on our side. Try again.";
const BYTES = new Uint8Array(1000).map((_, index) => index % 251);
const LOST = [
  "D1_ERROR: Network connection lost.",
  "D1_ERROR: Internal error in D1 DB storage caused object to be reset.",
  "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  "D1_ERROR: D1 DB reset because its code was updated.",
  "D1_ERROR: Cannot resolve D1 DB due to transient issue on remote node.",
];

let nextDay = 10;

/** A member with an open item, on a day that no other test uses. */
async function listener() {
  nextDay += 1;
  const date = dayAhead(-nextDay);
  const item = await createItem(date, { audioKey: await createMedium("audio", BYTES), durationSeconds: 600 });
  const member = await createMember();
  return { item, member, token: await tokenFor(member) };
}

const progressOf = async (memberId: string) =>
  (await rowsOf("select * from progress_in_words where member_id = ?", memberId))[0] ?? {};

afterEach(() => void vi.restoreAllMocks());

/** How often a write was retried, from the log. */
function repeats() {
  const warn = vi.spyOn(console, "warn");
  return () => warn.mock.calls.filter(([line]) => String(line).includes('"event":"write_repeated"')).length;
}

test("while D1 is down pages load, playback continues, and every call returns the same error", async () => {
  const { member, item, token } = await listener();
  const cookie = await mediaPassOf(member);
  const DB = brokenD1();
  for (const path of ["/", "/login", "/dashboard", "/subscribe"]) {
    const page = await requestWith({ DB }, path);
    expect([page.status, page.headers.get("content-type")], path).toEqual([200, "text/html; charset=utf-8"]);
  }
  expect((await requestWith({ DB }, "/nothing-here")).status).toBe(404);
  const playing = await requestWith({ DB }, `/audio/${item.audioKey}`, { headers: { cookie, range: "bytes=10-19" } });
  expect([playing.status, (await playing.arrayBuffer()).byteLength]).toEqual([206, 10]);

  const calls: [string, RequestOptions][] = [
    [`/api/content/${item.date}`, { token }],
    ["/api/user/engagement", { token }],
    [`/api/progress/${item.date}`, { token, json: { audioProgress: 50 } }],
    ["/api/auth/login", { json: { email: member.email, password: "wrong" }, address: uniqueAddress() }],
    ["/api/admin/stats", { admin: true }],
  ];
  for (const [path, options] of calls) {
    const answer = await requestWith({ DB }, path, options);
    expect([answer.status, answer.headers.get("cache-control")], path).toEqual([500, "no-store"]);
    expect(await answer.json()).toEqual({ error: SORRY, code: "internal", requestId: expect.any(String) });
  }
  const health = await requestWith({ DB }, "/api/health");
  expect([health.status, await health.json()]).toEqual([503, { status: "failing", lastTickAt: null }]);
  // The same calls once it's back: everyone is still logged in, and no trace is left.
  expect((await request(`/api/content/${item.date}`, { token })).status).toBe(200);
  expect((await request(`/api/progress/${item.date}`, { token, json: { audioProgress: 50 } })).status).toBe(200);
});

test.for(LOST)("a save is retried when D1 loses it, whether or not it was written: %s", async (message) => {
  for (const when of ["before", "after"] as const) {
    const { member, item, token } = await listener();
    const repeated = repeats();
    const { d1: DB } = losingD1({ when, times: 2, message });
    const json = { audioProgress: 90, audioPosition: 540 };
    const answer = await requestWith({ DB }, `/api/progress/${item.date}`, { token, json });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({
      audioCompleted: true,
      audioPosition: 540,
      engagement: { itemsCompleted: 1 },
    });
    expect(repeated()).toBe(2);
    expect(
      await rowsOf("select items_completed as items, current_streak as streak from members where id = ?", member.id),
    ).toEqual([{ items: 1, streak: 1 }]);
    // The playback continues under the number in the response.
    const { playback } = (await progressOf(member.id)) as { playback: number };
    const next = { audioPosition: 550, playback, sequence: 1 };
    expect(await (await request(`/api/progress/${item.date}`, { token, json: next })).json()).toMatchObject(next);
    vi.restoreAllMocks();
  }
});

test.for(["before", "after"] as const)("repeatable calls lost %s they're written take effect once", async (when) => {
  const lose = (skip = 0) => ({ DB: losingD1({ when, times: 1, skip }).d1 });
  const { member, item, token } = await listener();
  const path = `/api/progress/${item.date}`;
  const repeated = repeats();
  await request(path, { token, json: { audioProgress: 90, audioPosition: 100 } });
  const over = await requestWith(lose(), `${path}/start-over`, { token, json: { epoch: 0 } });
  expect([over.status, await over.json()]).toMatchObject([200, { audioPosition: 0, audioCompleted: true, epoch: 1 }]);
  const undone = await requestWith(lose(), `${path}/not-done`, { token, json: { epoch: 1 } });
  expect([undone.status, await undone.json()]).toMatchObject([200, { audioCompleted: false, epoch: 2 }]);
  expect(await rowsOf("select items_completed as items from members where id = ?", member.id)).toEqual([{ items: 0 }]);

  const link = { member: member.id, key: unsubscribeKey(readConfig(env), member) };
  const stopped = await requestWith(lose(1), "/api/unsubscribe", { json: link, address: uniqueAddress() });
  expect([stopped.status, await stopped.json()]).toMatchObject([200, { emailEnabled: false }]);
  expect(await rowsOf("select 1 from audit where subject = ? and action = 'mails.off'", member.id)).toHaveLength(1);

  const { rows } = await writeIn({ from: member.email }, { bindings: lose() });
  expect(rows).toHaveLength(1);
  expect(repeated()).toBe(4);
});

test.for(["before", "after"] as const)("a logout lost %s it's written still logs out", async (when) => {
  const member = await createMember();
  const token = await tokenFor(member);
  const { d1: DB, lost } = losingD1({ when, times: 1 });
  const answer = await requestWith({ DB }, "/api/auth/logout", { method: "POST", token });
  expect([answer.status, lost(), await sessionsOf(member)]).toEqual([200, 1, []]);
});

test.for(["before", "after"] as const)("a PayPal event lost %s it's stored is stored once", async (when) => {
  const { subscriptionId } = await startCheckout();
  await payPal.control({ action: "approve", id: subscriptionId });
  const [event] = await payPal.events(subscriptionId);
  const { body, headers } = await payPal.signedEvent(event?.id ?? "");
  const { d1: DB } = losingD1({ when, times: 1, skip: 1 });
  const json = { "content-type": "application/json", ...headers };
  const options = { method: "POST", body, headers: json, address: uniqueAddress() };
  expect((await requestWith({ DB }, "/api/paypal/webhook", options)).status).toBe(200);
  expect((await report(subscriptionId, "BILLING.SUBSCRIPTION.ACTIVATED")).status).toBe(200);
  expect(await rowsOf("select applied_at is null as open from provider_events where id = ?", event?.id)).toEqual([
    { open: 0 },
  ]);
  expect(await rowsOf("select 1 from subscriptions where id = ?", subscriptionId)).toHaveLength(1);
});

test.for(["before", "after"] as const)(
  "a login still succeeds if its attempt count is lost %s it's written",
  async (when) => {
    const member = await createMember({ passwordHash: await hashPassword(readConfig(env), "a good one") });
    const json = { email: member.email, password: "a good one" };
    const { d1: DB, lost } = losingD1({ when, times: 1 });
    const answer = await requestWith({ DB }, "/api/auth/login", { json, address: uniqueAddress() });
    expect([answer.status, lost()]).toEqual([200, 1]);
    expect(await sessionsOf(member)).toHaveLength(1);
  },
);

test("a save gives up after four tries while D1 is down, and the next save works", async () => {
  const { member, item, token } = await listener();
  const { d1: DB, lost } = losingD1({ when: "before", times: 100 });
  const json = { audioProgress: 40 };
  const answer = await requestWith({ DB }, `/api/progress/${item.date}`, { token, json });
  expect([answer.status, lost(), await progressOf(member.id)]).toEqual([500, 4, {}]);
  await request(`/api/progress/${item.date}`, { token, json });
  expect(await progressOf(member.id)).toMatchObject({ audio_progress: 40 });
});

test.for([
  "D1_ERROR: UNIQUE constraint failed: progress.member_id",
  "D1_ERROR: D1 DB is overloaded. Too many requests.",
])("an error that would repeat, or that comes from overload, isn't retried: %s", async (message) => {
  const { item, token } = await listener();
  const { d1: DB, lost } = losingD1({ when: "before", times: 100, message });
  const answer = await requestWith({ DB }, `/api/progress/${item.date}`, { token, json: { audioProgress: 40 } });
  expect([answer.status, lost()]).toEqual([500, 1]);
});

test("while D1 is slow, a later save can overtake an earlier one, and its position is kept", async () => {
  const { member, item, token } = await listener();
  const path = `/api/progress/${item.date}`;
  const started = await (await request(path, { token, json: { audioPosition: 1 } })).json<{ playback: number }>();
  const save = (sequence: number, audioPosition: number) => ({
    token,
    json: { audioPosition, playback: started.playback, sequence },
  });
  const slow = heldD1();
  const earlier = requestWith({ DB: slow.d1 }, path, save(1, 10));
  await slow.reached;
  expect((await request(path, save(2, 20))).status).toBe(200);
  slow.letGo();
  expect((await earlier).status).toBe(200);
  expect(await progressOf(member.id)).toMatchObject({ audio_position: 20, sequence: 2 });
});

test("a session that ends while D1 is slow can't open anything", async () => {
  const { member, item, token } = await listener();
  const slow = heldD1();
  const waiting = requestWith({ DB: slow.d1 }, `/api/content/${item.date}`, { token });
  await slow.reached;
  await endSessions(member);
  slow.letGo();
  expect((await waiting).status).toBe(401);
});

test("a file missing from R2 isn't found, and plays once it's there", async () => {
  const { member, item, token } = await listener();
  const cookie = await mediaPassOf(member);
  const key = String(item.audioKey);
  const play = (bindings: Record<string, unknown> = {}, method = "GET") =>
    requestWith(bindings, `/audio/${key}`, { method, headers: { cookie, range: "bytes=0-9" } });
  await env.MEDIA.delete(key);
  for (const method of ["GET", "HEAD"]) {
    const answer = await play({}, method);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
  }
  // Texts stay readable; only the player shows the member an error.
  expect((await request(`/api/content/${item.date}`, { token })).status).toBe(200);
  await env.MEDIA.put(key, BYTES, { httpMetadata: { contentType: "audio/mpeg" } });
  expect((await play()).status).toBe(206);
  // Deleted between the check and the read.
  const vanished = await play({ MEDIA: bucketWith({ get: (async () => null) as unknown as R2Bucket["get"] }) });
  expect([vanished.status, await vanished.json()]).toMatchObject([404, { code: "not_found" }]);
});

test("while R2 is down only media fail, without being cached, and everything else works", async () => {
  const { member, item, token } = await listener();
  const cookie = await mediaPassOf(member);
  const away = () => Promise.reject(new Error("We encountered an internal error. Please try again. (10001)"));
  const MEDIA = bucketWith({ head: away, get: away, put: away } as Partial<R2Bucket>);
  const answer = await requestWith({ MEDIA }, `/audio/${item.audioKey}`, { headers: { cookie } });
  expect([answer.status, answer.headers.get("cache-control"), answer.headers.get("etag")]).toEqual([
    500,
    "no-store",
    null,
  ]);
  expect(await answer.json()).toMatchObject({ error: SORRY });
  const json = { audioProgress: 30 };
  expect((await requestWith({ MEDIA }, `/api/progress/${item.date}`, { token, json })).status).toBe(200);
  // Incoming email is recorded and forwarded, even though its raw form can't be stored.
  const { rows, forwardedTo } = await writeIn({ from: member.email }, { bindings: { MEDIA } });
  expect([rows.length, rows[0]?.rawKey, forwardedTo.length]).toEqual([1, null, 1]);
});
