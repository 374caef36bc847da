import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BRAND } from "#domain/brand.ts";
import { BROWSER_STORAGE } from "#domain/rules/browser-storage.ts";
import { isNamedStorage } from "../../../test/support/named-storage.ts";
import { LegalPage } from "./legal-page.tsx";

test("the privacy policy names every storage key with its purpose", () => {
  const page = renderToStaticMarkup(LegalPage({ name: "privacy", operator: BRAND }));
  const text = page.replaceAll("&#39;", "'");
  for (const { names, purpose } of BROWSER_STORAGE) {
    for (const name of names) expect(text).toContain(`<code>${name}</code>`);
    expect(text).toContain(purpose);
  }
});

test("a name that ends in … matches every key with that prefix, but only in its own storage", () => {
  expect(isNamedStorage("local storage", "position:ann:2025-09-02:audio")).toBe(true);
  expect(isNamedStorage("session storage", "position:ann:2025-09-02:audio")).toBe(false);
  expect(isNamedStorage("local storage", "auth_token2")).toBe(false);
});
