import { clearStored, storedNames, storedText } from "./stored.ts";

/** The session's token (spec section 3). */
const authToken = storedText("auth_token", { scope: "browser", endsWith: "session" });

export const readAuthToken = authToken.read;

export function storeAuthToken(token: string): void {
  authToken.write(token);
}

export function dropAuthToken(): void {
  authToken.write(null);
}

/** Whether there is work of anybody's that could not be sent before their session ended (web/lib/pending-progress.ts). */
export function hasPendingWork(): boolean {
  return storedNames("", { scope: "browser", endsWith: "sign-out" }).length > 0;
}

let sessions = 0;

/** Clears local and session storage (spec section 4, "Member session"). */
export function clearBrowserStorage(): void {
  sessions += 1;
  clearStored("sign-out");
}

/** What a sign-in clears: all of an earlier session but what is pending. */
export function clearForSignIn(): void {
  sessions += 1;
  clearStored("sign-in");
}

/** Rises whenever a session begins or ends in this browser: what was begun under another number is nobody's any more. */
export function sessionNumber(): number {
  return sessions;
}

/** Whoever signs in in another tab must not be taken for the member of this one. A renewed token is no end. */
export function onSessionEndedElsewhere(run: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const isEnd = key === null || (key === authToken.key && newValue === null);
    if (!isEnd) return;
    sessions += 1;
    run();
  });
}
