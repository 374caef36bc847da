import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { type ProgressResponse, progressResponse } from "#domain/contract/progress.ts";
import { createItem, createMedium, createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { Member } from "../members/member.ts";

const NOW = Date.parse("2026-05-20T17:00:00Z");
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const EMBED = { embedProvider: "youtube", embedRef: "dQw4w9WgXcQ" } as const;

let day = 0;
async function item(media: "audio" | "video" | "both" | "none", overrides = {}) {
  day += 1;
  const audio = media === "audio" || media === "both";
  return createItem(`2026-04-${String(day).padStart(2, "0")}`, {
    ...(audio ? { audioKey: await createMedium("audio", new Uint8Array(4)) } : {}),
    ...(media === "video" || media === "both" ? EMBED : {}),
    ...overrides,
  });
}

async function report(member: Member, ref: string, json: unknown, now = NOW): Promise<Response> {
  return request(`/api/progress/${ref}`, { json, token: await tokenFor(member, now), now });
}

async function saved(member: Member, ref: string, json: unknown, now = NOW): Promise<ProgressResponse> {
  const response = await report(member, ref, json, now);
  expect(response.status).toBe(200);
  return progressResponse.parse(await response.json());
}

async function read(member: Member, ref: string, now = NOW): Promise<ProgressResponse> {
  const response = await request(`/api/progress/${ref}`, { token: await tokenFor(member, now), now });
  expect(response.status).toBe(200);
  return progressResponse.parse(await response.json());
}

async function completedDate(member: Member, contentId: string): Promise<unknown> {
  const statement = env.DB.prepare("select completed_date from progress where member_id = ? and content_id = ?");
  return statement.bind(member.id, contentId).first("completed_date");
}

test("before any report there is no progress", async () => {
  const { id, date } = await item("both");
  expect(await read(await createMember(FOREVER), date)).toEqual({
    id,
    date,
    audioCompleted: false,
    videoCompleted: false,
    totalWatched: false,
    audioProgress: 0,
    videoProgress: 0,
    audioPosition: 0,
    videoPosition: 0,
    playback: 0,
    sequence: 0,
    at: null,
    epoch: 0,
  });
});

test("a report is kept for its member alone, under the item's date and its id", async () => {
  const [ana, ben] = await Promise.all([createMember(FOREVER), createMember(FOREVER)]);
  const { id, date } = await item("both");
  expect(await saved(ana, date, { audioProgress: 41.7 })).toMatchObject({ audioProgress: 41, totalWatched: false });
  expect(await read(ana, id)).toMatchObject({ audioProgress: 41 });
  expect(await read(ben, id)).toMatchObject({ audioProgress: 0 });
});

test("80 percent completes a medium, and the last medium completes the session", async () => {
  const member = await createMember(FOREVER);
  const { date } = await item("both");
  expect(await saved(member, date, { audioProgress: 80 })).toMatchObject({ audioCompleted: true, totalWatched: false });
  expect(await saved(member, date, { videoCompleted: true })).toMatchObject({
    videoCompleted: true,
    totalWatched: true,
  });
});

test("an item with audio only is complete with its audio", async () => {
  const member = await createMember(FOREVER);
  const { date } = await item("audio");
  expect(await saved(member, date, { audioCompleted: true })).toMatchObject({ totalWatched: true });
});

test("an item without media is complete when it is marked so", async () => {
  const member = await createMember(FOREVER);
  const { date } = await item("none");
  expect(await saved(member, date, { audioProgress: 100 })).toMatchObject({ totalWatched: false });
  expect(await saved(member, date, { totalWatched: true })).toMatchObject({ totalWatched: true });
});

test("reports that come late, twice or out of order take nothing back", async () => {
  const member = await createMember(FOREVER);
  const { date } = await item("both");
  await saved(member, date, { audioProgress: 85 });
  for (const late of [
    { audioProgress: 20 },
    { audioCompleted: false },
    { totalWatched: false },
    {},
    { audioProgress: 85 },
  ]) {
    expect(await saved(member, date, late)).toMatchObject({ audioCompleted: true, audioProgress: 85 });
  }
});

test("reports of both media at the same time complete the session", async () => {
  const member = await createMember(FOREVER);
  for (let round = 0; round < 3; round += 1) {
    const { date } = await item("both");
    await Promise.all([saved(member, date, { audioCompleted: true }), saved(member, date, { videoCompleted: true })]);
    expect(await read(member, date)).toMatchObject({ audioCompleted: true, videoCompleted: true, totalWatched: true });
  }
});

test("a session counts for the member's own day of completion, and the first completion stays", async () => {
  const member = await createMember({ ...FOREVER, timezone: "Pacific/Auckland" });
  const { id, date } = await item("audio");
  await saved(member, date, { totalWatched: true }, Date.parse("2026-05-20T11:59:00Z"));
  expect(await completedDate(member, id)).toBe("2026-05-20");
  await saved(member, date, { audioCompleted: true }, Date.parse("2026-05-20T12:00:00Z"));
  expect(await completedDate(member, id)).toBe("2026-05-20");

  const next = await item("audio");
  await saved(member, next.date, { totalWatched: true }, Date.parse("2026-05-20T12:00:00Z"));
  expect(await completedDate(member, next.id)).toBe("2026-05-21");
});

test("a session that is not complete counts for no day", async () => {
  const member = await createMember(FOREVER);
  const { id, date } = await item("both");
  await saved(member, date, { audioCompleted: true });
  expect(await completedDate(member, id)).toBeNull();
});

test("what is not released, hidden or a draft takes no report, and neither does what does not exist", async () => {
  const member = await createMember(FOREVER);
  const refs = [
    (await createItem("2026-06-01")).date,
    (await item("audio", { hidden: true })).id,
    (await item("audio", { status: "draft" })).date,
    "2020-01-01",
  ];
  for (const ref of refs) {
    expect((await report(member, ref, { totalWatched: true })).status, ref).toBe(404);
    const reading = await request(`/api/progress/${ref}`, { token: await tokenFor(member, NOW), now: NOW });
    expect(reading.status).toBe(404);
  }
});

test("annual members report on tomorrow's item today", async () => {
  const member = await createMember({ ...FOREVER, subscriptionType: "annual" });
  const { id, date } = await createItem("2026-05-21");
  await saved(member, date, { totalWatched: true });
  expect(await completedDate(member, id)).toBe("2026-05-20");
});

test("without access progress is neither read nor saved", async () => {
  const member = await createMember({ accessEndsAt: NOW, subscriptionStatus: "active" });
  const { id, date } = await item("audio");
  const answers = [
    await report(member, date, { totalWatched: true }),
    await request(`/api/progress/${date}`, { token: await tokenFor(member, NOW), now: NOW }),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "no_access" });
  }
  const { results } = await env.DB.prepare("select * from progress where content_id = ?").bind(id).all();
  expect(results).toEqual([]);
});

test.for([
  [{ audioProgress: 101 }, "audioProgress"],
  [{ videoProgress: -1 }, "videoProgress"],
  [{ audioProgress: "50" }, "audioProgress"],
  [{ totalWatched: "yes" }, "totalWatched"],
  [{ audioCompleted: 1 }, "audioCompleted"],
] as const)("the report %j is refused", async ([json, field]) => {
  const { date } = await item("both");
  const response = await report(await createMember(FOREVER), date, json);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "validation", fields: { [field]: expect.any(String) } });
});
