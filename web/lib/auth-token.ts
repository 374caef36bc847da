/** Where the session's token lives (spec section 3). */
const STORAGE_KEY = "auth_token";

// Storage throws in browsers that block site data; the session then lasts as long as the page.
let fallback: string | null = null;

export function readAuthToken(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return fallback;
  }
}

export function storeAuthToken(token: string): void {
  fallback = token;
  try {
    localStorage.setItem(STORAGE_KEY, token);
  } catch {
    // Kept in memory above.
  }
}

export function dropAuthToken(): void {
  fallback = null;
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Nothing can be stored there, so nothing is left behind.
  }
}

/** Keys that begin so are the administrator's, who has a logout of their own: what they have typed in this tab and not saved. */
export const KEPT_PREFIX = "kept:";

/** Clears local and session storage (spec section 4, "Member session"). */
export function clearBrowserStorage(): void {
  clearStorage([KEPT_PREFIX]);
}

/** Keys that begin so outlive the next sign-in: work of a member that could not be sent before the session ended. */
export const PENDING_PREFIX = "pending:";

/** Whether there is such work of anybody's. */
export function hasPendingWork(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PENDING_PREFIX));
  } catch {
    return false;
  }
}

/** What a sign-in clears: all of an earlier session but what is pending. */
export function clearForSignIn(): void {
  clearStorage([KEPT_PREFIX, PENDING_PREFIX]);
}

let sessions = 0;

/** Rises whenever a session begins or ends in this browser: what was begun under another number is nobody's any more. */
export function sessionNumber(): number {
  return sessions;
}

/**
 * Calls when the session of this browser ends in another tab: whoever signs in there next must not be taken for the member of
 * this one. A renewed token is no end.
 */
export function onSessionEndedElsewhere(run: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const isEnd = key === null || (key === STORAGE_KEY && newValue === null);
    if (!isEnd) return;
    sessions += 1;
    run();
  });
}

function clearStorage(kept: string[]): void {
  sessions += 1;
  dropAuthToken();
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        if (!kept.some((start) => key.startsWith(start))) storage.removeItem(key);
      }
    }
  } catch {
    // As above.
  }
}
