import { DEVICE_CACHE, DEVICE_KEY } from "#domain/rules/push.ts";

/** `home-screen`: an iPhone or iPad, which allows notifications only for an installed app. */
type Ability = "ready" | "blocked" | "home-screen" | "none";

/** Safari on iPads names a Macintosh, which has no touch screen. */
function isOfApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1);
}

export function pushAbility(): Ability {
  const isKnown = "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;
  if (!isKnown) return isOfApple() ? "home-screen" : "none";
  return Notification.permission === "denied" ? "blocked" : "ready";
}

export async function hasSubscription(): Promise<boolean> {
  return (await (await navigator.serviceWorker.ready).pushManager.getSubscription()) !== null;
}

/** Subscribes this browser, which asks for permission unless it's given; a subscription with an older key is replaced. */
export async function subscribeHere(publicKey: string) {
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const before = await pushManager.getSubscription();
  const subscription = await pushManager.subscribe(options).catch(async (error) => {
    if (!before) throw error;
    await before.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = "", keys: { p256dh = "", auth = "" } = {} } = subscription.toJSON();
  return { endpoint, p256dh, auth, publicKey };
}

/** The ID under which this browser is one of the member's devices; null if it isn't. */
export async function thisDevice(): Promise<string | null> {
  const answer = await caches.match(DEVICE_KEY, { cacheName: DEVICE_CACHE });
  return answer ? answer.text() : null;
}

export async function rememberDevice(id: string): Promise<void> {
  await (await caches.open(DEVICE_CACHE)).put(DEVICE_KEY, new Response(id));
}

export async function endHere(): Promise<void> {
  await caches.delete(DEVICE_CACHE);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
