import { afterEach, expect, test, vi } from "vitest";
import { pushBrowser } from "#test/web/push-browser.ts";
import { stubApi } from "#test/web/stub-api.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { renewDevice } from "./renew-device.ts";

afterEach(() => vi.unstubAllGlobals());

const PATH = "/api/user/push-devices";

/** A start of the app in a browser that remembers it was a device, which our server no longer lists. */
async function startWith(subscription: object | null) {
  const browser = pushBrowser({ device: "old", subscription });
  const calls = stubApi({
    [`GET ${PATH}`]: () => Response.json({ publicKey: "key", devices: [] }),
    [`POST ${PATH}`]: () => Response.json({ id: "new" }),
  });
  // A renewal runs once a session.
  clearForSignIn();
  storeAuthToken("token");
  await renewDevice();
  return { added: calls.filter(({ method }) => method === "POST").map(({ body }) => body), id: browser.id() };
}

test("a browser that lost its subscription is added again, without titles", async () => {
  const added = { endpoint: "https://push.test/new", p256dh: "p", auth: "a", publicKey: "key", hidesTitles: true };
  expect(await startWith(null)).toEqual({ added: [added], id: "new" });
});

test("a browser that was removed elsewhere isn't added again", async () => {
  const unsubscribe = vi.fn(async () => true);
  expect(await startWith({ unsubscribe })).toEqual({ added: [], id: undefined });
  expect(unsubscribe).toHaveBeenCalledOnce();
});
