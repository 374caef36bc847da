import { APP_PAGES } from "#domain/paths.ts";
import { DEVICE_CACHE, DEVICE_KEY, type PushMessage, TEST_TAG } from "#domain/rules/push.ts";

declare const self: ServiceWorkerGlobalScope;

const LAST_KEY = "/last-notification";

/** A worker can't read local storage. Its cache holds which device this browser is, and what it showed last. */
async function kept(key: string): Promise<string | null> {
  const answer = await caches.match(key, { cacheName: DEVICE_CACHE });
  return answer ? answer.text() : null;
}

/** Browsers want something to be shown for every message, so what isn't this browser's shows no title. A repeat makes no sound. */
async function show(text: string): Promise<void> {
  const message = JSON.parse(text) as PushMessage;
  const isOurs = message.device === (await kept(DEVICE_KEY));
  const {
    tag,
    title = "Your session is ready",
    body,
    path,
  } = isOurs ? message : { ...message, title: undefined, body: undefined, path: APP_PAGES.dashboard };
  const isRepeat = tag !== TEST_TAG && (await kept(LAST_KEY)) === tag;
  const older = (await self.registration.getNotifications()).filter((one) => one.tag !== tag);
  for (const one of older) one.close();
  const sound = { silent: isRepeat, renotify: !isRepeat };
  const options = { tag, body: body ?? "", icon: "/icons/icon-192.png", data: path, ...sound };
  await self.registration.showNotification(title, options);
  // Only while the browser is a device: nothing is kept after a logout.
  if (isOurs) await (await caches.open(DEVICE_CACHE)).put(LAST_KEY, new Response(tag));
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data?.text() ?? "{}")));

/** A session that is open already comes to the front. */
async function open(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [pathname] = path.split("?");
  const shown = windows.find(({ url }) => new URL(url).pathname === pathname);
  await (shown ? shown.focus() : self.clients.openWindow(path));
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
