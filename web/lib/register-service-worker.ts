const ADDRESS = "/service-worker.js";

/** Call it once the page is usable, because its downloads would slow the page's own code. Logging out undoes it (web/lib/sign-out.ts). */
export function registerServiceWorker(): void {
  navigator.serviceWorker?.register(ADDRESS).catch(() => undefined);
}
