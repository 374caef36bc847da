import { onSignOut } from "./sign-out.ts";

const ADDRESS = "/service-worker.js";

/**
 * Makes the app installable and lets it open on a bad line. To be called once the page is usable: what it fetches would hold up the
 * page's own code. A browser or a server without it goes on as it is.
 */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register(ADDRESS).catch(() => undefined);
}

/** Nothing of a visit stays behind; the next dial that is usable registers anew. */
async function forgetServiceWorker(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.active?.postMessage("forget");
  await registration?.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

onSignOut(() => {
  if ("serviceWorker" in navigator) void forgetServiceWorker().catch(reportError);
});
