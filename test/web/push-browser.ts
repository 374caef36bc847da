import { vi } from "vitest";

type Given = {
  /** What the browser remembers of being a device. */
  device?: string | null;
  subscription?: object | null;
  permission?: NotificationPermission;
  userAgent?: string;
};

/** A browser that can show notifications; a fresh subscription begins where it has none. Returns what it remembers. */
export function pushBrowser({ device = null, subscription = null, permission = "granted", userAgent = "Test" }: Given) {
  const cached = new Map(device === null ? [] : [["/push-device", device]]);
  const cache = { put: async (key: string, answer: Response) => void cached.set(key, await answer.text()) };
  vi.stubGlobal("caches", {
    match: async (key: string) => (cached.has(key) ? new Response(cached.get(key)) : undefined),
    open: async () => cache,
    delete: async () => cached.clear(),
  });
  const fresh = { toJSON: () => ({ endpoint: "https://push.test/new", keys: { p256dh: "p", auth: "a" } }) };
  const pushManager = { getSubscription: async () => subscription, subscribe: async () => fresh };
  const serviceWorker = { ready: Promise.resolve({ pushManager }), register: async () => undefined };
  vi.stubGlobal("navigator", { serviceWorker, userAgent, maxTouchPoints: 0 });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { permission, requestPermission: async () => permission });
  return { id: () => cached.get("/push-device") };
}
