import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { listedItemOf } from "#test/answers/content.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { keepWelcome, readWelcome } from "../features/money/stored-welcome.ts";
import { WelcomeCard } from "./welcome-card.tsx";

const BOUGHT = { subscriptionId: "I-DL08", opensWithPayment: false, isLeft: false };
const USER = sessionUser();

beforeEach(() => keepWelcome(BOUGHT));

function open({ isSetUp = false, asksCode = false, canCorrectAddress = false, itemsCompleted = 0, user = USER } = {}) {
  let profile = { ...PROFILE, isSetUp, asksCode, canCorrectAddress };
  const calls = stubApi({
    "GET /api/user/profile": () => Response.json(profile),
    "PUT /api/user/profile": ({ body }) => {
      profile = { ...profile, ...(body as object) };
      return Response.json(profile);
    },
    "GET /api/user/engagement": () => Response.json({ ...ENGAGEMENT, itemsCompleted }),
    "GET /api/content": () => Response.json([listedItemOf(user.today, { duration: 70 })]),
    "POST /api/user/correct-address": () => Response.json({ message: "If this email is free, it's yours now." }),
    "POST /api/user/email-code": () => Response.json({ ok: true }),
    "POST /api/user/change-password": () => {
      profile = { ...profile, isSetUp: true };
      return Response.json({ token: "token-2" });
    },
  });
  return { calls, user: userEvent.setup(), ...renderAt("/dashboard", <WelcomeCard user={user} />) };
}

const card = () => screen.findByRole("alertdialog", { name: /^Welcome to/ });
const line = () => screen.findByRole("button", { name: /^Finish setting up/ });

test("three welcome steps save the hour right away, set a password, and show the first session's length", async () => {
  const { calls, user } = open();
  const shown = within(await card());
  await user.click(await shown.findByRole("radio", { name: "7 AM" }));
  await waitFor(() => expect(calls.find(({ path }) => path === "/api/user/profile")).toBeTruthy());
  await user.type(await shown.findByLabelText("New password"), "a good one");
  await user.click(shown.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(shown.queryByLabelText("New password")).toBeNull());
  expect(calls.find(({ path }) => path.endsWith("change-password"))?.body).toEqual({ newPassword: "a good one" });
  expect(localStorage.getItem("auth_token")).toBe("token-2");
  const play = await shown.findByRole("link", { name: "Play your first session (1:10)" });
  await user.click(play);
  expect(screen.queryByRole("alertdialog")).toBeNull();
  expect(readWelcome()).toMatchObject({ isLeft: true });
});

test("once the email is confirmed, a first password asks for an emailed code", async () => {
  const { calls, user } = open({ asksCode: true });
  const shown = within(await card());
  await user.type(await shown.findByLabelText("New password"), "a good one");
  await user.click(shown.getByRole("button", { name: "Email me a code" }));
  await user.type(await shown.findByLabelText("Code"), "123 456");
  expect(shown.queryByRole("button", { name: "Use my password" })).toBeNull();
  await user.click(shown.getByRole("button", { name: "Save password" }));
  await waitFor(() => expect(shown.queryByLabelText("New password")).toBeNull());
  const sent = calls.find(({ path }) => path.endsWith("change-password"));
  expect(sent?.body).toEqual({ newPassword: "a good one", code: "123456" });
});

test("until the email is confirmed, the welcome names it and lets its buyer change it", async () => {
  const { calls, user } = open({ canCorrectAddress: true });
  const shown = within(await card());
  expect((await shown.findByText(/We email you at/)).textContent).toBe(`We email you at ${PROFILE.email}.`);
  await user.click(shown.getByRole("button", { name: "Not yours? Change it" }));
  await user.type(shown.getByLabelText("Your email"), "ana@right.test");
  await user.click(shown.getByRole("button", { name: "Change email" }));
  await shown.findByText("If this email is free, it's yours now.");
  expect(calls.find(({ path }) => path.endsWith("correct-address"))?.body).toEqual({ email: "ana@right.test" });
});

test("once the email is confirmed, the welcome doesn't ask about it", async () => {
  open();
  const shown = within(await card());
  await shown.findByLabelText("New password");
  expect(shown.queryByText(/We email you at/)).toBeNull();
});

test("a member who opened a gift sees the same steps, without a subscription", async () => {
  keepWelcome({ ...BOUGHT, subscriptionId: null });
  open();
  const shown = within(await card());
  await shown.findByLabelText("New password");
  expect((await card()).textContent).toContain("Your membership is confirmed.");
  expect((await card()).textContent).not.toContain("subscription ID");
});

test("pressing Escape shrinks the welcome to a line, which survives a reload and opens it again", async () => {
  const { user, unmount } = open();
  await card();
  await user.keyboard("{Escape}");
  await screen.findByRole("button", { name: /^Finish setting up: set your password, play your first session/ });
  unmount();
  open();
  await user.click(await line());
  await card();
});

test("the line names only the steps left, and disappears after the last", async () => {
  keepWelcome({ ...BOUGHT, isLeft: true });
  const { unmount } = open({ isSetUp: true });
  expect((await line()).textContent).toBe("Finish setting up: play your first session");
  unmount();
  open({ isSetUp: true, itemsCompleted: 1 });
  await waitFor(() => expect(readWelcome()).toBeNull());
  expect(screen.queryByRole("button", { name: /^Finish/ })).toBeNull();
});

test("once every step is done, closing ends the welcome", async () => {
  const { user } = open({ isSetUp: true, itemsCompleted: 1 });
  await card();
  await user.click(await screen.findByRole("button", { name: "Go to your dashboard" }));
  expect(readWelcome()).toBeNull();
});

test("a refused password shows its reason at the field, and the card stays", async () => {
  stubApi({
    "GET /api/user/profile": () => Response.json({ ...PROFILE, isSetUp: false }),
    "GET /api/user/engagement": () => Response.json(ENGAGEMENT),
    "GET /api/content": () => Response.json([]),
    "POST /api/user/change-password": () =>
      Response.json(
        { error: "Too common", code: "validation", fields: { newPassword: "This password is too common" } },
        { status: 400 },
      ),
  });
  const user = userEvent.setup();
  renderAt("/dashboard", <WelcomeCard user={USER} />);
  const shown = within(await card());
  await user.type(await shown.findByLabelText("New password"), "password1");
  await user.click(shown.getByRole("button", { name: "Save password" }));
  expect(await shown.findByText("This password is too common")).toBeTruthy();
});
