import * as z from "zod";
import { type LibraryItem, libraryItem } from "#domain/contract/content/library.ts";
import { type FieldName, type Fields, fieldErrors, fields, fieldsOf, isSame } from "./content-fields.ts";

const some = fields.partial();

export const keptDraft = z.object({
  /** The item as the server last answered it. */
  item: libraryItem,
  /** What was typed or chosen, and isn't known to be saved. */
  typed: some,
  /** What the server had in these fields when they were typed over. */
  base: some,
  /** What was sent and not answered: if the server has it now, it is ours. */
  sent: z.array(some),
});
/** `failure`: of the last save, if nothing was typed since. */
export type Draft = z.infer<typeof keptDraft> & { failure?: unknown };

export const draftOf = (item: LibraryItem): Draft => ({ item, typed: {}, base: {}, sent: [] });

const namesIn = (values: object) => Object.keys(values) as FieldName[];

/** An item has one video, an address or a file, so the two fields are compared and chosen together. */
function withPair(names: readonly FieldName[]): FieldName[] {
  const isVideo = names.some((name) => name === "youtubeUrl" || name === "videoKey");
  return isVideo ? [...new Set([...names, "youtubeUrl" as const, "videoKey" as const])] : [...names];
}

function only(values: Partial<Fields>, isKept: (name: FieldName) => boolean): Partial<Fields> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => isKept(name as FieldName)));
}

export const shownIn = ({ item, typed }: Draft): Fields => ({ ...fieldsOf(item), ...typed });

export function typeOver(draft: Draft, changed: Partial<Fields>): Draft | null {
  const typed = { ...draft.typed, ...changed };
  const base = { ...fieldsOf(draft.item), ...draft.base };
  const isUndone = (name: FieldName) => isSame(name, typed, base) && !draft.sent.some((one) => name in one);
  return ended({ ...draft, typed: only(typed, (name) => !isUndone(name)), base, failure: undefined });
}

/** Keeps the base of what is typed, and no draft without anything typed. */
function ended(draft: Draft): Draft | null {
  const names = withPair(namesIn(draft.typed));
  return names.length === 0 ? null : { ...draft, base: only(draft.base, (name) => names.includes(name)) };
}

/** Fields that someone else changed since they were typed over. Of a video's two, the address stands for both. */
export function contestedIn({ item, typed, base }: Draft): FieldName[] {
  const now = fieldsOf(item);
  const contested = namesIn(typed).filter(
    (name) => !isSame(name, typed, now) && withPair([name]).some((one) => !isSame(one, base, now)),
  );
  return contested.includes("youtubeUrl") ? contested.filter((name) => name !== "videoKey") : contested;
}

/** The hosted video that a typed address would replace; the address isn't sent until that is confirmed. */
export function videoAtStake(draft: Draft): string | null {
  const { typed } = draft;
  return typed.youtubeUrl && fieldErrors(typed, null).youtubeUrl === undefined ? shownIn(draft).videoKey : null;
}

/** What a save sends: all that is typed, valid, and neither contested nor waiting for an answer about the video. */
export function toSend(draft: Draft): Partial<Fields> {
  const held = [...withPair(contestedIn(draft)), ...namesIn(fieldErrors(draft.typed, null))];
  if (draft.typed.youtubeUrl && shownIn(draft).videoKey !== null) held.push("youtubeUrl");
  return only(draft.typed, (name) => !held.includes(name));
}

/** The draft once the server has answered with its item: to a save of `saved`, to one it refused as stale ({}), or to a reading. */
export function answered(draft: Draft, item: LibraryItem, saved?: Partial<Fields>): Draft | null {
  const now = fieldsOf(item);
  const isSaved = (name: FieldName) =>
    isSame(name, draft.typed, now) || (saved !== undefined && name in saved && saved[name] === draft.typed[name]);
  const typed = only(draft.typed, (name) => !isSaved(name));
  // Our own earlier text, also one whose answer was lost, is no one else's change.
  const isOurs = (name: FieldName) =>
    (saved && name in saved) || draft.sent.some((one) => name in one && isSame(name, one, now));
  const ours = withPair(namesIn(typed).filter(isOurs));
  const base = { ...draft.base, ...only(now, (name) => ours.includes(name)) };
  return ended({ item, typed, base, sent: saved ? [] : draft.sent });
}

export type Choice = "mine" | "theirs";

/** Answers what to do about a contested field. */
export function resolved(draft: Draft, name: FieldName, choice: Choice): Draft | null {
  const names = withPair([name]);
  if (choice === "theirs") return ended({ ...draft, typed: only(draft.typed, (one) => !names.includes(one)) });
  const seen = only(fieldsOf(draft.item), (one) => names.includes(one));
  return { ...draft, base: { ...draft.base, ...seen }, failure: undefined };
}
