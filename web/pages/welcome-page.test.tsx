import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { getDefaultStore } from "jotai";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ListedItem } from "#domain/contract/content/content.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { listedItemOf } from "#test/answers/content.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { keepWelcome, readWelcome } from "../features/money/stored-welcome.ts";
import { audioAtom, closePlayerAtom, trackAtom } from "../features/player/player.atoms.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { WelcomeLine } from "./welcome-line.tsx";
import { WelcomePage } from "./welcome-page.tsx";

const BOUGHT = { subscriptionId: "I-DL08", opensWithPayment: false, isLeft: false };
const USER = sessionUser();

const store = getDefaultStore();

beforeEach(() => {
  keepWelcome(BOUGHT);
  storeAuthToken("token");
  store.set(audioAtom, document.createElement("audio"));
});
afterEach(() => {
  act(() => store.set(closePlayerAtom));
  store.set(audioAtom, null);
});

type Opened = {
  profile?: Partial<ProfileResponse>;
  item?: Partial<ListedItem>;
  user?: SessionUser;
  /** Profile and sessions are answered after it. */
  after?: Promise<void>;
};

function answer({ profile: given = {}, item = {}, user = USER, after }: Opened) {
  let profile = { ...PROFILE, isSetUp: false, ...given };
  return stubApi({
    "GET /api/auth/verify": () => Response.json({ user }),
    "GET /api/user/profile": async () => {
      await after;
      return Response.json(profile);
    },
    "PUT /api/user/profile": ({ body }) => {
      profile = { ...profile, ...(body as object) };
      return Response.json(profile);
    },
    "GET /api/user/engagement": () => Response.json(ENGAGEMENT),
    "GET /api/content": async () => {
      await after;
      return Response.json([listedItemOf(user.today, { audioFilename: "a.mp3", duration: 70, ...item })]);
    },
    "POST /api/user/correct-address": () => Response.json({ message: "If this email is free, it's yours now." }),
    "POST /api/user/email-code": () => Response.json({ ok: true }),
    "POST /api/user/change-password": () => {
      profile = { ...profile, isSetUp: true };
      return Response.json({ token: "token-2" });
    },
  });
}

function open(options: Opened = {}) {
  const calls = answer(options);
  return { calls, user: userEvent.setup(), ...renderAt(APP_PAGES.welcome, <WelcomePage />) };
}

const welcome = () => screen.findByRole("alertdialog", { name: /^Welcome to/ });

test("the welcome begins with the membership and the subscription's ID, has the focus, and calls for no figures", async () => {
  const { calls } = open();
  const shown = await welcome();
  await within(shown).findByRole("button", { name: "Set a password" });
  expect(shown.textContent).toMatch(
    /^Welcome to Daybolt!Your membership is confirmed\.Your subscription ID is I-DL08\./,
  );
  expect(document.activeElement).toBe(shown);
  expect(new Set(calls.map(({ path }) => path))).toEqual(
    new Set(["/api/auth/verify", "/api/user/profile", "/api/content"]),
  );
});

test("what's below the session and the first steps waits for them, so that nothing moves", async () => {
  const answers = Promise.withResolvers<void>();
  open({ after: answers.promise });
  const shown = await welcome();
  expect(shown.classList.contains("in-turn")).toBe(true);
  const awaited = () => [...shown.children].filter((part) => part.matches("[data-awaited]")).length;
  expect(awaited()).toBe(2);
  answers.resolve();
  await within(shown).findByRole("button", { name: "Set a password" });
  await within(shown).findByRole("link", { name: /^Play/ });
  expect(awaited()).toBe(0);
});

test("the golden button plays today's session within the press, with the length that the player shows, and opens its page", async () => {
  const { address } = open({ item: { duration: 16 } });
  const shown = within(await welcome());
  // Fired, not awaited: what the press doesn't start itself, a browser refuses.
  fireEvent.click(await shown.findByRole("link", { name: "Play today's session (0:16)" }));
  expect(store.get(trackAtom)?.date).toBe(USER.today);
  expect(store.get(audioAtom)?.paused).toBe(false);
  await waitFor(() => expect(address()).toBe(`/content/${USER.today}?rolodex=0&year=2026&month=5`));
  expect(readWelcome()).toMatchObject({ isLeft: true });
});

test("Escape leaves the welcome for the dashboard, except in a field", async () => {
  const { address, user } = open();
  await user.click(await screen.findByRole("button", { name: "Set a password" }));
  await user.type(await screen.findByLabelText(/^New password|^Password/), "half{Escape}");
  expect(address()).toBe(APP_PAGES.welcome);
  (await welcome()).focus();
  await user.keyboard("{Escape}");
  expect(address()).toBe(APP_PAGES.dashboard);
  expect(readWelcome()).toMatchObject({ isLeft: true });
});

test.each<[string, Partial<ListedItem>]>([
  ["Open today's session", { audioFilename: null, duration: 16 }],
  ["Play the newest session (1:10)", { date: "2026-05-11" }],
])("the golden button says what it does: %s", async (name, item) => {
  open({ item });
  expect(await screen.findByRole("link", { name })).toBeTruthy();
});

test("a buyer whose access begins with the first payment reads that, and the one button leads to the dashboard", async () => {
  keepWelcome({ ...BOUGHT, opensWithPayment: true });
  open({ user: sessionUser({ hasAccess: false }), profile: { nextWakeUpLocal: null } });
  const shown = await welcome();
  await within(shown).findByRole("button", { name: "Set a password" });
  expect(shown.textContent).toContain("Your access starts when PayPal confirms your first payment.");
  expect(
    within(shown)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Go to your dashboard"]);
  expect(shown.textContent).toContain("First email: 6:00 AM Central");
});

test("one line has the first email's hour, and Change saves another right away", async () => {
  const { calls, user } = open({ profile: { nextWakeUpLocal: "2026-05-13T06:00" } });
  const shown = within(await welcome());
  expect((await shown.findByText(/^First email/)).textContent).toBe("First email: tomorrow, 6:00 AM Central");
  expect(shown.queryByRole("radio")).toBeNull();
  await user.click(shown.getByRole("button", { name: "Change" }));
  await user.click(await shown.findByRole("radio", { name: "7 AM" }));
  await waitFor(() => expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({ emailTime: "07:00" }));
});

test("a password can wait: one field opens with a press, has the focus, and leaves once it's saved", async () => {
  const { calls, user } = open();
  const shown = within(await welcome());
  await user.click(await shown.findByRole("button", { name: "Set a password" }));
  const field = await shown.findByLabelText("New password");
  expect(document.activeElement).toBe(field);
  await user.type(field, "a good one");
  await user.click(shown.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(shown.queryByText(/password/)).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("change-password"))?.body).toEqual({ newPassword: "a good one" });
  expect(localStorage.getItem("auth_token")).toBe("token-2");
});

test("once the email is confirmed, a first password asks for an emailed code, and nothing asks about the email", async () => {
  const { calls, user } = open({ profile: { asksCode: true } });
  const shown = within(await welcome());
  await user.click(await shown.findByRole("button", { name: "Set a password" }));
  await user.type(await shown.findByLabelText("New password"), "a good one");
  expect(shown.queryByText(PROFILE.email)).toBeNull();
  await user.click(shown.getByRole("button", { name: "Email me a code" }));
  await user.type(await shown.findByLabelText("Code"), "123 456");
  expect(shown.queryByRole("button", { name: "Use my password" })).toBeNull();
  await user.click(shown.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(shown.queryByLabelText("New password")).toBeNull());
  const sent = calls.find(({ path }) => path.endsWith("change-password"));
  expect(sent?.body).toEqual({ newPassword: "a good one", code: "123456" });
});

test("until the email is confirmed, the welcome names it and lets its buyer change it", async () => {
  const { calls, user } = open({ profile: { canCorrectAddress: true } });
  const shown = within(await welcome());
  expect((await shown.findByText(PROFILE.email)).closest("span")?.textContent).toBe(`Emails go to: ${PROFILE.email}`);
  await user.click(shown.getByRole("button", { name: "Not yours? Change it" }));
  await user.type(await shown.findByLabelText("Your email"), "ana@right.test");
  await user.click(shown.getByRole("button", { name: "Change email" }));
  await shown.findByText("If this email is free, it's yours now.");
  expect(calls.find(({ path }) => path.endsWith("correct-address"))?.body).toEqual({ email: "ana@right.test" });
});

test("a member who opened a gift sees the same, without a subscription", async () => {
  keepWelcome({ ...BOUGHT, subscriptionId: null });
  open();
  const shown = await welcome();
  await within(shown).findByRole("button", { name: "Set a password" });
  expect(shown.textContent).toContain("Your membership is confirmed.");
  expect(shown.textContent).not.toContain("subscription ID");
});

test("leaving leads to the dashboard, and the welcome stays for its line", async () => {
  const { user, address } = open();
  await welcome();
  await user.click(screen.getByRole("link", { name: "Go to your dashboard" }));
  await waitFor(() => expect(address()).toBe("/dashboard"));
  expect(readWelcome()).toMatchObject({ isLeft: true });
});

test("without a welcome on this device, its address leads to the dashboard", async () => {
  keepWelcome(null);
  const { address } = open();
  await waitFor(() => expect(address()).toBe("/dashboard"));
});

test("once it's left, the dashboard's line names the step that the dashboard doesn't have, and opens it again", async () => {
  keepWelcome({ ...BOUGHT, isLeft: true });
  answer({});
  renderAt("/dashboard", <WelcomeLine />);
  const line = await screen.findByRole("link");
  expect(line.textContent).toBe("Add a password if you like");
  expect(line.getAttribute("href")).toBe(APP_PAGES.welcome);
});

test("left with a password, the welcome ends and leaves no line", async () => {
  const { user, address } = open({ profile: { isSetUp: true } });
  await screen.findByText(/^First email:/);
  await user.click(screen.getByRole("link", { name: "Go to your dashboard" }));
  await waitFor(() => expect(address()).toBe("/dashboard"));
  expect(readWelcome()).toBeNull();
});

test("with a password, there's no line and the welcome ends", async () => {
  keepWelcome({ ...BOUGHT, isLeft: true });
  answer({ profile: { isSetUp: true } });
  renderAt("/dashboard", <WelcomeLine />);
  await waitFor(() => expect(readWelcome()).toBeNull());
  expect(screen.queryByRole("link")).toBeNull();
});

test("a refused password shows its reason at the field, and the welcome stays", async () => {
  stubApi({
    "GET /api/auth/verify": () => Response.json({ user: USER }),
    "GET /api/user/profile": () => Response.json({ ...PROFILE, isSetUp: false }),
    "GET /api/content": () => Response.json([]),
    "POST /api/user/change-password": () =>
      Response.json(
        { error: "Too common", code: "validation", fields: { newPassword: "This password is too common" } },
        { status: 400 },
      ),
  });
  const user = userEvent.setup();
  renderAt(APP_PAGES.welcome, <WelcomePage />);
  const shown = within(await welcome());
  await user.click(await shown.findByRole("button", { name: "Set a password" }));
  await user.type(await shown.findByLabelText("New password"), "password1");
  await user.click(shown.getByRole("button", { name: "Save password" }));
  expect(await shown.findByText("This password is too common")).toBeTruthy();
});
