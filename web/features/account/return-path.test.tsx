import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { returnState, useReturnPath } from "./return-path.ts";

function ReturnPath() {
  return <p role="note">{useReturnPath()}</p>;
}

function returnPathOf(state: unknown): string | null {
  const { getByRole, unmount } = renderAt({ pathname: "/login", state }, <ReturnPath />);
  const path = getByRole("note").textContent;
  unmount();
  return path;
}

test("a login leads to the requested page, including its query", () => {
  expect(returnPathOf(returnState("/content/2026-11-20?rolodex=1"))).toBe("/content/2026-11-20?rolodex=1");
});

test.for([null, {}, { returnTo: 1 }, "/profile"])("return state %j leads to the dashboard", (state) => {
  expect(returnPathOf(state)).toBe("/dashboard");
});

test.for([
  "//evil.example",
  "//evil.example/profile",
  "https://evil.example/profile",
  "/\\evil.example/profile",
  "/\t/evil.example/profile",
  "\\\\evil.example/profile",
  "javascript:alert(1)",
  "//",
  "http://[",
])("%j isn't one of our pages and leads to the dashboard", (path) => {
  expect(returnPathOf(returnState(path))).toBe("/dashboard");
});

test.for([
  "/login",
  "/reset-password",
  "/setup-password?token=t",
  "/quick-login",
  "/nowhere",
  "/",
  "/api/user/profile",
])("%s isn't a page to return to", (path) => {
  expect(returnPathOf(returnState(path))).toBe("/dashboard");
});
