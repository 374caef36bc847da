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

/** Clears local and session storage (spec section 4, "Member session"). */
export function clearBrowserStorage(): void {
  clearStorage(() => false);
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
  clearStorage((key) => key.startsWith(PENDING_PREFIX));
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

function clearStorage(isKept: (key: string) => boolean): void {
  sessions += 1;
  dropAuthToken();
  try {
    for (const key of Object.keys(localStorage)) if (!isKept(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  } catch {
    // As above.
  }
}
