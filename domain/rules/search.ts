import { foldText } from "./text.ts";

export const MAX_SEARCH = 80;
/** How much of a transcript a search looks through. */
export const TRANSCRIPT_SEARCHED = 10_000;

/** What a search looks through in an item. A line break keeps a match from running from one part into the next. */
export function searchedText(item: { title: string; description: string; transcript: string | null }): string {
  const { title, description, transcript } = item;
  return foldText([title, description, transcript?.slice(0, TRANSCRIPT_SEARCHED) ?? ""].join("\n"));
}
