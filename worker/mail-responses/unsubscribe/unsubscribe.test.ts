import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { unsubscribeResponse } from "#domain/contract/mail-responses.ts";
import { DAY_MS } from "#domain/durations.ts";
import { unsubscribePath } from "#domain/paths.ts";
import { createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request, requestWith } from "#test/worker/request.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { readConfig } from "../../kernel/env.ts";
import { unsubscribeKey } from "../../kernel/links/unsubscribe-key.ts";

const linkOf = (member: Member) => ({ member: member.id, key: unsubscribeKey(readConfig(env), member) });
const pathOf = (member: Member) => unsubscribePath(member.id, unsubscribeKey(readConfig(env), member));
const oneClick = {
  method: "POST",
  body: "List-Unsubscribe=One-Click",
  headers: { "content-type": "application/x-www-form-urlencoded", origin: "https://mail.example" },
};

async function stop(member: Member, now = Date.now()) {
  const response = await request("/api/unsubscribe", { json: linkOf(member), now });
  expect(response.status).toBe(200);
  return unsubscribeResponse.parse(await response.json());
}

function undo(member: Member, value: string | undefined, now = Date.now()) {
  return request("/api/unsubscribe/undo", { json: { ...linkOf(member), undo: value }, now });
}

async function actionsOf({ id }: Member) {
  const entries = await rowsOf("select action from audit where subject = ? order by id", id);
  return entries.map((row) => row.action);
}

test("a link works forever with every configured secret, and one signed with another is refused", async () => {
  const member = await createMember();
  const [second, third] = ["second-of-".repeat(4), "the-third-".repeat(4)];
  const bindings = { APP_SECRET_2: second, APP_SECRET_3: third, APP_KEYS: "3" };
  const keyUnder = (id: number, more: object) =>
    unsubscribeKey(readConfig({ ...env, ...more }), { ...member, unsubscribeKey: id });
  const keys = [1, 2, 3].map((id) => keyUnder(id, bindings));
  expect(new Set(keys).size).toBe(3);
  const statusOf = async (key: string) =>
    (await requestWith(bindings, unsubscribePath(member.id, key), oneClick)).status;
  expect(await Promise.all(keys.map(statusOf))).toEqual([200, 200, 200]);
  expect(await statusOf(keyUnder(2, { APP_SECRET_2: "a-foreign-".repeat(4) }))).toBe(400);
  // If its secret is gone, its members get links with the signing key.
  expect(keyUnder(2, { APP_SECRET_3: third, APP_KEYS: "3" })).toBe(keys[2]);
});

test("one click by POST, cross-origin and without a session, stops emails; a repeat writes nothing", async () => {
  const member = await createMember();
  for (let time = 0; time < 3; time += 1) {
    const response = await request(pathOf(member), { ...oneClick, now: Date.now() + time });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ emailEnabled: false });
  }
  expect(await actionsOf(member)).toEqual(["mails.off"]);
  const [row] = await rowsOf("select email_enabled, updated_at from members where id = ?", member.id);
  const [entry] = await rowsOf("select at from audit where subject = ?", member.id);
  expect(row).toEqual({ email_enabled: 0, updated_at: entry?.at });
});

test("checking a link says whether it's valid, and turns nothing off", async () => {
  const [member, other] = await Promise.all([createMember(), createMember()]);
  const check = (json: object) => request("/api/unsubscribe/check", { json });
  const good = await check(linkOf(member));
  expect([good.status, await good.json()]).toEqual([200, { emailEnabled: true }]);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: true });
  expect(await actionsOf(member)).toEqual([]);
  expect((await check({ ...linkOf(member), member: other.id })).status).toBe(400);
  expect((await check({ ...linkOf(member), key: "x" })).status).toBe(400);
});

test("ten simultaneous calls write one change and return one undo", async () => {
  const member = await createMember();
  const answers = await Promise.all(Array.from({ length: 10 }, () => stop(member)));
  expect(answers.filter((answer) => answer.undo !== undefined)).toHaveLength(1);
  expect(answers.map((answer) => answer.emailEnabled)).toEqual(Array(10).fill(false));
  expect(await actionsOf(member)).toEqual(["mails.off"]);
});

test("the click that stopped emails can be undone, and mornings count from then", async () => {
  const member = await createMember();
  const { undo: value } = await stop(member);
  const now = Date.now() + 60_000;
  const response = await undo(member, value, now);
  expect([response.status, await response.json()]).toEqual([200, { emailEnabled: true }]);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: true, wakeUpSince: now });
  expect(await actionsOf(member)).toEqual(["mails.off", "mails.on"]);

  // Asked again after a lost response: confirmed, but not done twice.
  expect((await undo(member, value, now + 1000)).status).toBe(200);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: true, wakeUpSince: now });
  expect(await actionsOf(member)).toEqual(["mails.off", "mails.on"]);
});

test("an email's link without a valid undo can't turn on emails that were already off", async () => {
  const member = await createMember({ emailEnabled: false });
  const answer = await stop(member);
  expect(answer).toEqual({ emailEnabled: false });
  for (const value of ["", "x", "x.y", `${Date.now().toString(36)}.${"A".repeat(43)}`]) {
    expect((await undo(member, value)).status, value).toBeGreaterThanOrEqual(400);
  }
  expect((await request("/api/unsubscribe/undo", { json: linkOf(member) })).status).toBe(400);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: false });
  expect(await actionsOf(member)).toEqual([]);
});

test("an undo works only for its own member", async () => {
  const [member, other] = await Promise.all([createMember(), createMember()]);
  const now = Date.now();
  const [{ undo: value }] = await Promise.all([stop(member, now), stop(other, now)]);
  expect((await undo(other, value, now)).status).toBe(400);
  expect(await selectMember(db, other.id).get()).toMatchObject({ emailEnabled: false });
});

test("an undo works for a day", async () => {
  const [early, late] = await Promise.all([createMember(), createMember()]);
  const now = Date.now();
  const [first, second] = await Promise.all([stop(early, now), stop(late, now)]);
  expect((await undo(early, first.undo, now + DAY_MS - 1)).status).toBe(200);
  const refused = await undo(late, second.undo, now + DAY_MS);
  expect([refused.status, (await refused.json()) as unknown]).toMatchObject([410, { code: "gone" }]);
  expect(await selectMember(db, late.id).get()).toMatchObject({ emailEnabled: false });
});

test("an undo works only while the stop is the latest change, so the member's newer choices stay", async () => {
  const member = await createMember();
  const now = Date.now();
  const { undo: value } = await stop(member, now);
  const token = await tokenFor(member);
  for (const [step, emailEnabled] of [true, false].entries()) {
    const json = { emailEnabled };
    await request("/api/user/profile", { method: "PUT", token, json, now: now + 1000 * (step + 1) });
  }
  expect((await undo(member, value, now + 5000)).status).toBe(410);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: false });
});

test("saving a playback speed doesn't invalidate the undo", async () => {
  const member = await createMember();
  const now = Date.now();
  const { undo: value } = await stop(member, now);
  const speed = { method: "PUT", token: await tokenFor(member), json: { playbackSpeed: 2 }, now: now + 1000 };
  expect((await request("/api/user/profile", speed)).status).toBe(200);
  expect((await undo(member, value, now + 5000)).status).toBe(200);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: true });
});

test("alternating stops and undos are refused after a few rounds", async () => {
  const member = await createMember();
  const statuses: number[] = [];
  for (let round = 0; round < 8 && statuses.at(-1) !== 429; round += 1) {
    const { undo: value } = await stop(member);
    const answer = await undo(member, value);
    statuses.push(answer.status);
    if (answer.status === 429)
      expect(await answer.json()).toMatchObject({
        error: "You've undone this too many times. Wait a few minutes, or turn your emails on in My Account.",
      });
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await selectMember(db, member.id).get()).toMatchObject({ emailEnabled: false });
});

test("another member's link, a made-up key, or a deleted account is refused and changes nothing", async () => {
  const [member, other] = await Promise.all([createMember(), createMember()]);
  const borrowed = pathOf(member).replace(member.id, other.id);
  expect((await request(borrowed, oneClick)).status).toBe(400);
  expect((await request(unsubscribePath(other.id, "x"), oneClick)).status).toBe(400);
  expect((await request("/unsubscribe", oneClick)).status).toBe(400);
  expect(await selectMember(db, other.id).get()).toMatchObject({ emailEnabled: true });
  const deleted = await createMember({ deletedAt: 1 });
  expect((await request(pathOf(deleted), oneClick)).status).toBe(400);
});

test.for([{}, [], "x", { member: 1, key: "k" }, { member: "m", key: "k".repeat(200) }])(
  "the invalid link %j is refused with a readable message",
  async (json) => {
    const response = await request("/api/unsubscribe", { json });
    const body = (await response.json()) as { error: string };
    expect([response.status, body.error]).toEqual([
      400,
      "This unsubscribe link doesn't work. Use the link in your latest email.",
    ]);
  },
);

test("a network that floods the unsubscribe route is rate-limited, but an email provider elsewhere isn't", async () => {
  const address = uniqueAddress();
  // The limit is 300 a minute; twice that plus one, because a new minute may start in between.
  const calls = Array.from({ length: 601 }, () =>
    request(unsubscribePath("m", "k"), { ...oneClick, headers: { "cf-connecting-ip": address } }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toContain(429);
  const member = await createMember();
  const elsewhere = { ...oneClick, headers: { ...oneClick.headers, "cf-connecting-ip": uniqueAddress() } };
  expect((await request(pathOf(member), elsewhere)).status).toBe(200);
});
