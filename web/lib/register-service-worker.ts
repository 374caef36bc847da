const ADDRESS = "/service-worker.js";

/** To be called once the page is usable: what it fetches would hold up the page's own code. Signing out ends it (web/lib/sign-out.ts). */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register(ADDRESS).catch(() => undefined);
}
