import { expect, test } from "vitest";
import { contentMatches } from "#domain/contract/content/content.ts";
import { createItem, createMember, tokenFor } from "#test/worker/factories.ts";
import { request } from "#test/worker/request.ts";
import type { NewMember } from "../account/member/member.ts";

const FOREVER = { accessEndsAt: Date.parse("2100-01-01T00:00:00Z") };
const NOON_OF_THE_20TH = Date.parse("2025-08-20T17:00:00Z");

async function search(text: string, overrides: Partial<NewMember> = {}, now = NOON_OF_THE_20TH): Promise<string[]> {
  const token = await tokenFor(await createMember({ ...FOREVER, ...overrides }), now);
  const response = await request(`/api/content/search?${new URLSearchParams({ q: text })}`, { token, now });
  return contentMatches.parse(await response.json()).map(({ date }) => date);
}

test("a search finds released titles by any part, in either case, newest first", async () => {
  await createItem("2025-08-13", { title: "100% Thunder_Bolt" });
  await createItem("2025-08-14", { title: "1000 thunder bolts" });
  await createItem("2025-08-15", { title: "Thunder", hidden: true });
  await createItem("2025-08-16", { title: "Thunder", status: "draft" });
  await createItem("2025-08-24", { title: "Thunder of tomorrow" });
  expect(await search("  tHUNDER ")).toEqual(["2025-08-14", "2025-08-13"]);
  expect(await search("0%")).toEqual(["2025-08-13"]);
  expect(await search("r_b")).toEqual(["2025-08-13"]);
  expect(await search("\\")).toEqual([]);
  expect(await search("thunder", {}, Date.parse("2025-08-24T04:59:59Z"))).not.toContain("2025-08-24");
  expect(await search("thunder", {}, Date.parse("2025-08-24T05:00:00Z"))).toContain("2025-08-24");
  expect(await search("thunder", { subscriptionType: "annual" }, Date.parse("2025-08-23T12:00:00Z"))).toContain(
    "2025-08-24",
  );
});

test("accents and case of any letter are no part of a search, neither in the title nor in what is typed", async () => {
  await createItem("2025-08-18", { title: "Über Café" });
  await createItem("2025-08-19", { title: "Cafe of the UBER driver" });
  const both = ["2025-08-19", "2025-08-18"];
  for (const text of ["cafe", "CAFÉ", "cafe\u0301"]) expect(await search(text), text).toEqual(both);
  for (const text of ["UBER", "über", "ÜBER"]) expect(await search(text), text).toEqual(both);
  expect(await search("über café")).toEqual(["2025-08-18"]);
  // A title with an accent still has to match: the accent alone doesn't make it a result.
  expect(await search("driver")).toEqual(["2025-08-19"]);
});

test("a search answers twenty at most, and says what is completed", async () => {
  for (let day = 1; day <= 24; day += 1) {
    await createItem(`2025-12-${String(day).padStart(2, "0")}`, { title: `Countdown ${day}` });
  }
  const now = Date.parse("2025-12-22T12:00:00Z");
  const token = await tokenFor(await createMember(FOREVER), now);
  await request("/api/progress/2025-12-21", { json: { totalWatched: true }, token, now });
  const matches = contentMatches.parse(await (await request("/api/content/search?q=countdown", { token, now })).json());
  expect(matches.map(({ date }) => date)).toEqual(
    Array.from({ length: 20 }, (_, index) => `2025-12-${String(22 - index).padStart(2, "0")}`),
  );
  expect(matches.filter(({ completed }) => completed).map(({ date }) => date)).toEqual(["2025-12-21"]);
});

test.for(["", "?q=", "?q=%20%20", `?q=${"x".repeat(81)}`, "?q=a%00b"])("the search %j is refused", async (query) => {
  const response = await request(`/api/content/search${query}`, { token: await tokenFor(await createMember()) });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: "validation" });
});

test("a search as long as may be typed is answered", async () => {
  const title = "Ünder a wide lightning sky ".repeat(3).trim();
  await createItem("2025-08-17", { title });
  expect(await search(title)).toEqual(["2025-08-17"]);
  expect(await search("%".repeat(80))).toEqual([]);
});
