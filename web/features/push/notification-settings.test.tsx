import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { DevicesResponse } from "#domain/contract/push.ts";
import { pushBrowser } from "#test/web/push-browser.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { NotificationSettings } from "./notification-settings.tsx";

afterEach(() => vi.unstubAllGlobals());

const PATH = "/api/user/push-devices";
const KEY = "key";
const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

const device = (id: string, change: Partial<DevicesResponse["devices"][number]> = {}) => ({
  id,
  userAgent: ANDROID,
  hidesTitles: false,
  addedAt: "2026-07-01T12:00:00.000Z",
  acceptedAt: "2026-07-03T11:00:00.000Z",
  ...change,
});

type Scene = { browser?: Parameters<typeof pushBrowser>[0]; devices?: DevicesResponse["devices"] };

/** The settings in a browser whose member has these devices; the server keeps what is added, changed, and removed. */
function open({ browser, devices = [] }: Scene, answers: Parameters<typeof stubApi>[0] = {}) {
  let stored = devices;
  storeAuthToken("token");
  pushBrowser(browser ?? {});
  const calls = stubApi({
    [`GET ${PATH}`]: () => Response.json({ publicKey: KEY, devices: stored }),
    [`POST ${PATH}`]: ({ body }) => {
      const { renews = "own", hidesTitles } = body as { renews?: string; hidesTitles: boolean };
      stored = [...stored.filter(({ id }) => id !== renews), device(renews, { hidesTitles })];
      return Response.json({ id: renews });
    },
    ...Object.fromEntries(
      ["own", "other"].map((one) => [
        `DELETE ${PATH}/${one}`,
        () => {
          stored = stored.filter(({ id }) => id !== one);
          return Response.json({ ok: true });
        },
      ]),
    ),
    [`POST ${PATH}/own/test`]: () => Response.json({ ok: true }),
    ...answers,
  });
  renderAt("/profile", <NotificationSettings timezone="America/Chicago" today="2026-07-04" />);
  return { wrote: () => calls.filter(({ method }) => method !== "GET") };
}

const ON = "Notifications on this device";
const HIDES = "Hide titles on the lock screen";
const switchOf = (name: string) => screen.findByRole("switch", { name });
const isOn = async (name: string) => (await switchOf(name)).getAttribute("aria-checked");

test("off: titles can be hidden before notifications are turned on, and there's nothing to test", async () => {
  const { wrote } = open({});
  expect([await isOn(ON), await isOn(HIDES)]).toEqual(["false", "false"]);
  expect(screen.queryByRole("button", { name: "Send test notification" })).toBeNull();
  expect(screen.getByText(/It follows your phone's sound and focus settings; it isn't an alarm clock/)).toBeTruthy();
  await userEvent.click(await switchOf(HIDES));
  await userEvent.click(await switchOf(ON));
  await screen.findByRole("button", { name: "Send test notification" });
  expect([await isOn(ON), await isOn(HIDES)]).toEqual(["true", "true"]);
  expect(screen.getAllByText(/focus/i).map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/, not an alarm clock\. If a Focus on iPhone or a mode on Android silences it, allow/),
  ]);
  expect(wrote().map(({ body }) => body)).toEqual([
    { endpoint: "https://push.test/new", p256dh: "p", auth: "a", publicKey: KEY, hidesTitles: true },
  ]);
});

test("on: a test is sent, titles are hidden, and notifications are turned off", async () => {
  const { wrote } = open({ browser: { device: "own" }, devices: [device("own")] });
  await userEvent.click(await screen.findByRole("button", { name: "Send test notification" }));
  await vi.waitFor(() => expect(wrote().map(({ path }) => path)).toContain(`${PATH}/own/test`));
  await userEvent.click(await switchOf(HIDES));
  await vi.waitFor(async () => expect(await isOn(HIDES)).toBe("true"));
  expect(await isOn(ON)).toBe("true");
  await userEvent.click(await switchOf(ON));
  await vi.waitFor(async () => expect(await isOn(ON)).toBe("false"));
  expect(wrote().at(-1)).toMatchObject({ method: "DELETE", path: `${PATH}/own` });
});

test.each([
  ["blocks them", { permission: "denied" }, /^Your browser blocks notifications from this site/],
  ["is on an iPhone", { userAgent: IPHONE }, /^On an iPhone or iPad, add .+ to your home screen first: press Share/],
  ["can't show them", { userAgent: "Test" }, /^This browser can't show notifications/],
] as const)("a browser that %s has no switch, and says what to do", async (_, browser, words) => {
  open({ browser });
  // Safari has it only in an installed app.
  if ("userAgent" in browser) Reflect.deleteProperty(window, "PushManager");
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole("switch")).toBeNull();
});

test("another device is named with its use, and can be removed", async () => {
  open({ browser: { device: "own" }, devices: [device("own"), device("other", { acceptedAt: null })] });
  const row = within((await screen.findByRole("list", { name: "Other devices" })) as HTMLElement);
  expect(row.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    "Chrome on AndroidAdded Jul 1, not notified yetRemove",
  ]);
  await userEvent.click(row.getByRole("button", { name: "Remove" }));
  await vi.waitFor(() => expect(screen.queryByRole("list", { name: "Other devices" })).toBeNull());
  expect(await isOn(ON)).toBe("true");
});

test("what fails is said in place, until the next try", async () => {
  const ended = "Your browser no longer accepts notifications from us. Turn them on again.";
  let isRefused = true;
  open(
    { browser: { device: "own" }, devices: [device("own")] },
    { [`POST ${PATH}/own/test`]: () => (isRefused ? refusal(409, "conflict", ended) : Response.json({ ok: true })) },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Send test notification" }));
  expect((await screen.findByRole("alert")).textContent).toBe(ended);
  isRefused = false;
  await userEvent.click(screen.getByRole("button", { name: "Send test notification" }));
  await vi.waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a list that doesn't load offers another try", async () => {
  open({}, { [`GET ${PATH}`]: () => refusal(503, "unavailable", "Try again in a minute.") });
  expect(await screen.findByText("Your notifications didn't load")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});
