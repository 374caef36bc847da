import { afterEach, expect, test, vi } from "vitest";
import { morningTag, type PushMessage, TEST_TAG } from "#domain/rules/push.ts";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a morning", morningTag("2026-11-01"), [false, true]],
  ["a test", TEST_TAG, [false, false]],
])("of two notifications of %s, only a morning's second is silent", async (_, tag, expected) => {
  const stored = new Map([["/push-device", "own"]]);
  const cache = { put: async (key: string, answer: Response) => void stored.set(key, await answer.text()) };
  vi.stubGlobal("caches", {
    match: async (key: string) => (stored.has(key) ? new Response(stored.get(key)) : undefined),
    open: async () => cache,
  });
  const showNotification = vi.fn(async (_title: string, _options: { silent: boolean }) => undefined);
  let push = (_event: object) => {};
  const addEventListener = (name: string, listener: typeof push) => {
    if (name === "push") push = listener;
  };
  vi.stubGlobal("self", { registration: { getNotifications: async () => [], showNotification }, addEventListener });
  vi.resetModules();
  await import("./notifications.ts");
  const message: PushMessage = { device: "own", tag, title: "Title", path: "/" };
  for (let time = 0; time < 2; time += 1) {
    const shown = new Promise((resolve) => push({ data: { text: () => JSON.stringify(message) }, waitUntil: resolve }));
    await shown;
  }
  expect(showNotification.mock.calls.map(([, { silent }]) => silent)).toEqual(expected);
});
