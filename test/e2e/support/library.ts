import type { ContentItem } from "../../../domain/contract/content.ts";
import { contentLibrary } from "../../../domain/contract/library.ts";
import { dayAhead } from "../../support/fixtures.ts";
import { callApi } from "./stack.ts";

/** The seeded library as the administrator sees it, newest first. */
export async function readLibrary(): Promise<ContentItem[]> {
  const response = await callApi("/api/content/all", { admin: true });
  return contentLibrary.parse(await response.json());
}

/** A released item of the seed with the media a journey needs. */
export async function findReleased(fits: (item: ContentItem) => boolean): Promise<ContentItem> {
  const today = dayAhead(0);
  const item = (await readLibrary()).find(
    (candidate) => candidate.date <= today && candidate.date > dayAhead(-14) && fits(candidate),
  );
  if (!item) throw new Error("The seed has no such item.");
  return item;
}
