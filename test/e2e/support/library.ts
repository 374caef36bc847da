import { expect } from "@playwright/test";
import type { ContentItem, CreateContentRequest } from "../../../domain/contract/content/content.ts";
import { contentLibrary, type LibraryItem } from "../../../domain/contract/content/library.ts";
import { LAUNCH_DATE } from "../../../domain/rules/release.ts";
import { dayAhead } from "../../support/fixtures.ts";
import { callApi } from "./stack.ts";

const AUGUST = "2025-08";
export const AUGUST_ADDRESS = "/dashboard?rolodex=0&year=2025&month=8";

/** The seeded library as the administrator sees it, newest first. */
export async function readLibrary(): Promise<ContentItem[]> {
  const response = await callApi("/api/content/all", { admin: true });
  return contentLibrary.parse(await response.json());
}

/** The furthest day that a journey of this worker, and so of its stack, has taken. */
let lastTaken = 500;

/** An item on a day of its own, with no items next to it. */
export async function createOnFreeDay(fields: Partial<CreateContentRequest> = {}): Promise<LibraryItem> {
  lastTaken += 3;
  const date = dayAhead(lastTaken);
  const json = { date, title: `Day ${date}`, ...fields };
  const response = await callApi("/api/content", { admin: true, json });
  expect(response.status).toBe(201);
  return response.json();
}

/** Days that journeys of this worker, and so of its stack, have taken. */
const takenDays = new Set<number>();

/**
 * An upcoming day without content, within a trial, that no other journey has taken: a day's first tick fixes its email,
 * even if the day gets content later.
 */
export async function takeEmptyDay(): Promise<number> {
  const library = await readLibrary();
  const days = Array.from({ length: 25 }, (_, index) => index + 1).filter((day) => !takenDays.has(day));
  const empty = days.find((day) => !library.some(({ date }) => date === dayAhead(day)));
  if (empty === undefined) throw new Error("No day of the next weeks is empty.");
  takenDays.add(empty);
  return empty;
}

/** Recordings of August, latest first: a past month with many, because this month may have started today. */
export async function findInAugust(): Promise<ContentItem[]> {
  return (await readLibrary()).filter(
    ({ date, audioFilename }) => date.startsWith(AUGUST) && date >= LAUNCH_DATE && audioFilename !== null,
  );
}

/** A released, seeded item with the media a journey needs. */
export async function findReleased(fits: (item: ContentItem) => boolean): Promise<ContentItem> {
  const today = dayAhead(0);
  const item = (await readLibrary()).find(
    (candidate) => candidate.date <= today && candidate.date > dayAhead(-14) && fits(candidate),
  );
  if (!item) throw new Error("The seed has no such item.");
  return item;
}
