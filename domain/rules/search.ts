/** A member's search answers so many sessions at most, the newest ones. */
export const SESSIONS_FOUND = 20;
