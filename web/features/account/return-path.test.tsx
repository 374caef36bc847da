import { fireEvent } from "@testing-library/react";
import { Route, Routes } from "react-router";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { useLinkParams } from "../../lib/link-secrets.ts";
import { returnState, useLeadOn, useReturnPath } from "./return-path.ts";

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

const seen: string[] = [];

function Profile() {
  seen.push(window.location.href);
  return <p role="note">{useLinkParams().get("data")}</p>;
}

function Login() {
  const leadOn = useLeadOn();
  return <button onClick={() => leadOn("/profile?data=t-1#privacy")} type="button" />;
}

test("a login that leads back to a link's page leaves its token out of the address", () => {
  const { getByRole } = renderAt(
    "/login",
    <Routes>
      <Route path="/login" element={<Login />} />
      <Route path="/profile" element={<Profile />} />
    </Routes>,
  );
  fireEvent.click(getByRole("button"));
  expect(getByRole("note").textContent).toBe("t-1");
  for (const address of [...seen, window.location.href]) expect(address).not.toContain("t-1");
  expect(window.location.hash).toBe("#privacy");
});
