import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { itemByMail, progressByMail } from "#domain/contract/mail-responses.ts";
import { HOUR_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead } from "#test/support/fixtures.ts";
import { createItem, createMedium, createMember, db, rowsOf, setMember, tokenFor } from "#test/worker/factories.ts";
import { cookieOf } from "#test/worker/media-pass.ts";
import { request, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import type { Member } from "../../account/member/member.ts";
import { selectContent } from "../../content/content.queries.ts";
import { readConfig } from "../../kernel/env.ts";
import { mailKey } from "../../kernel/links/mail-key.ts";

const DATE = dayAhead(300);
const SIX = instantAt(DATE, 6, CHICAGO);
const YEAR_ON = SIX + 365 * 24 * HOUR_MS;
let files = { audio: "", video: "", captions: "", other: "" };

beforeAll(async () => {
  const make = (kind: "audio" | "video" | "captions") => createMedium(kind, new Uint8Array(8));
  files = {
    audio: await make("audio"),
    video: await make("video"),
    captions: await make("captions"),
    other: await make("audio"),
  };
  const { audio: audioKey, video: videoKey, captions: captionsKey } = files;
  await createItem(DATE, { audioKey, videoKey, captionsKey, transcript: "Stand up.", durationSeconds: 600 });
  await createItem(addDays(DATE, -1), { audioKey: files.other });
});

const listener = (own: Parameters<typeof createMember>[0] = {}) => createMember({ accessEndsAt: YEAR_ON, ...own });

function linkOf(member: Pick<Member, "id">, date = DATE) {
  return { member: member.id, date, key: mailKey(readConfig(env), { member: member.id, date }) };
}

const open = (link: object, now = SIX) => request("/api/by-mail/open", { json: link, now });
const save = (link: object, report: object, now = SIX) =>
  request("/api/by-mail/progress", { json: { ...link, report }, now });

async function passOf(member: Member, now = SIX): Promise<string> {
  const cookie = cookieOf(await open(linkOf(member), now));
  if (!cookie) throw new Error("The answer set no pass.");
  return `${cookie.name}=${cookie.value}`;
}

const play = async (path: string, cookie: string, now = SIX) =>
  (await request(path, { headers: { cookie }, now })).status;

test("the email's key opens the day's item without any of the member's own data", async () => {
  const member = await listener({ firstName: "Secretia" });
  await request(`/api/progress/${DATE}`, { token: await tokenFor(member), json: { totalWatched: true }, now: SIX });
  const response = await open(linkOf(member));
  const body = await response.json();
  expect([response.status, itemByMail.parse(body)]).toEqual([200, body]);
  expect(body).toMatchObject({ date: DATE, audioFilename: files.audio, transcript: "Stand up." });
  expect(JSON.stringify(body)).not.toMatch(/Secretia|completed|progress|favorite/i);
  expect(JSON.stringify(body)).not.toContain(member.email);
});

test("the key's pass plays only that item's media and opens nothing else", async () => {
  const cookie = await passOf(await listener());
  for (const path of [`/audio/${files.audio}`, `/video/${files.video}`, `/video/${files.captions}`]) {
    expect(await play(path, cookie), path).toBe(200);
  }
  expect(await play(`/audio/${files.other}`, cookie)).toBe(401);
  for (const path of ["/api/user/profile", `/api/content/${DATE}`, `/api/progress/${DATE}`, "/api/auth/verify"]) {
    expect(await play(path, cookie), path).toBe(401);
  }
});

test("a pass with a changed file, expiry, or signature is refused", async () => {
  const cookie = decodeURIComponent(await passOf(await listener()));
  const forged = [
    cookie.replace(files.audio, files.other),
    cookie.replace(/=\d+/, (end) => `=${Number(end.slice(1)) + 1}`),
    `${cookie.slice(0, -1)}${cookie.endsWith("A") ? "B" : "A"}`,
    cookie.slice(0, cookie.lastIndexOf(":")),
    "item_pass=",
    "item_pass=:::",
  ];
  for (const pass of forged) {
    for (const file of [files.other, files.audio]) expect(await play(`/audio/${file}`, pass), pass).toBe(401);
  }
});

test("a pass lasts six hours, but never beyond the member's access or the key's expiry", async () => {
  const member = await listener();
  const first = await passOf(member);
  const path = `/audio/${files.audio}`;
  expect(await play(path, first, SIX + 6 * HOUR_MS - 1)).toBe(200);
  expect(await play(path, first, SIX + 6 * HOUR_MS)).toBe(401);

  const leaving = await listener({ accessEndsAt: SIX + HOUR_MS });
  expect(await play(path, await passOf(leaving), SIX + HOUR_MS)).toBe(401);

  const midnight = instantAt(addDays(DATE, 2), 0, CHICAGO);
  const late = await passOf(member, midnight - HOUR_MS);
  expect(await play(path, late, midnight - 1)).toBe(200);
  expect(await play(path, late, midnight)).toBe(401);
});

test("outside development, a pass is sent only over HTTPS, and scripts can't read it", async () => {
  const member = await createMember();
  const date = dayAhead(0);
  await createItem(date);
  const answer = await requestWith({ ENVIRONMENT: "production" }, "/api/by-mail/open", { json: linkOf(member, date) });
  expect(cookieOf(answer)?.attributes).toEqual(expect.arrayContaining(["Secure", "HttpOnly", "SameSite=Lax"]));
});

test("the key works until the end of the next day in the member's time zone", async () => {
  const [chicago, auckland] = [await listener(), await listener({ timezone: "Pacific/Auckland" })];
  for (const member of [chicago, auckland]) {
    const end = instantAt(addDays(DATE, 2), 0, member.timezone);
    expect((await open(linkOf(member), end - 1)).status).toBe(200);
    const refused = await open(linkOf(member), end);
    expect([refused.status, await refused.json()]).toMatchObject([410, { code: "gone" }]);
    expect(refused.headers.get("set-cookie")).toBeNull();
    expect((await save(linkOf(member), { audioProgress: 90 }, end)).status).toBe(410);
  }
});

test("opening or saving is refused without access, after deletion, or for an unavailable item", async () => {
  const [ended, deleted, member] = [
    await listener({ accessEndsAt: SIX }),
    await listener({ deletedAt: 1 }),
    await listener(),
  ];
  const cases = [
    [linkOf(ended), 403],
    [linkOf(deleted), 400],
    [linkOf(member, addDays(DATE, 1)), 404],
  ] as const;
  for (const [link, status] of cases) {
    const answers = [await open(link), await save(link, { audioProgress: 90 })];
    expect(answers.map((answer) => [answer.status, answer.headers.get("set-cookie")])).toEqual([
      [status, null],
      [status, null],
    ]);
  }
  const hidden = await createItem(dayAhead(301), { hidden: true });
  expect((await open(linkOf(member, hidden.date), SIX + 24 * HOUR_MS)).status).toBe(404);
  expect(
    await rowsOf("select * from progress_in_words where member_id in (?, ?, ?)", ended.id, deleted.id, member.id),
  ).toEqual([]);
});

test("a key opens no other day or member and no item by ID, and a forged key reads nothing", async () => {
  const [member, other] = [await listener(), await listener()];
  const link = linkOf(member);
  const item = await selectContent(db, DATE).get();
  const forged = [
    { ...link, date: addDays(DATE, -1) },
    { ...link, member: other.id },
    { ...link, key: "A".repeat(43) },
    { ...link, date: item?.id },
    { member: member.id, date: DATE },
    {},
  ];
  for (const json of forged) {
    let calls = 0;
    const DB = wrappedD1((run) => {
      calls += 1;
      return run();
    });
    for (const path of ["open", "progress"]) {
      const response = await requestWith({ DB }, `/api/by-mail/${path}`, { json: { ...json, report: {} }, now: SIX });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { error: "This link doesn't work. Use the link in your latest email." },
      ]);
    }
    expect(calls).toBe(0);
  }
});

test("opening the link changes nothing, by GET or POST, however often", async () => {
  const member = await listener();
  const before = await rowsOf("select * from members where id = ?", member.id);
  await request(`/content/${DATE}?${new URLSearchParams(linkOf(member))}`, { now: SIX });
  for (let time = 0; time < 3; time += 1) expect((await open(linkOf(member))).status).toBe(200);
  expect(await rowsOf("select * from members where id = ?", member.id)).toEqual(before);
  expect(await rowsOf("select * from progress_in_words where member_id = ?", member.id)).toEqual([]);
  expect(await rowsOf("select * from sessions where member_id = ?", member.id)).toEqual([]);
});

test("playback counts for the member as it does for a logged-in one", async () => {
  const member = await listener();
  const link = linkOf(member);
  const first = await save(link, { audioPosition: 300, audioProgress: 50, sequence: 1 });
  const started = progressByMail.parse(await first.json());
  expect(started).toEqual({ ...started, playback: 1, sequence: 1, audioPosition: 300, epoch: 0, totalWatched: false });
  expect(started).not.toHaveProperty("currentStreak");
  // The item also has a video.
  await save(link, { audioPosition: 540, audioProgress: 90, playback: 1, sequence: 2, epoch: 0 });
  const done = await save(link, { videoPosition: 540, videoProgress: 90, playback: 1, sequence: 3, epoch: 0 });
  const body = await done.json();
  expect(progressByMail.parse(body)).toEqual(body);
  // The streak is the only figure of the member that the key reveals.
  expect(body).toMatchObject({ totalWatched: true, currentStreak: 1 });
  expect(await rowsOf("select items_completed, last_completed_date from members where id = ?", member.id)).toEqual([
    { items_completed: 1, last_completed_date: DATE },
  ]);
  // Sent again after a lost response, and played again.
  const again = await save(link, { videoPosition: 540, videoProgress: 90, playback: 1, sequence: 3, epoch: 0 });
  expect([again.status, await again.json()]).toEqual([200, body]);
  expect(await rowsOf("select items_completed from members where id = ?", member.id)).toEqual([{ items_completed: 1 }]);
});

test("only actual playback counts: a flag alone completes nothing", async () => {
  const member = await listener();
  const flags = { totalWatched: true, audioCompleted: true, videoCompleted: true };
  const saved = await save(linkOf(member), flags);
  expect(await saved.json()).toMatchObject({ totalWatched: false });
  expect(await rowsOf("select items_completed from members where id = ?", member.id)).toEqual([{ items_completed: 0 }]);
});

test("a member who loses access is refused at the next call", async () => {
  const member = await listener();
  expect((await open(linkOf(member))).status).toBe(200);
  await setMember(member.id, { accessEndsAt: SIX });
  expect((await open(linkOf(member))).status).toBe(403);
  expect((await save(linkOf(member), { audioProgress: 90 })).status).toBe(403);
});

test("a member's email links can save sixty times an hour, and refused progress is saved after the hour", async () => {
  const [member, other] = [await listener(), await listener()];
  const statuses: number[] = [];
  for (let minute = 0; minute < 62; minute += 1) {
    const report = { audioProgress: minute + 1, audioPosition: minute };
    statuses.push((await save(linkOf(member), report, SIX + minute * 1000)).status);
  }
  expect([statuses.indexOf(429), statuses.filter((status) => status === 429).length]).toEqual([60, 2]);
  const refused = await save(linkOf(member), { audioProgress: 90 }, SIX + HOUR_MS - 60_000);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect(await refused.json()).toMatchObject({
    error:
      "We've saved your progress many times in the past hour. Keep this page open, and we'll save it again in a minute.",
  });
  expect((await save(linkOf(other), { audioProgress: 1 })).status).toBe(200);
  expect((await save(linkOf(member), { audioProgress: 90 }, SIX + HOUR_MS)).status).toBe(200);
  expect(await rowsOf("select audio_progress from progress_in_words where member_id = ?", member.id)).toEqual([
    { audio_progress: 90 },
  ]);
});
