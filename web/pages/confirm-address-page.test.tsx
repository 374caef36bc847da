import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { storeAuthToken } from "../lib/auth-token.ts";
import { ConfirmAddressPage } from "./confirm-address-page.tsx";

const EMAIL = "new@daybolt.test";
const CHECK = "POST /api/auth/confirm-address/check";
const CONFIRM = "POST /api/auth/confirm-address";
const BUTTON = { name: "Confirm email" };

function open(answers: Parameters<typeof stubApi>[0], address = `/confirm-address?token=t&email=${EMAIL}`) {
  const calls = stubApi({ [CHECK]: () => Response.json({ email: EMAIL }), ...answers });
  renderAt(address, <ConfirmAddressPage />);
  return calls;
}

const isBusy = () => screen.getByRole("button", BUTTON).getAttribute("aria-busy") === "true";

test("opening the page only checks the link, and its button waits for the check", async () => {
  const calls = open({});
  expect(isBusy()).toBe(true);
  await waitFor(() => expect(isBusy()).toBe(false));
  expect(calls).toEqual([expect.objectContaining({ path: "/api/auth/confirm-address/check", body: { token: "t" } })]);
});

test.for([
  [400, "validation", "This link doesn't work. Use the link in your latest email."],
  [410, "gone", "This link has expired. Ask us for a new one."],
] as const)("a link that doesn't work says so before anything is pressed: %i", async ([status, code, text]) => {
  open({ [CHECK]: () => refusal(status, code, text) });
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText("Is this your email?")).toBeNull();
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/login");
});

test("without a link, the page says so and makes no request", () => {
  const calls = open({}, "/confirm-address");
  expect(screen.getByRole("alert").textContent).toBe("This link doesn't work. Use the link in your latest email.");
  expect(calls).toEqual([]);
});

test("if the link check fails, the button stays and still confirms", async () => {
  open({ [CHECK]: lostConnection, [CONFIRM]: () => Response.json({ email: EMAIL, isChanged: true }) });
  await waitFor(() => expect(isBusy()).toBe(false));
  await userEvent.setup().click(screen.getByRole("button", BUTTON));
  await screen.findByText(/^Your email is now/);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Email changed");
});

test("a buyer's confirmed email says what that ended, and leads to the login", async () => {
  const ended = "Before you confirmed your email, anyone could have used it, so we logged out 1 other device.";
  open({ [CONFIRM]: () => Response.json({ email: EMAIL, isChanged: false, ended }) });
  await userEvent.setup().click(screen.getByRole("button", BUTTON));
  await screen.findByText(ended);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Email confirmed");
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/login");
});

test("in a browser that stays logged in, the page leads to the dashboard", async () => {
  storeAuthToken("x.y.z");
  open({
    [CONFIRM]: () => Response.json({ email: EMAIL, isChanged: false }),
    "GET /api/auth/verify": () => Response.json({ user: sessionUser() }),
  });
  await userEvent.setup().click(screen.getByRole("button", BUTTON));
  await screen.findByText("You're still logged in on this device.");
  const onward = screen.getByRole("link", { name: "Go to your dashboard" });
  expect(onward.getAttribute("href")).toBe("/dashboard");
});
