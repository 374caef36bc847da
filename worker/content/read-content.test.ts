import { beforeAll, expect, test } from "vitest";
import { openedItem } from "#domain/contract/content/content.ts";
import { contentLibrary, libraryItem } from "#domain/contract/content/library.ts";
import { createItem, createMedium, createMember, tokenFor, uniqueAddress } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";

const NOW = Date.parse("2025-08-20T17:00:00Z");
const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };

const TRANSCRIPT = "Feet on the floor.\n\nBreathe.";

const ids: Record<string, string> = {};

beforeAll(async () => {
  const audioKey = await createMedium("audio", new Uint8Array(8));
  const items = {
    live: await createItem("2025-08-20", { audioKey, transcript: TRANSCRIPT }),
    soon: await createItem("2025-08-21", { audioKey, transcript: TRANSCRIPT }),
    scheduled: await createItem("2025-08-22", { status: "scheduled" }),
    draft: await createItem("2025-08-19", { status: "draft" }),
    hidden: await createItem("2025-08-18", { hidden: true }),
    early: await createItem("2025-08-11"),
  };
  for (const [name, item] of Object.entries(items)) ids[name] = item.id;
});

async function read(ref: string, overrides = {}) {
  const member = await createMember({ ...FOREVER, ...overrides });
  return request(`/api/content/${ref}`, { token: await tokenFor(member, NOW), now: NOW });
}

test("an item is found by its date and by its ID, and returns both", async () => {
  for (const ref of ["2025-08-20", ids.live ?? ""]) {
    const item = openedItem.parse(await (await read(ref)).json());
    expect(item).toMatchObject({ id: ids.live, date: "2025-08-20", audioFilename: expect.any(String) });
  }
});

test("an announced item shows its text but not its media", async () => {
  const item = openedItem.parse(await (await read("2025-08-21")).json());
  expect(item).toMatchObject({ comingSoon: true, audioFilename: null, title: "Session of 2025-08-21" });
});

test("members can't see drafts, hidden days, days before the launch, or unreleased scheduled items", async () => {
  for (const ref of ["2025-08-19", "2025-08-18", "2025-08-11", "2025-08-22", "2024-01-01", ids.draft, ids.hidden]) {
    const response = await read(ref ?? "");
    expect(response.status, ref).toBe(404);
    expect(await response.json()).toMatchObject({ error: "Content not found", code: "not_found" });
  }
});

test("without access a member learns nothing about an item, not even whether it exists", async () => {
  for (const ref of ["2025-08-20", "2024-01-01"]) {
    const response = await read(ref, { accessEndsAt: NOW });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: "no_access" });
  }
});

test("a visitor is asked to log in", async () => {
  for (const ref of ["2025-08-20", "2025-08-19", "2024-01-01"]) {
    expect((await request(`/api/content/${ref}`)).status).toBe(401);
  }
});

test("the administrator sees every item in full, by ID and by date", async () => {
  for (const [name, id] of Object.entries(ids)) {
    const item = openedItem.parse(await (await request(`/api/content/${id}`, { admin: true, now: NOW })).json());
    const byDate = await request(`/api/content/date/${item.date}`, { admin: true, now: NOW });
    const { completed, progressPercent, isFavorite, captionsFilename, ...edited } = item;
    expect(libraryItem.parse(await byDate.json())).toMatchObject(edited);
    expect({ completed, progressPercent, isFavorite }).toEqual({
      completed: false,
      progressPercent: 0,
      isFavorite: false,
    });
    expect(item.comingSoon, name).toBe(false);
    if (name === "soon") expect(item.audioFilename).not.toBeNull();
  }
});

test("the library lists every item, newest first", async () => {
  const items = contentLibrary.parse(await (await request("/api/content/all", { admin: true })).json());
  expect(items.map((item) => item.date)).toEqual([
    "2025-08-22",
    "2025-08-21",
    "2025-08-20",
    "2025-08-19",
    "2025-08-18",
    "2025-08-11",
  ]);
});

test("a date without an item isn't found, and an invalid date is refused", async () => {
  expect((await request("/api/content/date/2024-01-01", { admin: true })).status).toBe(404);
  const wrong = await request("/api/content/date/2025-02-31", { admin: true });
  expect(wrong.status).toBe(400);
  expect(await wrong.json()).toMatchObject({ fields: { date: "Enter a date as YYYY-MM-DD" } });
});

test("the transcript comes with a released item, always for the administrator, and never in a list", async () => {
  const transcriptOf = async (response: Response) => openedItem.parse(await response.json()).transcript;
  expect(await transcriptOf(await read("2025-08-20"))).toBe(TRANSCRIPT);
  expect(await transcriptOf(await read("2025-08-21"))).toBeNull();
  expect(await transcriptOf(await request("/api/content/2025-08-21", { admin: true, now: NOW }))).toBe(TRANSCRIPT);
  expect(await transcriptOf(await request("/api/content/2025-08-22", { admin: true, now: NOW }))).toBeNull();
  const token = await tokenFor(await createMember(FOREVER), NOW);
  const list = await request("/api/content?year=2025&month=8", { token, now: NOW });
  expect(list.status).toBe(200);
  expect(await list.text()).not.toContain("Feet on the floor");
});

test("a wrong admin password is refused even with a member's session", async () => {
  const token = await tokenFor(await createMember(FOREVER), NOW);
  const headers = { "x-admin-password": "wrong" };
  const response = await request("/api/content/2025-08-20", { token, headers, now: NOW, address: uniqueAddress() });
  expect(response.status).toBe(401);
});
