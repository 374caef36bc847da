const ADDRESS = "/service-worker.js";

/**
 * Makes the app installable and lets it open on a bad line. To be called once the page is usable: what it fetches would hold up the
 * page's own code. A browser or a server without it goes on as it is. Signing out ends it (web/lib/sign-out.ts).
 */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register(ADDRESS).catch(() => undefined);
}
