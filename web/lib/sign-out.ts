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
/** And so long for another tab to say that it has something to send. */
const ANSWER_WITHIN_MS = 250;
const lastWork = new Set<() => Promise<unknown>>();

/** Between the tabs: "ending" asks the others to finish, who answer "begun" and "done". Open while there is work here. */
const CHANNEL = "sign-out";
let channel: BroadcastChannel | null = null;

/**
 * Registers what still belongs to the session and can be sent only before it ends, in this tab or in another.
 * @returns takes the registration back.
 */
export function beforeSignOut(run: () => Promise<unknown>): () => void {
  lastWork.add(run);
  channel ??= listenToOthers();
  return () => {
    lastWork.delete(run);
    if (lastWork.size === 0) stopListening();
  };
}

/** Does what is registered here and in other tabs, as far as the line lets it; never fails. */
export async function finishSession(): Promise<void> {
  // Else this tab would be one of those that it asks.
  stopListening();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const asked = new BroadcastChannel(CHANNEL);
  await Promise.race([Promise.allSettled([finishHere(), finishElsewhere(asked)]), patience]);
  asked.close();
}

async function finishHere(): Promise<void> {
  await Promise.allSettled([...lastWork].map((run) => run()));
}

function finishElsewhere(others: BroadcastChannel): Promise<void> {
  return new Promise((resolve) => {
    let underWay = 0;
    let haveAllAnswered = false;
    const settle = () => {
      if (haveAllAnswered && underWay === 0) resolve();
    };
    others.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === "begun") underWay += 1;
      if (data === "done") underWay -= 1;
      settle();
    };
    others.postMessage("ending");
    setTimeout(() => {
      haveAllAnswered = true;
      settle();
    }, ANSWER_WITHIN_MS);
  });
}

function listenToOthers(): BroadcastChannel {
  const opened = new BroadcastChannel(CHANNEL);
  opened.onmessage = async ({ data }: MessageEvent<string>) => {
    if (data !== "ending") return;
    opened.postMessage("begun");
    await finishHere();
    opened.postMessage("done");
  };
  return opened;
}

function stopListening(): void {
  channel?.close();
  channel = null;
}

/**
 * Leaves nothing of the member in this browser. An administrator who worked beside them is logged out, too; what they have typed
 * and not saved waits for them (web/features/admin/kept.atoms.ts).
 */
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
