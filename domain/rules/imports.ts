import { DAY_MS } from "../durations.ts";

/** One import at a time runs; the next waits. Each request continues a check. `undone`: the accounts no one had invited are gone. */
export const IMPORT_STATES = [
  "uploaded",
  "checking",
  "checked",
  "waiting",
  "running",
  "done",
  "cancelled",
  "undoing",
  "undone",
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Why an account stays when its import is undone. */
export const STAY_REASONS = {
  accepted: "accepted",
  invited: "invited",
  paid: "with a purchase or gift",
  access: "with other access",
  activity: "with other activity",
} as const;
export type StayReason = keyof typeof STAY_REASONS;

export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;
export const IMPORT_TOO_LARGE = "This file is too large. The limit is 25 MB.";
export const MAX_IMPORT_ROWS = 100_000;
/** How long its accounts can be removed again after it ends. */
export const UNDO_MS = DAY_MS;
export const IMPORT_FILE_DAYS = 7;
/** Imported access ends within this time. */
export const MAX_IMPORTED_YEARS = 3;
