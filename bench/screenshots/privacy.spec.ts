import type { Page } from "@playwright/test";
import { APP_PAGES, PRIVACY_PATH } from "../../domain/paths.ts";
import { answer, fail, never } from "../../test/e2e/support/answers.ts";
import { dayAhead } from "../../test/support/fixtures.ts";
import { click, inOrder, settle, takeEach } from "./take.ts";

const DOWNLOAD = "**/api/user/privacy/download";
const EXPORT = "**/api/user/privacy/export";
const KEEP = "**/api/auth/keep-account";
const CONFIRM = "**/api/auth/confirm-address";
const CHECK = `${CONFIRM}/check`;
const DATA = `${APP_PAGES.profile}?data=t`;
const KEEP_LINK = `${APP_PAGES.login}?keep=t`;
const ADDRESS = "ray.riser.with.a.long.address@correspondence.daybolt.test";
const CONFIRM_LINK = `${APP_PAGES.confirmAddress}?${new URLSearchParams({ token: "t", email: ADDRESS })}`;
const GONE = { error: "This link has expired. Request a new one.", code: "gone" };

const linkWorks = answer(CHECK, { email: ADDRESS });
const show = (heading: string) => (page: Page) =>
  page.getByRole("heading", { name: heading, exact: true }).evaluate((element) => element.scrollIntoView());
const unfold = (title: string) => (page: Page) => page.getByText(title, { exact: true }).click();
const ask = inOrder(click("Email me a download link"), settle, show("A copy of your data"));
const logIn = inOrder(
  (page) => page.getByLabel("Email", { exact: true }).fill(ADDRESS),
  (page) => page.getByLabel("Password", { exact: true }).fill("rise-and-shine"),
  click("Login"),
  settle,
);

takeEach([
  ...[
    { name: "profile-privacy", path: PRIVACY_PATH, isMain: true },
    {
      name: "profile-privacy-open",
      path: PRIVACY_PATH,
      after: inOrder(unfold("What we keep"), unfold("Emails we send you"), unfold("What you agreed to")),
    },
    { name: "profile-data-asked", path: PRIVACY_PATH, before: answer(EXPORT, { ok: true }), after: ask },
    {
      name: "profile-data-refused",
      path: PRIVACY_PATH,
      before: answer(
        EXPORT,
        { error: "You have asked twice today. Please try again tomorrow.", code: "rate_limited" },
        429,
      ),
      after: ask,
    },
    { name: "profile-data", path: DATA },
    {
      name: "profile-data-ready",
      path: DATA,
      before: answer(DOWNLOAD, { name: "daybolt-data", json: "{}", page: "<p></p>" }),
      after: click("Get my data"),
    },
    { name: "profile-data-gone", path: DATA, before: answer(DOWNLOAD, GONE, 410), after: click("Get my data") },
    {
      name: "profile-delete-missing",
      path: PRIVACY_PATH,
      after: inOrder(click("Delete account"), (page) =>
        page.getByRole("dialog").getByRole("button", { name: "Delete account" }).click(),
      ),
    },
  ].map((state) => ({ ...state, isMember: true })),

  { name: "login-closed", path: `${APP_PAGES.login}?closed=${dayAhead(30)}T12:00:00.000Z` },
  {
    name: "login-take-back",
    path: APP_PAGES.login,
    before: answer(
      "**/api/auth/login",
      { error: "This account is closed. You can restore it until December 22.", code: "account_closed" },
      403,
    ),
    after: logIn,
  },
  { name: "login-keep", path: KEEP_LINK, isMain: true },
  { name: "login-kept", path: KEEP_LINK, before: answer(KEEP, { email: ADDRESS }), after: click("Restore account") },
  { name: "login-keep-gone", path: KEEP_LINK, before: answer(KEEP, GONE, 410), after: click("Restore account") },

  { name: "confirm-address", path: CONFIRM_LINK, before: linkWorks, isMain: true },
  { name: "confirm-address-checking", path: CONFIRM_LINK, before: never(CHECK) },
  {
    name: "confirm-address-done",
    path: CONFIRM_LINK,
    before: inOrder(linkWorks, answer(CONFIRM, { email: ADDRESS })),
    after: click(/^Confirm/),
  },
  { name: "confirm-address-gone", path: CONFIRM_LINK, before: answer(CHECK, GONE, 410) },
  {
    name: "confirm-address-failed",
    path: CONFIRM_LINK,
    before: inOrder(linkWorks, fail(CONFIRM)),
    after: click(/^Confirm/),
  },
  { name: "confirm-address-invalid", path: APP_PAGES.confirmAddress },
]);
