import { expect, test } from "vitest";
import { APP_PAGES, contentPath, documentEntryOf, PUBLIC_PAGES, setupPasswordPath, unsubscribePath } from "./paths.ts";

test("every page of the table is a document of its entry, with and without a trailing slash", () => {
  for (const pattern of Object.values(PUBLIC_PAGES)) expect(documentEntryOf(pattern), pattern).toBe("public");
  for (const pattern of Object.values(APP_PAGES)) {
    const path = pattern.replace(":id", "2025-08-12");
    expect(documentEntryOf(path), path).toBe("app");
    expect(documentEntryOf(`${path}/`), `${path}/`).toBe("app");
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
  "/index.html",
  "",
])("%s is no page", (path) => {
  expect(documentEntryOf(path)).toBeNull();
});

test("an item's page carries its date or id, whatever that holds", () => {
  expect(contentPath("2025-08-12")).toBe("/content/2025-08-12");
  expect(documentEntryOf(contentPath("a/b?c#d"))).toBe("app");
});

test("token and address survive the way through a set-up link", () => {
  const url = new URL(setupPasswordPath("a+b/c=", "ana+trial@daybolt.test"), "https://daybolt.example");
  expect(documentEntryOf(url.pathname)).toBe("app");
  expect(Object.fromEntries(url.searchParams)).toEqual({ token: "a+b/c=", email: "ana+trial@daybolt.test" });
});

test("member and key survive the way through an unsubscribe link", () => {
  const url = new URL(unsubscribePath("id-1", "k&y="), "https://daybolt.example");
  expect(documentEntryOf(url.pathname)).toBe("app");
  expect(Object.fromEntries(url.searchParams)).toEqual({ member: "id-1", key: "k&y=" });
});
