import type { Page } from "@playwright/test";
import { APP_PAGES, signInPath } from "../../domain/paths.ts";
import { MOVED, PAUSE_UNDONE, PAUSED, STOP_UNDONE, STOPPED } from "../../test/answers/by-mail.ts";
import { QUESTION } from "../../test/answers/profile.ts";
import { answer, fail, never } from "../../test/e2e/support/answers.ts";
import { click, inOrder, settle, takeEach } from "./take.ts";

const SETUP = `${APP_PAGES.setupPassword}?token=none&email=jo%40daybolt.test`;
const INVITATION = SETUP.replace(APP_PAGES.setupPassword, APP_PAGES.invitation);
const WAKE_UP = `${APP_PAGES.wakeUp}?member=m&date=2026-11-20&key=k`;
const setupLinkWorks = answer("**/api/auth/setup-link", { wakeUp: null });
const unsubscribeLinkWorks = answer("**/api/unsubscribe/check", { emailEnabled: true });
const UNSUBSCRIBE = `${APP_PAGES.unsubscribe}?member=m&key=k`;

const withToken = (page: Page) => page.addInitScript(() => localStorage.setItem("auth_token", "any"));
const fill = (label: string, text: string) => (page: Page) => page.getByLabel(label, { exact: true }).fill(text);
const logIn = inOrder(fill("Email", "jo@daybolt.test"), fill("Password", "not-the-one"), click("Login"), settle);
const setUp = inOrder(
  fill("Password", "rise-and-shine"),
  fill("Confirm password", "rise-and-shine"),
  click("Set password and start"),
  settle,
);
const askForLink = inOrder(fill("Email", "jo@daybolt.test"), click("Email me a sign-in link"), settle);
const SIGN_IN = signInPath("any");
const signInAsked = {
  email: "jo@daybolt.test",
  askedAt: new Date().toISOString(),
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
};
const signInLinkWorks = answer("**/api/auth/sign-in/check", signInAsked);
const askForReset = inOrder(fill("Email", "jo@daybolt.test"), click("Continue"), settle);
const changeWorks = answer("**/api/by-mail/check", PAUSE_UNDONE);
const movedHour = answer("**/api/by-mail/hour", MOVED);
const stopMails = click("Turn off wake-up emails");

/** The app's own "not found" page, which no address on the server leads to. */
async function goNowhere(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState({}, "", "/nowhere");
    dispatchEvent(new PopStateEvent("popstate"));
  });
}

takeEach([
  { name: "login", path: APP_PAGES.login, isMain: true },
  { name: "login-missing", path: APP_PAGES.login, after: click("Login") },
  { name: "login-refused", path: APP_PAGES.login, after: logIn },
  { name: "login-busy", path: APP_PAGES.login, before: never("**/api/auth/login"), after: logIn },
  {
    name: "login-checking",
    path: APP_PAGES.login,
    before: inOrder(withToken, never("**/api/auth/verify")),
  },
  { name: "login-email-missing", path: APP_PAGES.login, after: click("Email me a sign-in link") },
  {
    name: "login-email-refused",
    path: APP_PAGES.login,
    before: answer(
      "**/api/auth/sign-in",
      {
        error:
          "Your network has requested too many login emails today. Log in with your password, or try again tomorrow.",
        code: "rate_limited",
      },
      429,
    ),
    after: askForLink,
  },
  {
    name: "login-sent",
    path: APP_PAGES.login,
    before: answer("**/api/auth/sign-in", { ok: true }),
    after: askForLink,
    isMain: true,
  },
  {
    name: "login-code-wrong",
    path: APP_PAGES.login,
    before: inOrder(
      answer("**/api/auth/sign-in", { ok: true }),
      answer(
        "**/api/auth/sign-in/code",
        {
          error: "No",
          code: "validation",
          fields: { code: "This code doesn't work. Check it, or request a new one." },
        },
        400,
      ),
    ),
    after: inOrder(askForLink, fill("Code", "123456"), click("Login"), settle),
  },
  { name: "sign-in", path: SIGN_IN, before: signInLinkWorks, isMain: true },
  {
    name: "sign-in-other",
    path: SIGN_IN,
    before: inOrder(
      withToken,
      signInLinkWorks,
      answer("**/api/auth/verify", { user: { id: "m", email: "bo.with-a-long-name@daybolt.test" } }),
    ),
  },
  { name: "sign-in-checking", path: SIGN_IN, before: never("**/api/auth/sign-in/check") },
  {
    name: "sign-in-over",
    path: SIGN_IN,
    before: answer(
      "**/api/auth/sign-in/check",
      { error: "This link has been used or has expired, or you've requested a newer one.", code: "gone" },
      410,
    ),
  },
  { name: "reset", path: APP_PAGES.resetPassword, isMain: true },
  { name: "reset-missing", path: APP_PAGES.resetPassword, after: click("Continue") },
  {
    name: "reset-sent",
    path: APP_PAGES.resetPassword,
    before: answer("**/api/auth/request-password-reset", {
      message: "If this address has a membership, a link is on its way to it.",
    }),
    after: askForReset,
  },
  {
    name: "reset-again",
    path: APP_PAGES.resetPassword,
    before: inOrder(
      (page) => page.clock.install(),
      answer("**/api/auth/request-password-reset", {
        message: "If this address has a membership, a link is on its way to it.",
      }),
    ),
    after: inOrder(askForReset, (page) => page.clock.runFor(61_000)),
  },
  {
    name: "reset-failed",
    path: APP_PAGES.resetPassword,
    before: (page) => page.route("**/api/auth/request-password-reset", (route) => route.abort()),
    after: askForReset,
  },
  { name: "setup", path: SETUP, before: setupLinkWorks, isMain: true },
  { name: "setup-hour", path: SETUP, isMain: true, before: answer("**/api/auth/setup-link", { wakeUp: QUESTION }) },
  { name: "setup-missing", path: SETUP, before: setupLinkWorks, after: click("Set password and start") },
  { name: "setup-invalid", path: APP_PAGES.setupPassword },
  { name: "setup-not-ours", path: SETUP },
  {
    name: "setup-expired",
    path: SETUP,
    before: answer("**/api/auth/setup-link", { error: "This link has expired. Request a new one.", code: "gone" }, 410),
  },
  {
    name: "setup-used",
    path: SETUP,
    before: inOrder(
      setupLinkWorks,
      answer("**/api/auth/setup-password", { error: "This link has been used already.", code: "gone" }, 410),
    ),
    after: setUp,
  },
  {
    name: "invitation",
    path: INVITATION,
    before: answer("**/api/auth/setup-link", { wakeUp: QUESTION }),
    isMain: true,
  },
  { name: "invitation-missing", path: INVITATION, before: setupLinkWorks, after: click("Accept invitation") },
  { name: "invitation-invalid", path: APP_PAGES.invitation },
  { name: "quick-login", path: APP_PAGES.quickLogin },
  {
    name: "quick-login-failed",
    path: APP_PAGES.quickLogin,
    before: fail("**/api/auth/quick-login"),
    after: click("Quick Login"),
  },
  { name: "unsubscribe", path: UNSUBSCRIBE, before: unsubscribeLinkWorks, isMain: true },
  { name: "unsubscribe-not-ours", path: UNSUBSCRIBE },
  {
    name: "unsubscribe-already-off",
    path: UNSUBSCRIBE,
    before: answer("**/api/unsubscribe/check", { emailEnabled: false }),
  },
  { name: "unsubscribe-invalid", path: APP_PAGES.unsubscribe },
  {
    name: "unsubscribe-failed",
    path: UNSUBSCRIBE,
    before: inOrder(unsubscribeLinkWorks, fail("**/api/unsubscribe")),
    after: stopMails,
  },
  {
    name: "unsubscribe-stopped",
    path: UNSUBSCRIBE,
    before: inOrder(unsubscribeLinkWorks, answer("**/api/unsubscribe", STOPPED)),
    after: stopMails,
  },
  {
    name: "unsubscribe-undone",
    path: UNSUBSCRIBE,
    before: inOrder(
      unsubscribeLinkWorks,
      answer("**/api/unsubscribe", STOPPED),
      answer("**/api/unsubscribe/undo", STOP_UNDONE),
    ),
    after: inOrder(stopMails, click(/^Undo/)),
  },
  { name: "wake-up-hour", path: `${WAKE_UP}&hour=7`, before: changeWorks, isMain: true },
  { name: "wake-up-checking", path: `${WAKE_UP}&hour=7`, before: never("**/api/by-mail/check") },
  { name: "mark-done", path: `${APP_PAGES.done}?feed=f&item=i&key=k`, isMain: true },
  { name: "mark-done-invalid", path: APP_PAGES.done },
  { name: "add-feed", path: `${APP_PAGES.feed}#${"a".repeat(32)}`, isMain: true },
  { name: "wake-up-invalid", path: APP_PAGES.wakeUp },
  {
    name: "wake-up-paused",
    path: `${WAKE_UP}&until=2026-11-23`,
    before: inOrder(changeWorks, answer("**/api/by-mail/pause", PAUSED)),
    after: click(/^Pause until/),
  },
  {
    name: "wake-up-hour-done",
    path: `${WAKE_UP}&hour=7`,
    before: inOrder(changeWorks, movedHour),
    after: click(/^Wake me at/),
  },
  {
    name: "wake-up-undone",
    path: `${WAKE_UP}&hour=7`,
    before: inOrder(changeWorks, movedHour, answer("**/api/by-mail/undo", PAUSE_UNDONE)),
    after: inOrder(click(/^Wake me at/), click("Undo")),
  },
  {
    name: "wake-up-over",
    path: `${WAKE_UP}&hour=7`,
    before: answer(
      "**/api/by-mail/check",
      { error: "This link has expired. Use the one in your latest email.", code: "gone" },
      410,
    ),
  },
  {
    name: "wake-up-failed",
    path: `${WAKE_UP}&hour=7`,
    before: inOrder(changeWorks, fail("**/api/by-mail/hour")),
    after: click(/^Wake me at/),
  },
  { name: "app-not-found", path: APP_PAGES.login, after: goNowhere, isMain: true },
  {
    name: "session-unchecked",
    path: APP_PAGES.dashboard,
    before: inOrder(withToken, fail("**/api/auth/verify")),
  },
]);
