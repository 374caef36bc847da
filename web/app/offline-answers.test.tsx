import { QueryObserver } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ListedItem, OpenedItem } from "#domain/contract/content/content.ts";
import { browsedItemOf, listedItemOf } from "#test/answers/content.ts";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { sessionUser, tokenOf } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { sessionQuery } from "../features/account/session.query.ts";
import { contentItemQuery, contentListQuery } from "../features/content/content.query.ts";
import { libraryQuery } from "../features/content/library.query.ts";
import { engagementQuery } from "../features/progress/progress.query.ts";
import { logOutAdmin } from "../lib/admin-session.ts";
import { clearForSignIn, storeAuthToken } from "../lib/auth-token.ts";
import { offlineAtom } from "../lib/offline.atoms.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { signOut } from "../lib/sign-out.ts";
import { ContentPage } from "../pages/content-page.tsx";
import { DashboardPage } from "../pages/dashboard-page.tsx";
import { LibraryPage } from "../pages/library-page.tsx";
import { ProfilePage } from "../pages/profile-page.tsx";
import { fetchOrRestore } from "./fetch-or-restore.ts";
import { keepAnswer } from "./offline-answers.ts";

const DAY = "2026-05-12";
const USER = sessionUser({ id: "ann", today: DAY });
const LISTED = listedItemOf(DAY, {
  title: "Rise",
  description: "Feet on the floor.",
  audioFilename: "secret.mp3",
  video: { provider: "hosted", ref: "secret.mp4" },
  videoFilename: "secret.mp4",
  artworkFilename: "secret.jpg",
});
const OPENED: OpenedItem = {
  ...LISTED,
  completed: true,
  transcript: "Good morning.",
  captionsFilename: "secret.vtt",
  isFavorite: true,
};
const MAY = contentListQuery({ year: 2026, month: 5 });

const newClient = () => createQueryClient({ persister: fetchOrRestore });
const isOffline = () => getDefaultStore().get(offlineAtom);
const storedNow = () => Object.keys(localStorage).filter((key) => key.startsWith("offline:"));
const storedTexts = () => storedNow().map((key) => localStorage.getItem(key) ?? "");

const CALLS = ["auth/verify", "content", `content/${DAY}`, "content/library", "user/engagement"].map(
  (path) => `GET /api/${path}`,
);

function goOnline(list: ListedItem[] = [LISTED]) {
  return stubApi({
    "GET /api/auth/verify": () => Response.json({ user: USER, token: tokenOf("ann") }),
    "GET /api/content": () => Response.json(list),
    [`GET /api/content/${DAY}`]: () => Response.json(OPENED),
    "GET /api/user/engagement": () => Response.json(ENGAGEMENT),
  });
}

const goOffline = () => stubApi(Object.fromEntries(CALLS.map((call) => [call, lostConnection])));

/** Requests what pages need, and waits until it's stored. */
async function visit({ opens = true } = {}): Promise<void> {
  goOnline();
  const client = newClient();
  await client.fetchQuery(sessionQuery);
  await Promise.all([client.fetchQuery(MAY), client.fetchQuery(engagementQuery)]);
  if (opens) await client.fetchQuery(contentItemQuery(DAY));
  await expect.poll(storedNow).toHaveLength(opens ? 4 : 3);
}

function installWorker(ready: Promise<void>): void {
  const value = { ready, register: async () => undefined, getRegistration: async () => undefined };
  Object.defineProperty(navigator, "serviceWorker", { value, configurable: true });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-05-12T12:00:00Z") });
  installWorker(Promise.resolve());
  vi.stubGlobal("caches", { keys: async () => [] });
  vi.stubGlobal("reportError", vi.fn());
  storeAuthToken(tokenOf("ann"));
});

afterEach(() => {
  cleanup();
  // Any answer ends it.
  keepAnswer(null, { queryHash: "", queryKey: [], state: { data: undefined } }, null);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, "serviceWorker");
  localStorage.clear();
});

test("stored responses contain no token, name, email address, link, or favorite", async () => {
  await visit();
  const texts = storedTexts().join();
  expect(texts).toContain("Feet on the floor.");
  for (const secret of [tokenOf("ann"), "secret", USER.email, String(USER.firstName), "isFavorite"])
    expect(texts).not.toContain(secret);
});

test("an error status isn't replaced by a stored response, and data already on the page stays", async () => {
  await visit();
  for (const status of [403, 404, 500]) {
    stubApi({ "GET /api/content": () => refusal(status, "no", "No") });
    await expect(newClient().fetchQuery({ ...MAY, retry: false })).rejects.toThrow(`${status}: No`);
  }
  goOnline();
  const shown = new QueryObserver(newClient(), engagementQuery);
  const leave = shown.subscribe(() => undefined);
  await expect.poll(() => shown.getCurrentResult().data).toEqual(ENGAGEMENT);
  goOffline();
  expect((await shown.refetch()).isRefetchError).toBe(true);
  leave();
  expect(isOffline()).toBe(false);
});

test("a request that isn't stored fails as usual, and a device that knows it's offline says so", async () => {
  goOffline();
  await expect(newClient().fetchQuery(engagementQuery)).rejects.toThrow("Failed to fetch");
  expect(isOffline()).toBe(false);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  await expect(newClient().fetchQuery(engagementQuery)).rejects.toThrow("Failed to fetch");
  expect(isOffline()).toBe(true);
});

test.for([
  ["the member's logout", signOut],
  ["the administrator's logout", logOutAdmin],
  ["another login", clearForSignIn],
  [
    "a refused token",
    async () => {
      stubApi({ "GET /api/auth/verify": () => refusal(401, "unauthorized", "Log in to continue.") });
      await newClient().fetchQuery(sessionQuery);
    },
  ],
] as const)("%s erases all stored responses", async ([, end]) => {
  await visit();
  await end();
  expect(storedNow()).toEqual([]);
});

test("another member's login hides and erases stored data, and responses after a logout aren't stored", async () => {
  await visit();
  storeAuthToken(tokenOf("ben"));
  goOffline();
  await expect(newClient().fetchQuery(engagementQuery)).rejects.toThrow();
  goOnline();
  await newClient().fetchQuery(engagementQuery);
  await expect.poll(storedNow).toEqual(['offline:ben:["/api/user/engagement"]']);
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  installWorker(ready);
  await newClient().fetchQuery(MAY);
  signOut();
  resolve();
  await new Promise((done) => setTimeout(done, 50));
  expect(storedNow()).toEqual([]);
});

test("beyond the limit, the oldest responses are dropped", async () => {
  const months = [1, 2, 3].map((month) => contentListQuery({ year: 2026, month }));
  for (const [nth, month] of months.entries()) {
    goOnline([listedItemOf(DAY, { description: "x".repeat(200_000) })]);
    vi.setSystemTime(Date.parse(`2026-05-12T12:0${nth}:00Z`));
    await newClient().fetchQuery(month);
    await expect.poll(() => storedNow().join()).toContain(`"month":${nth + 1}`);
  }
  expect(storedNow()).toHaveLength(2);
  expect(storedNow().join()).not.toContain('"month":1');
});

test("responses stored by another release aren't shown", async () => {
  await visit();
  goOffline();
  vi.spyOn(document, "querySelector").mockReturnValue({ src: "/assets/app-2.js" } as HTMLScriptElement);
  await expect(newClient().fetchQuery(engagementQuery)).rejects.toThrow();
});

const pages = (
  <Routes>
    <Route path="/dashboard" element={<DashboardPage />} />
    <Route path="/content/:id" element={<ContentPage />} />
    <Route path="/library" element={<LibraryPage />} />
    <Route path="/profile" element={<ProfilePage />} />
  </Routes>
);
const open = (path: string) => {
  const calls = goOffline();
  renderAt(path, pages, newClient());
  return calls;
};
const BAR = "Offline. You can still read saved sessions.";

test("offline, the dashboard shows the stored month under a bar, without claims about today", async () => {
  await visit();
  vi.setSystemTime(Date.parse("2026-05-13T12:00:00Z"));
  open("/dashboard");
  await screen.findByRole("heading", { level: 2, name: "Rise" });
  expect((await screen.findByText(/^You can still read/, { exact: false })).closest("[role=status]")?.textContent).toBe(
    BAR,
  );
  expect(screen.getByRole("link", { name: "Read this session" })).toBeTruthy();
  expect(screen.queryByText("Today")).toBeNull();
  expect(screen.getAllByText("12").length).toBeGreaterThan(0);
  expect(document.documentElement.dataset.offline).toBe("");
});

test("offline, a session opened before can be read, and its picture says that playing needs a connection", async () => {
  await visit();
  const calls = open(`/content/${DAY}`);
  await screen.findByRole("heading", { level: 1, name: "Rise" });
  for (const text of ["Feet on the floor.", "Good morning.", "Session Complete!"])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText("Playing needs a connection.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Play" })).toBeNull();
  expect(calls.filter(({ method, path }) => method !== "GET" || path.startsWith("/api/progress"))).toEqual([]);
});

test("offline, the library lists the sessions that it had loaded", async () => {
  goOnline();
  const own = { artworkFilename: "secret.jpg", audioFilename: "secret.mp3", isFavorite: true };
  stubApi({
    "GET /api/content/library": () =>
      Response.json({ items: [browsedItemOf(DAY, { title: "Rise", ...own })], next: null }),
  });
  await newClient().fetchInfiniteQuery(libraryQuery({}));
  await visit();
  await expect.poll(storedNow).toHaveLength(5);
  expect(storedTexts().join()).not.toContain("secret");
  open("/library");
  expect((await screen.findByRole("link", { name: /Rise/ })).getAttribute("href")).toBe(`/content/${DAY}`);
  expect(await screen.findByText(/^You can still read/, { exact: false })).toBeTruthy();
});

test("offline, a session that was only listed shows its description", async () => {
  await visit({ opens: false });
  open(`/content/${DAY}`);
  await screen.findByRole("heading", { level: 1, name: "Rise" });
  expect(screen.getByText("Feet on the floor.")).toBeTruthy();
});

test.for([`/content/2026-05-11`, "/content/item-1"])(
  "offline, the page at %s says that its session isn't saved on this device",
  async (path) => {
    await visit();
    open(path);
    expect((await screen.findByRole("alert")).textContent).toContain("This session isn't saved on this device.");
  },
);

test("offline, other pages say so, and Try again opens them once the connection is back", async () => {
  await visit();
  open("/profile");
  await screen.findByRole("heading", { level: 2, name: "This page needs a connection" });
  expect(screen.getByText("Offline.").closest("[role=status]")?.textContent).toBe("Offline.");
  expect(screen.getByRole("link", { name: "Go to your dashboard" }).getAttribute("href")).toBe("/dashboard");
  goOnline();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("heading", { level: 1, name: "My Account" });
  expect(isOffline()).toBe(false);
});

test("once the connection is back, stored data is requested again", async () => {
  await visit();
  open(`/content/${DAY}`);
  await screen.findByText("Playing needs a connection.");
  const calls = goOnline();
  window.dispatchEvent(new Event("online"));
  await expect.poll(isOffline).toBe(false);
  await expect.poll(() => calls.map(({ path }) => path)).toContain("/api/auth/verify");
  expect(screen.queryByText(/^You can still read/)).toBeNull();
});
