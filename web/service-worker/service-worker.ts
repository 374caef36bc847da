import { ExpirationPlugin } from "workbox-expiration";
import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate } from "workbox-strategies";
import { APP_PAGES, type AppPageName, pageOf } from "#domain/paths.ts";

declare const self: ServiceWorkerGlobalScope;
/** Written in by the build: documents of the app and what they load at once, by address and, where the address keeps its name, revision. */
declare const SHELL: { url: string; revision: string | null }[];
/** Likewise: the addresses of the kept documents, by the pages whose they are. */
declare const KEPT_DOCUMENTS: Partial<Record<AppPageName, string>>;

/** Longer than a bad line takes, shorter than patience. */
const DOCUMENT_TIMEOUT_SECONDS = 6;

// Documents come from the network and hashed files never change, so a new worker can take over at once.
void self.skipWaiting();
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const shell = new PrecacheController();
shell.precache(SHELL);

/** After a logout the worker still answers for the document until that is left; it keeps nothing more by then. */
let isForgetting = false;
let forgotten = Promise.resolve();
self.addEventListener("message", (event) => {
  isForgetting = event.data === "forget";
  if (isForgetting) forgotten = forget();
  event.waitUntil(isForgetting ? forgotten : keepAgain());
});

/** The page that asked for it may be gone by now. */
async function forget(): Promise<void> {
  await self.registration.unregister();
  for (const name of await caches.keys()) await caches.delete(name);
}

/** What is under way while all is forgotten would come after it. What is kept is as without a plugin. */
const unlessForgetting = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    !isForgetting && (response.status === 200 || response.type === "opaque") ? response : null,
};

/**
 * Who logs out and in again without leaving the document registers this very worker: it is not installed a second time, so the sign-in
 * asks for the shell. Where it is all there, nothing is fetched.
 */
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

/** An address may carry a token, so none is ever a key of a cache: each page has one document, whatever the rest of its address. */
registerRoute(
  ({ request, url }) => isNavigation(request, url, "app"),
  new NetworkOnly({
    networkTimeoutSeconds: DOCUMENT_TIMEOUT_SECONDS,
    plugins: [
      {
        handlerDidError: async ({ request }) => {
          const page = pageOf(new URL(request.url).pathname);
          if (page?.kind !== "app") return undefined;
          // What is not kept can do nothing without a connection; the app says so in the place of the login's document.
          return shell.matchPrecache(KEPT_DOCUMENTS[page.name] ?? APP_PAGES.login);
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
    ],
  }),
);

// Behind the documents' routes: it would answer for the one it keeps, of whatever release.
registerRoute(new PrecacheRoute(shell));

registerRoute(
  ({ url, sameOrigin }) => !isForgetting && sameOrigin && url.pathname.startsWith("/assets/"),
  new CacheFirst({ cacheName: "assets", plugins: [new ExpirationPlugin({ maxEntries: 150 })] }),
);

/** Icons and the days' pictures. Calls, media and everything else pass by: what is personal is never kept. */
registerRoute(
  ({ url, sameOrigin }) =>
    !isForgetting && sameOrigin && /^\/(artwork|icons|favicon\.svg$|manifest\.webmanifest$)/.test(url.pathname),
  new StaleWhileRevalidate({
    cacheName: "pictures",
    plugins: [unlessForgetting, new ExpirationPlugin({ maxEntries: 50 })],
  }),
);
