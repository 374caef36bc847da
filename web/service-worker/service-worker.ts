import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";
import { APP_PAGES, type AppPageName, OFFLINE_PATH, pageOf } from "#domain/paths.ts";
import "./notifications.ts";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build: the app's documents and what they load right away, by address; `revision` is set if the address has no hash. */
declare const SHELL: { url: string; revision: string | null }[];
/** Inserted by the build: the addresses of the cached documents by page. */
declare const CACHED_DOCUMENTS: Partial<Record<AppPageName, string>>;

/** Longer than a slow connection needs, shorter than people's patience. */
const DOCUMENT_TIMEOUT_SECONDS = 6;

// Documents come from the network and hashed files never change, so a new worker can take over immediately.
void self.skipWaiting();
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const shell = new PrecacheController();
shell.precache(SHELL);

/** After a logout the worker still serves the open document until it's left, but caches nothing more. */
let isForgetting = false;
let forgotten = Promise.resolve();
self.addEventListener("message", (event) => {
  isForgetting = event.data === "forget";
  if (isForgetting) forgotten = forget();
  event.waitUntil(isForgetting ? forgotten : keepAgain());
});

/** The page that requested this may already be gone. */
async function forget(): Promise<void> {
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** Like the default without a plugin, but responses in flight while the caches are deleted aren't cached afterward. */
const unlessForgetting = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    !isForgetting && (response.status === 200 || response.type === "opaque") ? response : null,
};

/** After a logout and login within one document, this worker isn't reinstalled, so the login asks it to cache the shell. */
async function keepAgain(): Promise<void> {
  await forgotten;
  const cache = await caches.open(shell.strategy.cacheName);
  for (const { url, revision } of SHELL) {
    const key = shell.getCacheKeyForURL(url) ?? url;
    if (await cache.match(key)) continue;
    const response = await fetch(url, { cache: revision === null ? "default" : "reload" });
    if (isForgetting) return;
    if (response.ok) await cache.put(key, response);
  }
}

cleanupOutdatedCaches();

const isNavigation = (request: Request, url: URL, kind: "app" | "public") =>
  !isForgetting && request.mode === "navigate" && pageOf(url.pathname)?.kind === kind;

/** Addresses may carry tokens, so they're never cache keys; each page has one document, whatever the rest of its address. */
registerRoute(
  ({ request, url }) => isNavigation(request, url, "app"),
  new NetworkOnly({
    networkTimeoutSeconds: DOCUMENT_TIMEOUT_SECONDS,
    plugins: [
      {
        handlerDidError: async ({ request }) => {
          const page = pageOf(new URL(request.url).pathname);
          if (page?.kind !== "app") return undefined;
          // A page that isn't cached can't work offline; the app says so in the login's document.
          return shell.matchPrecache(CACHED_DOCUMENTS[page.name] ?? APP_PAGES.login);
        },
      },
    ],
  }),
);

registerRoute(
  ({ request, url }) => isNavigation(request, url, "public"),
  new NetworkFirst({
    cacheName: "public-pages",
    networkTimeoutSeconds: DOCUMENT_TIMEOUT_SECONDS,
    plugins: [
      { cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname },
      unlessForgetting,
      new ExpirationPlugin({ maxEntries: 12 }),
      { handlerDidError: async () => shell.matchPrecache(OFFLINE_PATH) },
    ],
  }),
);

// Must come after the document routes, since it would answer with its cached document, from whatever release.
registerRoute(new PrecacheRoute(shell));

registerRoute(
  ({ url, sameOrigin }) => !isForgetting && sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({ cacheName: "assets", plugins: [new ExpirationPlugin({ maxEntries: 150 })] }),
);

/** Icons and day pictures only. API calls, media, and everything else bypass the cache: nothing personal is stored. */
registerRoute(
  ({ url, sameOrigin }) =>
    !isForgetting && sameOrigin && /^\/(artwork|icons|favicon\.svg$|manifest\.webmanifest$)/.test(url.pathname),
  new StaleWhileRevalidate({
    cacheName: "pictures",
    plugins: [unlessForgetting, new ExpirationPlugin({ maxEntries: 50 })],
  }),
);
