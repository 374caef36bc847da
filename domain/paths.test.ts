import { expect, test } from "vitest";
import {
  APP_PAGES,
  contentPath,
  PUBLIC_PAGES,
  type PublicPageName,
  pageOf,
  publicMediaPath,
  sessionByMailPath,
  setupPasswordPath,
  unsubscribePath,
  wakeUpChangePath,
} from "./paths.ts";

test("every page in the tables is found, with and without a trailing slash", () => {
  for (const name of Object.keys(PUBLIC_PAGES) as PublicPageName[]) {
    const path = PUBLIC_PAGES[name];
    expect(pageOf(path), path).toEqual({ kind: "public", name });
    if (path !== "/") expect(pageOf(`${path}/`), `${path}/`).toEqual({ kind: "public", name });
  }
  for (const [name, pattern] of Object.entries(APP_PAGES)) {
    const path = pattern.replace(":id", "2025-08-12");
    expect(pageOf(path), path).toEqual({ kind: "app", name });
    expect(pageOf(`${path}/`), `${path}/`).toEqual({ kind: "app", name });
  }
});

test.for([
  "/nothing",
  "/login/extra",
  "/LOGIN",
  "/content",
  "/content/",
  "/content//",
  "/content/2025-08-12/more",
  "/admin/settings",
  "//login",
  "/login//",
  "/dashboard.html",
  "/subscribe.html",
  "/subscribe/annual",
  "/gift//",
  "/embed/youtube/dQw4w9WgXcQ",
  "/index.html",
  "",
])("%s isn't a page", (path) => {
  expect(pageOf(path)).toBeNull();
});

test("an item's page path carries its date or ID, even with special characters", () => {
  expect(contentPath("2025-08-12")).toBe("/content/2025-08-12");
  expect(pageOf(contentPath("a/b?c#d"))).toEqual({ kind: "app", name: "content" });
});

test("a setup link keeps its token and email intact", () => {
  const url = new URL(setupPasswordPath("a+b/c=", "ana+trial@daybolt.test"), "https://daybolt.example");
  expect(pageOf(url.pathname)).toEqual({ kind: "app", name: "setupPassword" });
  expect(Object.fromEntries(url.searchParams)).toEqual({ token: "a+b/c=", email: "ana+trial@daybolt.test" });
});

test("an unsubscribe link keeps its member and key intact", () => {
  const url = new URL(unsubscribePath("id-1", "k&y="), "https://daybolt.example");
  expect(pageOf(url.pathname)).toEqual({ kind: "app", name: "unsubscribe" });
  expect(Object.fromEntries(url.searchParams)).toEqual({ member: "id-1", key: "k&y=" });
});

test("wake-up email links keep their parameters intact", () => {
  const link = { member: "id-1", date: "2026-11-20", key: "k&y=" };
  const session = new URL(sessionByMailPath(link, null), "https://daybolt.example");
  expect([session.pathname, pageOf(session.pathname)]).toEqual([
    "/content/2026-11-20",
    { kind: "app", name: "content" },
  ]);
  expect(Object.fromEntries(session.searchParams)).toEqual({ member: "id-1", key: "k&y=" });
  const fallback = new URL(sessionByMailPath(link, "id-2"), "https://daybolt.example");
  expect(fallback.pathname).toBe("/content/id-2");
  expect(Object.fromEntries(fallback.searchParams)).toEqual({ member: "id-1", key: "k&y=", morning: "2026-11-20" });
  for (const change of [{ until: "2026-11-23" }, { hour: "7" }]) {
    const url = new URL(wakeUpChangePath(link, change), "https://daybolt.example");
    expect(pageOf(url.pathname)).toEqual({ kind: "app", name: "wakeUp" });
    expect(Object.fromEntries(url.searchParams)).toEqual({ ...link, ...change });
  }
});

test("a public media path isn't a page", () => {
  expect(publicMediaPath("clip-abc.mp4")).toBe("/media/clip-abc.mp4");
  expect(pageOf(publicMediaPath("clip-abc.mp4"))).toBeNull();
});
