import { clearBrowserStorage } from "./auth-token.ts";

const cleanUps = new Set<() => void>();

/**
 * Registers what a feature forgets together with the member: passwords in memory, work not yet sent.
 * @returns takes the registration back.
 */
export function onSignOut(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp);
  return () => void cleanUps.delete(cleanUp);
}

/** So long a logout waits for what is still to be saved. */
const PATIENCE_MS = 3_000;
const lastWork = new Set<() => Promise<unknown>>();

/**
 * Registers what still belongs to the session and can be sent only before it ends.
 * @returns takes the registration back.
 */
export function beforeSignOut(run: () => Promise<unknown>): () => void {
  lastWork.add(run);
  return () => void lastWork.delete(run);
}

/** Does what is registered, as far as the line lets it; never fails. */
export async function finishSession(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([Promise.allSettled([...lastWork].map((run) => run())), patience]);
}

/** Leaves nothing of the member in this browser, nor of an administrator who worked beside them. */
export function signOut(): void {
  for (const cleanUp of cleanUps) {
    try {
      cleanUp();
    } catch (error) {
      // One that fails must not keep the others, nor the token, in place.
      reportError(error);
    }
  }
  clearBrowserStorage();
  clearReadableCookies();
}

/** The HttpOnly cookies end with POST /api/auth/logout; these are all that a script can see. */
function clearReadableCookies(): void {
  for (const pair of document.cookie.split(";")) {
    const name = pair.split("=")[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox releases still in use.
    if (name) document.cookie = `${name}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`;
  }
}
