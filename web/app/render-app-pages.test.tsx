import { expect, test } from "vitest";
import { APP_PAGES } from "#domain/paths.ts";
import { renderAppPages } from "./render-app-pages.tsx";

const PAGES = Object.entries(renderAppPages()).map(([name, html]) => {
  const root = document.createElement("div");
  root.innerHTML = html;
  return { name, root };
});

test("every app page starts with the header and a unique heading", () => {
  expect(PAGES.map(({ name }) => name).sort()).toEqual(Object.keys(APP_PAGES).sort());
  const headings = PAGES.map(({ name, root }) => {
    expect(root.querySelectorAll("header a[href='/']"), name).toHaveLength(1);
    const found = [...root.querySelectorAll("main h1")].map(({ textContent }) => textContent);
    expect(found, name).toHaveLength(1);
    return found[0];
  });
  expect(new Set(headings).size).toBe(headings.length);
});

test("until the code has loaded, all controls are disabled, but links work", () => {
  const counts = PAGES.map(({ name, root }) => {
    const controls = [...root.querySelectorAll("input, button, select, textarea")];
    expect(
      controls.filter((control) => !control.hasAttribute("disabled")),
      name,
    ).toEqual([]);
    // A fieldset must not contain a whole page.
    expect(root.querySelectorAll("fieldset main, fieldset header"), name).toHaveLength(0);
    expect(root.querySelectorAll("a[href]").length, name).toBeGreaterThan(1);
    expect(root.querySelectorAll("script, [tabindex='0'], [contenteditable]"), name).toHaveLength(0);
    return controls.length;
  });
  // The forms are visible.
  expect(Math.max(...counts)).toBeGreaterThan(3);
});

test("member pages start with the status that authentication is being checked", () => {
  for (const name of ["dashboard", "content", "profile"]) {
    const statuses = PAGES.find((page) => page.name === name)?.root.querySelectorAll("[role=status]") ?? [];
    expect(
      [...statuses].map(({ textContent }) => textContent),
      name,
    ).toEqual(["Checking authentication..."]);
  }
});
