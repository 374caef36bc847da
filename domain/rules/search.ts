/** A member's search returns at most this many items, newest first. */
export const SESSIONS_FOUND = 20;
