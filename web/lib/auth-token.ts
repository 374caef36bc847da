import { clearStored, storedNames, storedText } from "./stored.ts";

/** The key is fixed by spec section 3. */
const authToken = storedText("auth_token", { scope: "browser", endsWith: "session" });

export const readAuthToken = authToken.read;

export function storeAuthToken(token: string): void {
  authToken.write(token);
}

/** A refused token ends what its member can read offline, too. */
export function dropAuthToken(): void {
  authToken.write(null);
  forgetOfflineAnswers();
}

/** Begins the names of answers that are readable offline (web/app/offline-answers.ts). */
export const OFFLINE_ANSWERS = "offline:";

export function forgetOfflineAnswers(): void {
  const lifetime = { scope: "browser", endsWith: "session" } as const;
  for (const name of storedNames(OFFLINE_ANSWERS, lifetime)) storedText(name, lifetime).write(null);
}

/** Whether anyone has work that couldn't be sent before their session ended (web/lib/pending-progress.ts). */
export function hasPendingWork(): boolean {
  return storedNames("", { scope: "browser", endsWith: "sign-out" }).length > 0;
}

let sessions = 0;

/** Clears local and session storage (spec section 4, "Member session"). */
export function clearBrowserStorage(): void {
  sessions += 1;
  clearStored("sign-out");
}

export function clearForSignIn(): void {
  sessions += 1;
  clearStored("sign-in");
}

/** Increases whenever a session begins or ends in this browser; anything started under another number belongs to no one. */
export function sessionNumber(): number {
  return sessions;
}

/** Someone logging in in another tab must not be taken for this tab's member. A renewed token doesn't end a session. */
export function onSessionEndedElsewhere(run: () => void): void {
  window.addEventListener("storage", ({ key, newValue }) => {
    const isEnd = key === null || (key === authToken.key && newValue === null);
    if (!isEnd) return;
    sessions += 1;
    run();
  });
}
