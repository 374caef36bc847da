/** One import at a time runs; the next waits. `undone`: the accounts nobody had touched are gone. */
export const IMPORT_STATES = ["checked", "waiting", "running", "done", "cancelled", "undoing", "undone"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
