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
