import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { storeAuthToken } from "../../lib/auth-token.ts";
import { holdInstallPrompt, installPromptAtom } from "../../lib/install.atoms.ts";
import { signOut } from "../../lib/sign-out.ts";
import { EngagementStats } from "./engagement-stats.tsx";
import { engagementQuery } from "./progress.query.ts";

const HEADING = { name: "Put Daybolt on your home screen" };
/** Safari's on iOS: whether the app was opened from the home screen. */
const ios = (standalone: boolean): unknown =>
  Object.defineProperty(navigator, "standalone", { value: standalone, configurable: true });

beforeAll(holdInstallPrompt);
beforeEach(() => storeAuthToken("t-1"));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  Reflect.deleteProperty(navigator, "standalone");
  getDefaultStore().set(installPromptAtom, null);
});

async function open(itemsCompleted: number): Promise<void> {
  stubApi({ "GET /api/user/engagement": () => Response.json({ ...ENGAGEMENT, itemsCompleted }) });
  const { queryClient } = renderAt("/dashboard", <EngagementStats />);
  await waitFor(() => expect(queryClient.getQueryData(engagementQuery.queryKey)).toBeDefined());
}

function offerPrompt() {
  const prompt = vi.fn(async () => undefined);
  const event = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt });
  act(() => void fireEvent(window, event));
  return { prompt, event };
}

test("after the third session, one tap opens the install prompt; either answer closes the card for good", async () => {
  const { prompt, event } = offerPrompt();
  expect(event.defaultPrevented).toBe(true);
  await open(3);
  await userEvent.click(await screen.findByRole("button", { name: "Add to home screen" }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByRole("heading", HEADING)).toBeNull());
  expect(Object.keys(localStorage)).toContain("device:install_card");
});

test("in Safari on iOS, the card shows the steps and, once closed, stays away even after a logout", async () => {
  ios(false);
  await open(3);
  await screen.findByRole("heading", HEADING);
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent?.replaceAll(/ +/g, " "))).toEqual([
    "Tap Share in Safari.",
    "Choose Add to Home Screen.",
    "Tap Add.",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Don't show again" }));
  expect(screen.queryByRole("heading", HEADING)).toBeNull();
  signOut();
  expect(Object.keys(localStorage)).toEqual(["device:install_card"]);
  cleanup();
  storeAuthToken("t-1");
  await open(3);
  expect(screen.queryByRole("heading", HEADING)).toBeNull();
});

test.for<[string, number, () => unknown]>([
  ["before the third session", 2, () => ios(false)],
  ["in the app on an iOS home screen", 3, () => ios(true)],
  ["where nothing can be done", 3, () => undefined],
  [
    "in the installed app",
    3,
    () => {
      offerPrompt();
      vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    },
  ],
])("the install card isn't shown %s", async ([, completed, prepare]) => {
  prepare();
  // Its code is loaded, so it would show right away.
  await import("./install-card.tsx");
  await open(completed);
  await act(async () => undefined);
  expect(screen.queryByRole("heading", HEADING)).toBeNull();
});
