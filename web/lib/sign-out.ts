import { clearBrowserStorage } from "./auth-token.ts";

const cleanUps = new Set<() => void>();

/** Registers what a feature forgets together with the member; the answer takes the registration back. */
export function onSignOut(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp);
  return () => void cleanUps.delete(cleanUp);
}

/** So long a logout waits for what is still to be saved. */
const PATIENCE_MS = 3_000;
const lastWork = new Set<() => Promise<unknown>>();

/** By a message of this name a logout asks the other tabs to finish; who has work there holds the lock of the same name until it is done. */
const ENDING = "sign-out";
let stopListening = () => {};

/** Registers what can be sent only before the session ends, in this tab or in another; the answer takes the registration back. */
export function beforeSignOut(run: () => Promise<unknown>): () => void {
  if (lastWork.size === 0) stopListening = listenToOthers();
  lastWork.add(run);
  return () => {
    lastWork.delete(run);
    if (lastWork.size === 0) stopListening();
  };
}

/** Does what is registered here and in other tabs, as far as the line lets it; never fails. */
export async function finishSession(): Promise<void> {
  // Else this tab would be one of those that it waits for.
  stopListening();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const others = new BroadcastChannel(ENDING);
  others.postMessage(ENDING);
  // A lock of one's own is to be had when nobody holds theirs. A page without a secure connection has none.
  const allDone = navigator.locks?.request(ENDING, () => undefined);
  await Promise.race([Promise.allSettled([finishHere(), allDone]), patience]);
  others.close();
}

async function finishHere(): Promise<void> {
  await Promise.allSettled([...lastWork].map((run) => run()));
}

function listenToOthers(): () => void {
  const others = new BroadcastChannel(ENDING);
  let release = holdLock();
  others.onmessage = async () => {
    await finishHere();
    release();
    release = holdLock();
  };
  return () => {
    others.close();
    release();
  };
}

/** Of those that many may hold at a time. @returns lets it go */
function holdLock(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(ENDING, { mode: "shared" }, () => released);
  return release;
}

/** Leaves nothing of the member here; an administrator is logged out, too, and what they have typed waits for them. */
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
  if ("serviceWorker" in navigator) void forgetServiceWorker().catch(reportError);
}

/** Whatever page it is that is left: an earlier one registered the worker. The next dial that is usable registers anew. */
async function forgetServiceWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // At once, since the page may be left before anything below comes back: the worker then does the rest by itself.
  workers.controller?.postMessage("forget");
  const registration = await workers.getRegistration();
  registration?.active?.postMessage("forget");
  await registration?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** The HttpOnly cookies end with POST /api/auth/logout; these are all that a script can see. */
function clearReadableCookies(): void {
  for (const pair of document.cookie.split(";")) {
    const name = pair.split("=")[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox releases still in use.
    if (name) document.cookie = `${name}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`;
  }
}
