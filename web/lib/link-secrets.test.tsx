import { render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import {
  confirmAddressPath,
  dataExportPath,
  invitationPath,
  keepAccountPath,
  markDonePath,
  revokeFeedsPath,
  sessionByMailPath,
  setupPasswordPath,
  signInPath,
  unsubscribePath,
} from "#domain/paths.ts";
import { holdLinkSecrets, openedBy, readLinkSecrets, takeLinkSecrets, useLinkParams } from "./link-secrets.ts";

const here = () => window.location.pathname + window.location.search;

/** Opens the app's document at an address, as a visit of this kind. */
function openAt(address: string | null, type: NavigationTimingType = "navigate") {
  if (address !== null) window.history.replaceState(null, "", address);
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as PerformanceNavigationTiming]);
  holdLinkSecrets();
}

function Page() {
  const params = useLinkParams();
  return (
    <>
      <p>{[...params].map((pair) => pair.join("=")).join(" ")}</p>
      <Link to="/login">Leave</Link>
    </>
  );
}

const renderApp = () =>
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/login" element={<p>Login page</p>} />
        <Route path="*" element={<Page />} />
      </Routes>
    </BrowserRouter>,
  );

afterEach(() => {
  vi.restoreAllMocks();
  window.history.replaceState(null, "", "/");
});

test.for([
  [signInPath("t-1"), "/sign-in"],
  [setupPasswordPath("t-1", "jo@daybolt.test"), "/setup-password"],
  [invitationPath("t-1", "jo@daybolt.test"), "/invitation"],
  [confirmAddressPath("t-1", "jo@daybolt.test"), "/confirm-address"],
  [keepAccountPath("t-1"), "/login"],
  [dataExportPath("t-1"), "/profile"],
  [unsubscribePath("m-1", "t-1"), "/unsubscribe"],
  [sessionByMailPath({ member: "m-1", date: "2026-11-20", key: "t-1" }, null), "/content/2026-11-20"],
  [revokeFeedsPath({ member: "m-1", feed: "f-1", key: "t-1" }), "/revoke"],
  [markDonePath({ feed: "f-1", item: "i-1", key: "t-1" }), "/done?item=i-1"],
] as const)("%s is at %s once the app starts, and the page still knows all of it", ([address, left]) => {
  const carried = Object.fromEntries(new URL(address, "http://app.test").searchParams);
  openAt(address);
  expect(here()).toBe(left);
  expect(`${document.URL}${document.referrer}`).not.toContain("t-1");
  if (left === "/login") return expect(readLinkSecrets()).toEqual(carried);
  renderApp();
  for (const [name, value] of Object.entries(carried)) screen.getByText(new RegExp(`${name}=${value}`));
});

test("a reload keeps what the link carried", () => {
  openAt(signInPath("t-1"));
  openAt(null, "reload");
  renderApp();
  screen.getByText("token=t-1");
});

test("what another page's link would carry stays where it is", () => {
  openAt("/library?token=mine&q=breathe");
  expect(here()).toBe("/library?token=mine&q=breathe");
});

test("after the page was left, Back finds nothing of the link", async () => {
  openAt(signInPath("t-1"));
  renderApp();
  await userEvent.setup().click(screen.getByRole("link", { name: "Leave" }));
  screen.getByText("Login page");
  expect(readLinkSecrets()).toEqual({});
  window.history.back();
  expect((await screen.findByRole("link", { name: "Leave" })).previousSibling?.textContent).toBe("");
  expect(readLinkSecrets()).toEqual({});
});

test("a document that is returned to by Back finds nothing of the link", () => {
  openAt(signInPath("t-1"));
  openAt(null, "back_forward");
  expect(readLinkSecrets()).toEqual({});
});

test("a page that the browser kept whole and shows again reloads without the link", () => {
  openAt(signInPath("t-1"));
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => undefined);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(reload).toHaveBeenCalled();
  expect(readLinkSecrets()).toEqual({});
});

test.each([
  ["?from=notification", "notification"],
  ["?member=ana&key=secret", "email"],
  ["?from=dashboard", undefined],
] as const)("a session opened at %s was opened by %s", (search, opener) => {
  window.history.replaceState(null, "", `/content/2026-05-20${search}`);
  takeLinkSecrets();
  expect(openedBy()).toBe(opener);
  // A secret isn't in the address anymore.
  expect(window.location.search).not.toContain("key");
});
