/**
 * The result of a device's notification, from the worst to the best. `gone`: the push service no longer knows the device; `refused`: a fault on
 * our side; `waiting`: to be tried again; `claimed`: being sent; `unanswered`: to be tried again, though it may have been shown.
 */
export const PUSH_STATES = [
  "gone",
  "refused",
  "missed",
  "waiting",
  "claimed",
  "unanswered",
  "unknown",
  "accepted",
] as const;
export type PushState = (typeof PUSH_STATES)[number];

/** What may bring a member to a session. */
export const OPENERS = ["email", "notification"] as const;

export const MOST_PUSH_DEVICES = 10;

/** What the service worker gets. Without a title, the device hides it. */
export type PushMessage = {
  /** The device's ID: a browser that has another, or none, shows only that there is a session. */
  device: string;
  /** Kind and date. A device shows one message per tag. */
  tag: string;
  title?: string;
  body?: string;
  path: string;
};

/** Where a browser keeps which device it is, for its service worker (domain/rules/browser-storage.ts). Deleted at logout. */
export const DEVICE_CACHE = "notifications";
export const DEVICE_KEY = "/push-device";

/** `Topic`s and tags of a morning. */
export const morningTag = (date: string): string => `morning-${date}`;
export const TEST_TAG = "test";

const PUSH_HOSTS = ["fcm.googleapis.com", "*.push.services.mozilla.com", "*.notify.windows.com", "*.push.apple.com"];

/** Whether we may call a push service there: nothing that a browser claims makes us call anything else. */
export function isPushEndpoint(endpoint: string, more: readonly string[] = []): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, port, username, password, hostname } = new URL(endpoint);
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return [...PUSH_HOSTS, ...more].some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
}
