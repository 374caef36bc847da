import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { wakeUpByMail } from "#domain/contract/mail-responses.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { wakeUpChangePath } from "#domain/paths.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import { CHICAGO, dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMember, db, rowsOf, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { hashPassword } from "../../account/password/password.ts";
import { readConfig } from "../../kernel/env.ts";
import { mailKey } from "../../kernel/links/mail-key.ts";
import { moveHours, pauseUntil, undoChange } from "./change-by-mail.queries.ts";

const DATE = dayAhead(2);
const MONDAY = pauseDayOf(DATE);
const SEVEN = instantAt(DATE, 7, CHICAGO);

const sleeper = (own: Parameters<typeof createMember>[0] = {}) =>
  createMember({ accessEndsAt: SEVEN + 60 * DAY_MS, ...own });

function linkOf({ id }: Pick<Member, "id">) {
  return { member: id, date: DATE, key: mailKey(readConfig(env), { member: id, date: DATE }) };
}

function call(action: "check" | "pause" | "hour" | "undo", json: object, now = SEVEN): Promise<Response> {
  return request(`/api/by-mail/${action}`, { json, now, address: uniqueAddress() });
}

async function answerOf(response: Response) {
  expect(response.status).toBe(200);
  return wakeUpByMail.parse(await response.json());
}

async function actionsOf({ id }: Member) {
  return (await rowsOf("select action from audit where subject = ? order by id", id)).map((row) => row.action);
}

const stored = ({ id }: Member) => selectMember(db, id).get();

test("one click pauses until the Monday named in its email; repeats change nothing and offer no undo", async () => {
  const member = await sleeper();
  const json = { ...linkOf(member), until: MONDAY };
  const first = await answerOf(await call("pause", json));
  expect(first).toEqual({ emailTime: "06:00", pausedUntil: MONDAY, undo: expect.any(String) });
  const pausedUntil = instantAt(MONDAY, 0, CHICAGO);
  for (const later of [1, DAY_MS]) {
    expect(await answerOf(await call("pause", json, SEVEN + later))).toEqual({
      emailTime: "06:00",
      pausedUntil: MONDAY,
    });
  }
  expect(await stored(member)).toMatchObject({ pausedUntil, updatedAt: SEVEN });
  expect(await actionsOf(member)).toEqual(["mails.pause"]);
});

test("checking a link says what its button would do, and changes nothing", async () => {
  const [member, stopped] = [await sleeper(), await sleeper({ emailEnabled: false })];
  expect(await answerOf(await call("check", linkOf(member)))).toEqual({ emailTime: "06:00", pausedUntil: null });
  const end = instantAt(addDays(DATE, 8), 0, CHICAGO);
  expect((await call("check", linkOf(member), end)).status).toBe(410);
  expect((await call("check", { ...linkOf(member), key: "A".repeat(43) })).status).toBe(400);
  expect((await call("check", linkOf(stopped))).status).toBe(409);
  expect(await stored(member)).toEqual(member);
  expect(await actionsOf(member)).toEqual([]);
});

test("ten simultaneous clicks make one change with one undo", async () => {
  const member = await sleeper();
  const json = { ...linkOf(member), hour: 8 };
  const answers = await Promise.all(Array.from({ length: 10 }, async () => answerOf(await call("hour", json))));
  expect(answers.filter(({ undo }) => undo !== undefined)).toHaveLength(1);
  expect(await actionsOf(member)).toEqual(["mails.time"]);
});

test("a longer pause chosen by the member isn't shortened", async () => {
  const until = instantAt(addDays(MONDAY, 30), 0, CHICAGO);
  const member = await sleeper({ pausedUntil: until });
  const answer = await answerOf(await call("pause", { ...linkOf(member), until: MONDAY }));
  expect(answer).toEqual({ emailTime: "06:00", pausedUntil: addDays(MONDAY, 30) });
  expect(await stored(member)).toMatchObject({ pausedUntil: until });
  expect(await actionsOf(member)).toEqual([]);
});

test("one click changes the hour starting with the next slot, and repeats change nothing", async () => {
  const member = await sleeper();
  const json = { ...linkOf(member), hour: 7 };
  expect(await answerOf(await call("hour", json))).toEqual({
    emailTime: "07:00",
    pausedUntil: null,
    undo: expect.any(String),
  });
  expect(await answerOf(await call("hour", json, SEVEN + 1))).toEqual({ emailTime: "07:00", pausedUntil: null });
  expect(await stored(member)).toMatchObject({ wakeUpHour: 7, wakeUpSince: SEVEN });
  expect(await actionsOf(member)).toEqual(["mails.time"]);
});

test.for(["pause", "hour"] as const)(
  "a %s change can be undone for a day, only by the member who clicked",
  async (action) => {
    const [member, late, other] = [await sleeper(), await sleeper(), await sleeper()];
    const change = { until: MONDAY, hour: 9 };
    const clicked = async (one: Member) => {
      const { undo = "" } = await answerOf(await call(action, { ...linkOf(one), ...change }));
      return undo;
    };
    const [undo, tooOld] = await Promise.all([clicked(member), clicked(late)]);

    expect((await call("undo", { ...linkOf(other), undo })).status).toBe(400);
    const before = { emailTime: "06:00", pausedUntil: null };
    expect(await answerOf(await call("undo", { ...linkOf(member), undo }, SEVEN + DAY_MS - 1))).toEqual(before);
    expect(await stored(member)).toMatchObject({ wakeUpHour: 6, pausedUntil: null });
    // Asked again after a lost response: confirmed, but not done twice.
    expect(await answerOf(await call("undo", { ...linkOf(member), undo }, SEVEN + DAY_MS - 1))).toEqual(before);
    const entries = { pause: ["mails.pause", "mails.resume"], hour: ["mails.time", "mails.time"] };
    expect(await actionsOf(member)).toEqual(entries[action]);

    const refused = await call("undo", { ...linkOf(late), undo: tooOld }, SEVEN + DAY_MS);
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: "gone" }]);
  },
);

test("an undo works only while the click is the latest change", async () => {
  const member = await sleeper();
  const { undo } = await answerOf(await call("hour", { ...linkOf(member), hour: 7 }));
  const profile = { method: "PUT", token: await tokenFor(member), json: { emailTime: "08:00" }, now: SEVEN + 1000 };
  expect((await request("/api/user/profile", profile)).status).toBe(200);
  expect((await call("undo", { ...linkOf(member), undo }, SEVEN + 2000)).status).toBe(410);
  expect(await stored(member)).toMatchObject({ wakeUpHour: 8 });
});

test("saving from the player or setting a new password doesn't invalidate the undo", async () => {
  const member = await sleeper({ passwordHash: await hashPassword(readConfig(env), "the old password") });
  const { undo } = await answerOf(await call("hour", { ...linkOf(member), hour: 7 }));
  const own = { token: await tokenFor(member), address: uniqueAddress() };
  const speed = { ...own, method: "PUT", json: { playbackSpeed: 1.5 }, now: SEVEN + 1000 };
  expect((await request("/api/user/profile", speed)).status).toBe(200);
  const words = { currentPassword: "the old password", newPassword: "wet socks on a line" };
  const changed = await request("/api/user/change-password", { ...own, json: words, now: SEVEN + 2000 });
  expect(changed.status).toBe(200);
  expect(await answerOf(await call("undo", { ...linkOf(member), undo }, SEVEN + 3000))).toMatchObject({
    emailTime: "06:00",
  });
  expect(await stored(member)).toMatchObject({ wakeUpHour: 6, playbackSpeed: 1.5 });
});

test("undoing a longer pause restores the earlier one", async () => {
  const earlier = instantAt(addDays(DATE, 1), 0, CHICAGO);
  const member = await sleeper({ pausedUntil: earlier });
  const { undo } = await answerOf(await call("pause", { ...linkOf(member), until: MONDAY }));
  await answerOf(await call("undo", { ...linkOf(member), undo }));
  expect(await stored(member)).toMatchObject({ pausedUntil: earlier });
});

test("alternating changes and undos are refused after a few rounds", async () => {
  const member = await sleeper();
  const statuses: number[] = [];
  let undo: string | undefined;
  for (let round = 0; round < 5; round += 1) {
    ({ undo } = await answerOf(await call("hour", { ...linkOf(member), hour: 7 })));
    statuses.push((await call("undo", { ...linkOf(member), undo })).status);
  }
  const refused = await call("undo", { ...linkOf(member), undo });
  expect([...statuses, refused.status]).toEqual([200, 200, 200, 200, 200, 429]);
  expect(await refused.json()).toMatchObject({
    error: "You've undone this too many times. Wait a few minutes, or change your wake-up in My Account.",
  });
});

test("the links work for seven days after their email's day", async () => {
  const end = instantAt(addDays(DATE, 8), 0, CHICAGO);
  const member = await sleeper();
  expect((await call("hour", { ...linkOf(member), hour: 7 }, end - 1)).status).toBe(200);
  for (const action of ["hour", "pause"] as const) {
    const refused = await call(action, { ...linkOf(member), hour: 8, until: MONDAY }, end);
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: "gone" }]);
  }
  expect(await stored(member)).toMatchObject({ wakeUpHour: 7, pausedUntil: null });
});

test("a pause until a past Monday or any other day, or an hour that's not offered, is refused", async () => {
  const member = await sleeper();
  const late = await call("pause", { ...linkOf(member), until: MONDAY }, instantAt(MONDAY, 0, CHICAGO));
  // By then, a link from Tuesday or later has expired as well.
  expect(late.status).toBe(410);
  for (const until of [addDays(MONDAY, 7), addDays(MONDAY, -1), "x", undefined]) {
    expect((await call("pause", { ...linkOf(member), until })).status, String(until)).toBe(400);
  }
  for (const hour of [4, 10, 24, -1, 6.5, "7", undefined]) {
    expect((await call("hour", { ...linkOf(member), hour })).status, String(hour)).toBe(400);
  }
  expect(await actionsOf(member)).toEqual([]);
});

test("a member who gets no emails is refused, and nothing changes", async () => {
  const members = await Promise.all([
    sleeper({ emailEnabled: false }),
    sleeper({ suppressedAt: 1 }),
    sleeper({ accessEndsAt: SEVEN }),
  ]);
  for (const member of members) {
    for (const action of ["pause", "hour"] as const) {
      const refused = await call(action, { ...linkOf(member), hour: 7, until: MONDAY });
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: "conflict" }]);
    }
    expect(await actionsOf(member)).toEqual([]);
  }
});

test("a forged key, another member's key, or a deleted account is refused, and a GET changes nothing", async () => {
  const [member, other, deleted] = [await sleeper(), await sleeper(), await sleeper({ deletedAt: 1 })];
  const forged = [
    { ...linkOf(member), key: "A".repeat(43) },
    { ...linkOf(member), member: other.id },
    linkOf(deleted),
    {},
  ];
  for (const link of forged) {
    for (const action of ["pause", "hour", "undo"] as const) {
      expect((await call(action, { ...link, until: MONDAY, hour: 7, undo: "1.hour.6.x" })).status).toBe(400);
    }
  }
  for (const change of [{ until: MONDAY }, { hour: "7" }]) {
    await request(wakeUpChangePath(linkOf(member), change), { now: SEVEN });
  }
  for (const one of [member, other]) {
    expect(await stored(one)).toMatchObject({ wakeUpHour: 6, pausedUntil: null, updatedAt: one.updatedAt });
    expect(await actionsOf(one)).toEqual([]);
  }
});

test.for(["", "x", "1.hour.7", "1.pause..x", "1.hour.6.x", "..."])("%j is refused as an undo", async (undo) => {
  const member = await sleeper();
  expect((await call("undo", { ...linkOf(member), undo })).status).toBe(400);
});

test("undoing to an hour that has passed records that the morning has no email", async () => {
  const member = await sleeper({ wakeUpSince: 0 });
  // Days that no other test uses: on others there is no content to lose.
  const [date, next] = [dayAhead(12), dayAhead(13)];
  await createItem(next);
  const link = { member: member.id, date, key: mailKey(readConfig(env), { member: member.id, date }) };
  const { undo } = await answerOf(await call("hour", { ...link, hour: 8 }, instantAt(date, 10, CHICAGO)));
  const between = instantAt(next, 6, CHICAGO) + HOUR_MS / 2;
  await answerOf(await call("undo", { ...link, undo }, between));
  expect(await actionsOf(member)).toEqual(["mails.time", "mails.time", "mails.skipped"]);
});

test("email links allow ten changes an hour, and clicks without effect don't count", async () => {
  const [member, other] = [await sleeper(), await sleeper()];
  const to = (hour: number, now = SEVEN) => call("hour", { ...linkOf(member), hour }, now);
  for (let times = 0; times < 15; times += 1) await answerOf(await to(6));
  for (let times = 0; times < 10; times += 1) await answerOf(await to(times % 2 === 0 ? 8 : 6));
  const refused = await to(8, SEVEN + HOUR_MS / 2);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1800"]);
  expect(await refused.json()).toMatchObject({
    error:
      "Your email links were used for a lot of changes in the past hour, so we didn't make this one. Try again in 30 minutes, or make it now in My Account.",
  });
  expect((await call("pause", { ...linkOf(member), until: MONDAY })).status).toBe(429);
  expect(await actionsOf(member)).toHaveLength(10);
  // An earlier click still gets its response, other members' changes don't count, and the hour passes.
  expect((await to(6)).status).toBe(200);
  expect((await call("hour", { ...linkOf(other), hour: 8 })).status).toBe(200);
  expect((await to(8, SEVEN + HOUR_MS)).status).toBe(200);
});

test("a click based on outdated settings has no effect, whether or not it counted toward the limit", async () => {
  const read = await sleeper();
  await answerOf(await call("hour", { ...linkOf(read), hour: 8 }));
  await answerOf(await call("pause", { ...linkOf(read), until: MONDAY }));
  const until = instantAt(addDays(MONDAY, 7), 0, CHICAGO);
  const hour = (wakeUpHour: number) => ({ wakeUpHour, weekendHour: null });
  // The first one changed nothing, so it wasn't counted; the others were for an outdated state.
  for (const late of [
    moveHours(db, read, hour(6), SEVEN),
    moveHours(db, read, hour(9), SEVEN),
    pauseUntil(db, read, until, SEVEN),
    undoChange(db, read, hour(6), { now: SEVEN, changedAt: SEVEN }),
  ])
    expect(await late).toEqual([]);
  expect(await stored(read)).toMatchObject({ wakeUpHour: 8, pausedUntil: instantAt(MONDAY, 0, CHICAGO) });
});

test("an undo repeated in the same millisecond as its click takes effect once", async () => {
  const member = await sleeper();
  const { undo } = await answerOf(await call("hour", { ...linkOf(member), hour: 7 }));
  for (let times = 0; times < 2; times += 1) {
    expect(await answerOf(await call("undo", { ...linkOf(member), undo }))).toMatchObject({ emailTime: "06:00" });
  }
  expect(await actionsOf(member)).toEqual(["mails.time", "mails.time"]);
});
