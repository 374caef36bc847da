import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { itemByMail, progressByMail } from "#domain/contract/mail-responses.ts";
import { profileResponse } from "#domain/contract/profile.ts";
import { engagementResponse } from "#domain/contract/progress.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { CHICAGO, dayAhead, slotAhead } from "#test/support/fixtures.ts";
import {
  createItem,
  createMedium,
  createMember,
  deliveryOf,
  rowsOf,
  slotRow,
  tokenFor,
} from "#test/worker/factories.ts";
import { tickThrough } from "#test/worker/jobs.ts";
import { outboxOf } from "#test/worker/outbox.ts";
import { request } from "#test/worker/request.ts";

// The dispatcher works on the whole database, so each test starts with an empty one.
beforeEach(async () => {
  const tables = ["wake_up_batches", "wake_up_mails", "deliveries", "wake_up_slots", "dispatcher", "fallback_mornings"];
  const others = ["member_progress", "repeats", "content_revisions", "content", "sessions", "access_grants", "members"];
  await env.DB.batch([...tables, ...others].map((table) => env.DB.prepare(`delete from ${table}`)));
});

/** A past session that may be sent again. */
const libraryItem = (daysAgo: number, own: Parameters<typeof createItem>[1] = {}) =>
  createItem(dayAhead(-daysAgo), { title: `From ${daysAgo} days ago`, mayBeSentAgain: true, ...own });

const switchTo = (mayBeSentAgain: boolean, { date }: { date: string }) =>
  request(`/api/content/${date}`, { admin: true, method: "PUT", json: { mayBeSentAgain } });

const wokenAt = (wakeUpHour: number, timezone = CHICAGO) =>
  createMember({ wakeUpHour, timezone, accessEndsAt: slotAhead(400, 5), wakeUpSince: 0 });

async function mailsOf(address: string, count = 1) {
  const mails = await outboxOf(address);
  expect(mails).toHaveLength(count);
  return mails;
}

const mornings = () => rowsOf("select date, content_id from fallback_mornings order by date");

/** The link of an email's button. */
function buttonOf(mail: { text: string } | undefined): URL {
  const address = mail?.text.split("\n").find((line) => line.includes("/content/"));
  return new URL(address ?? "missing:");
}

test("a morning without content sends nothing, unless a session may be sent again", async () => {
  const item = await libraryItem(60, { mayBeSentAgain: false });
  const member = await wokenAt(5);
  await tickThrough(slotAhead(1, 5));
  expect(await slotRow(slotAhead(1, 5))).toMatchObject({ outcome: "no_content" });
  expect(await mornings()).toEqual([]);

  await switchTo(true, item);
  await tickThrough(slotAhead(2, 5));
  await tickThrough(slotAhead(2, 5) + 60_000);
  const [mail] = await mailsOf(member.email);
  expect(mail?.subject).toContain("From 60 days ago");
  expect(mail?.text).toContain("From the library");
  expect(await mornings()).toEqual([{ date: dayAhead(2), content_id: item.id }]);
  expect(await deliveryOf(member.id, dayAhead(2))).toBeDefined();
  expect(await deliveryOf(member.id, item.date)).toBeUndefined();
});

test("each empty morning sends the least recently sent session, even if all went out in the last two weeks", async () => {
  const [first, second] = [await libraryItem(90), await libraryItem(80)];
  const recent = await libraryItem(5);
  const member = await wokenAt(5);
  for (const days of [1, 2, 3, 4]) await tickThrough(slotAhead(days, 5));
  await mailsOf(member.email, 4);
  expect(await mornings()).toEqual([
    { date: dayAhead(1), content_id: first.id },
    { date: dayAhead(2), content_id: second.id },
    { date: dayAhead(3), content_id: recent.id },
    { date: dayAhead(4), content_id: first.id },
  ]);
});

test("a date gets one fallback item, however many zones, hours, and ticks request it", async () => {
  const [item] = [await libraryItem(61), await libraryItem(60)];
  const members = await Promise.all([
    wokenAt(5, "America/New_York"),
    wokenAt(5),
    wokenAt(7),
    wokenAt(5, "America/Los_Angeles"),
  ]);
  const east = instantAt(dayAhead(1), 5, "America/New_York");
  await Promise.all([
    tickThrough(east),
    tickThrough(east),
    tickThrough(east + HOUR_MS),
    tickThrough(east + 3 * HOUR_MS),
  ]);
  for (const { email } of members) expect((await mailsOf(email))[0]?.subject).toContain("From 61 days ago");
  expect(await mornings()).toEqual([{ date: dayAhead(1), content_id: item.id }]);
});

test("content published mid-morning goes to members not yet woken, and the fallback stops counting", async () => {
  const item = await libraryItem(60);
  const [early, late] = [await wokenAt(5), await wokenAt(7)];
  await tickThrough(slotAhead(1, 5));
  const [fallback] = await mailsOf(early.email);
  await createItem(dayAhead(1), { title: "At the last minute" });
  await tickThrough(slotAhead(1, 7));
  expect((await mailsOf(late.email))[0]?.subject).toContain("At the last minute");
  // The early email still plays the item it names.
  const link = buttonOf(fallback);
  expect(await openedBy(link, slotAhead(1, 8))).toMatchObject({ id: item.id });
});

test("a fallback that becomes unavailable mid-morning is replaced by the next one for the later hours", async () => {
  const [item, other] = [await libraryItem(61), await libraryItem(60)];
  const [early, late] = [await wokenAt(5), await wokenAt(7)];
  await tickThrough(slotAhead(1, 5));
  const [mail] = await mailsOf(early.email);
  await request(`/api/content/${item.date}`, { admin: true, method: "PUT", json: { hidden: true } });
  await tickThrough(slotAhead(1, 7));
  expect((await mailsOf(late.email))[0]?.subject).toContain("From 60 days ago");
  expect(await rowsOf("select content_id, earlier from fallback_mornings")).toEqual([
    { content_id: other.id, earlier: JSON.stringify([item.id]) },
  ]);
  // The item in the early email can't be opened anymore, so the morning's session plays instead.
  expect(await openedBy(buttonOf(mail), slotAhead(1, 8))).toMatchObject({ id: other.id });
});

function linkOf(url: URL) {
  const { member, key, morning } = Object.fromEntries(url.searchParams);
  return { member, key, date: morning, item: url.pathname.replace("/content/", "") };
}

async function openedBy(url: URL, now: number) {
  const response = await request("/api/by-mail/open", { json: linkOf(url), now });
  expect(response.status).toBe(200);
  return itemByMail.parse(await response.json());
}

test("the button opens the item's own page, plays it without a login, and completing it counts for the day", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const item = await libraryItem(60, { audioKey });
  const member = await wokenAt(5);
  await tickThrough(slotAhead(1, 5));
  const url = buttonOf((await mailsOf(member.email))[0]);
  expect(url.pathname).toBe(`/content/${item.id}`);
  const now = slotAhead(1, 5) + 60_000;
  expect(await openedBy(url, now)).toMatchObject({ date: item.date, audioFilename: audioKey });

  const save = async (audioProgress: number) => {
    const json = { ...linkOf(url), report: { audioProgress } };
    const response = await request("/api/by-mail/progress", { json, now });
    return progressByMail.parse(await response.json()).totalWatched;
  };
  expect([await save(20), await save(85)]).toEqual([false, true]);
  expect(await rowsOf("select completed_date from progress_in_words")).toEqual([{ completed_date: dayAhead(1) }]);
  expect(await rowsOf("select * from repeats")).toEqual([]);
});

test("an email key opens only its own morning's item", async () => {
  const [item, other] = [await libraryItem(61), await libraryItem(60)];
  const member = await wokenAt(5);
  await tickThrough(slotAhead(1, 5));
  const url = buttonOf((await mailsOf(member.email))[0]);
  url.pathname = `/content/${other.id}`;
  expect(await openedBy(url, slotAhead(1, 6))).toMatchObject({ id: item.id });
  const { item: _, ...link } = linkOf(url);
  const anotherDay = await request("/api/by-mail/open", { json: { ...link, date: dayAhead(2) }, now: slotAhead(1, 6) });
  expect(anotherDay.status).toBe(400);
});

test("replaying an item completed long ago completes the morning: the day, the streak, and the count", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const videoKey = await createMedium("video", new Uint8Array(8));
  const item = await libraryItem(60, { audioKey, videoKey });
  // The member missed it, so no streak reaches from then until now.
  await libraryItem(30);
  const member = await wokenAt(5);
  await tickThrough(slotAhead(1, 5));
  const url = buttonOf((await mailsOf(member.email))[0]);
  const now = slotAhead(1, 5) + 60_000;
  const token = await tokenFor(member, now);
  const save = async (json: object, at = now) =>
    (await request(`/api/progress/${item.date}`, { token, json, now: at })).json();
  await save({ totalWatched: true, at: new Date(now).toISOString() }, now - 2 * DAY_MS);
  await env.DB.prepare("update member_progress set completed_day = unixepoch(?) / 86400").bind(item.date).run();
  const figures = async (at = now) =>
    engagementResponse.parse(await (await request("/api/user/engagement", { token, now: at })).json());
  expect(await figures()).toMatchObject({ itemsCompleted: 1, currentStreak: 0 });

  const byMail = async (report: object) => {
    const response = await request("/api/by-mail/progress", { json: { ...linkOf(url), report }, now });
    return progressByMail.parse(await response.json()).totalWatched;
  };
  expect([await byMail({ audioProgress: 10 }), await byMail({ audioProgress: 90 })]).toEqual([false, false]);
  expect(await figures()).toMatchObject({ itemsCompleted: 1, currentStreak: 0 });
  // Each medium, in the usual way; the last one in the session, whose response has the figures.
  const answer = engagementResponse.parse(((await save({ videoProgress: 80 })) as { engagement: unknown }).engagement);
  expect(answer).toMatchObject({ itemsCompleted: 2, currentStreak: 1 });
  expect(await byMail({ audioProgress: 95 })).toBe(true);
  await save({ audioProgress: 100, videoProgress: 100 });
  expect(await figures()).toEqual(answer);
  const [row] = await rowsOf("select items_completed, last_completed_date, current_streak from members");
  expect(row).toEqual({ items_completed: 2, last_completed_date: dayAhead(1), current_streak: 1 });

  const activity = (await (await request("/api/user/activity", { token, now })).json()) as { days: unknown };
  expect(activity.days).toContainEqual({ date: dayAhead(1), count: 1 });

  // "Not done" undoes all of it.
  const undone = await request(`/api/progress/${item.date}/not-done`, { token, json: { epoch: 0 }, now });
  expect(undone.status).toBe(200);
  expect(await figures()).toMatchObject({ itemsCompleted: 0, currentStreak: 0 });
  expect(await rowsOf("select * from repeats")).toEqual([]);
});

test("playing an old item on another day, or when it isn't a fallback, isn't counted twice", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const [item, other] = [await libraryItem(61, { audioKey }), await libraryItem(60, { audioKey })];
  const member = await wokenAt(5);
  await tickThrough(slotAhead(1, 5));
  await mailsOf(member.email);
  const token = await tokenFor(member, slotAhead(1, 5));
  const complete = (ref: string, now: number) =>
    request(`/api/progress/${ref}`, { token, json: { audioProgress: 100 }, now });
  for (const { date } of [item, other]) await complete(date, slotAhead(-1, 5));
  await complete(other.date, slotAhead(1, 6));
  await complete(item.date, slotAhead(3, 6));
  expect(await rowsOf("select * from repeats")).toEqual([]);
  // The button still works on the next morning, and playback counts for the day it happens.
  await complete(item.date, slotAhead(2, 6));
  expect(await rowsOf("select morning, completed_date from repeats")).toEqual([
    { morning: dayAhead(1), completed_date: dayAhead(2) },
  ]);
});

test("a session resent on the two days after its own counts once a day for members who replay it", async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const item = await libraryItem(0, { audioKey });
  const [daily, rare] = [await wokenAt(5), await wokenAt(5)];
  const play = async (member: typeof daily, day: number) => {
    const now = slotAhead(day, 6);
    const token = await tokenFor(member, now);
    await request(`/api/progress/${item.date}`, { token, json: { audioProgress: 100 }, now });
  };
  for (const member of [daily, rare]) await play(member, 0);
  for (const day of [1, 2]) {
    await tickThrough(slotAhead(day, 5));
    await play(daily, day);
  }
  await play(rare, 2);
  expect(await mornings()).toEqual([1, 2].map((day) => ({ date: dayAhead(day), content_id: item.id })));
  const repeatsOf = ({ id }: typeof daily) =>
    rowsOf("select morning, completed_date from repeats where member_id = ? order by morning", id);
  expect(await repeatsOf(daily)).toEqual(
    [1, 2].map((day) => ({ morning: dayAhead(day), completed_date: dayAhead(day) })),
  );
  expect(await repeatsOf(rare)).toEqual([{ morning: dayAhead(2), completed_date: dayAhead(2) }]);
  const counts = await rowsOf(
    "select items_completed as n from members where id in (?, ?) order by n",
    daily.id,
    rare.id,
  );
  expect(counts).toEqual([{ n: 2 }, { n: 3 }]);
});

test("the next wake-up skips a morning without content, and includes one with a fallback", async () => {
  const item = await libraryItem(60, { mayBeSentAgain: false });
  await createItem(dayAhead(3));
  const member = await wokenAt(5);
  const now = slotAhead(1, 1);
  const token = await tokenFor(member, now);
  const next = async () => {
    const answer = await request("/api/user/profile", { token, now });
    return profileResponse.parse(await answer.json()).nextWakeUpAt;
  };
  expect(await next()).toBe(new Date(slotAhead(3, 5)).toISOString());
  await switchTo(true, item);
  expect(await next()).toBe(new Date(slotAhead(1, 5)).toISOString());
  await switchTo(false, item);
  expect(await next()).toBe(new Date(slotAhead(3, 5)).toISOString());
  const changed = await request("/api/user/profile", { token, now, method: "PUT", json: { emailTime: "06:00" } });
  expect(profileResponse.parse(await changed.json()).nextWakeUpAt).toBe(new Date(slotAhead(3, 6)).toISOString());
});

test("an empty morning that wakes no one uses up no fallback, and a missed one counts the members due", async () => {
  await libraryItem(60);
  await wokenAt(9);
  await tickThrough(slotAhead(1, 5));
  expect(await mornings()).toEqual([]);
  // Nothing ran from 5 AM until after the cutoff.
  await tickThrough(slotAhead(1, 5) + 60_000);
  const late = slotAhead(1, 9) + 5 * HOUR_MS;
  vi.useFakeTimers({ now: late, toFake: ["Date"] });
  try {
    await tickThrough(late);
  } finally {
    vi.useRealTimers();
  }
  expect(await slotRow(slotAhead(1, 9))).toMatchObject({ outcome: "missed", due_count: 1 });
});
