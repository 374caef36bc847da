import { clearBrowserStorage } from "./auth-token.ts";

const cleanUps = new Set<() => void>();

/** Registers what a feature must forget at logout; returns a function that unregisters it. */
export function onSignOut(cleanUp: () => void): () => void {
  cleanUps.add(cleanUp);
  return () => void cleanUps.delete(cleanUp);
}

/** How long a logout waits for unsaved work. */
const PATIENCE_MS = 3_000;
const lastWork = new Set<() => Promise<unknown>>();

/** A logout posts this message to ask the other tabs to finish; a tab with work holds the lock of the same name until it's done. */
const ENDING = "sign-out";
let stopListening = () => {};

/** Registers work that must be sent before the session ends, in this tab or another; returns a function that unregisters it. */
export function beforeSignOut(run: () => Promise<unknown>): () => void {
  if (lastWork.size === 0) stopListening = listenToOthers();
  lastWork.add(run);
  return () => {
    lastWork.delete(run);
    if (lastWork.size === 0) stopListening();
  };
}

/** Finishes the registered work here and in other tabs, within the time limit; never fails. */
export async function finishSession(): Promise<void> {
  // Otherwise this tab would wait for itself.
  stopListening();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const others = new BroadcastChannel(ENDING);
  others.postMessage(ENDING);
  // An exclusive lock is granted once no tab holds its shared one. Without HTTPS, there are no locks.
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

function holdLock(): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(ENDING, { mode: "shared" }, () => released);
  return release;
}

/** Removes everything that belongs to the member. It also logs out the administrator, whose unsaved input is kept for them. */
export function signOut(): void {
  for (const cleanUp of cleanUps) {
    try {
      cleanUp();
    } catch (error) {
      // A failing cleanup must not keep the others, or the token.
      reportError(error);
    }
  }
  clearBrowserStorage();
  clearReadableCookies();
  if ("serviceWorker" in navigator) void forgetServiceWorker().catch(reportError);
}

/** Works on any page, because an earlier one may have registered the worker. The next usable dial registers it again. */
async function forgetServiceWorker(): Promise<void> {
  const workers = navigator.serviceWorker;
  // Posted first, since the page may be left before the calls below return; the worker then does the rest on its own.
  workers.controller?.postMessage("forget");
  const registration = await workers.getRegistration();
  registration?.active?.postMessage("forget");
  // Ends the browser's subscription to notifications, too.
  await registration?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** POST /api/auth/logout removes the HttpOnly cookies; these are all that scripts can see. */
function clearReadableCookies(): void {
  for (const pair of document.cookie.split(";")) {
    const name = pair.split("=")[0]?.trim();
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox releases still in use.
    if (name) document.cookie = `${name}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/`;
  }
}
