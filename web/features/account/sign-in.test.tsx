import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { LoginForm } from "./login-form.tsx";
import { returnState } from "./return-path.ts";
import { SignInByLink } from "./sign-in-by-link.tsx";

const ASK = "POST /api/auth/sign-in";
const CODE = "POST /api/auth/sign-in/code";
const CHECK = "POST /api/auth/sign-in/check";
const LINK = "POST /api/auth/sign-in/link";
const EMAIL = "ana@daybolt.test";
const ok = () => Response.json({ ok: true });

beforeEach(showAll);

afterEach(() => {
  vi.useRealTimers();
});

function open(answers: Parameters<typeof stubApi>[0], state: object = returnState("/library")) {
  const calls = stubApi(answers);
  const screen = renderAt({ pathname: "/login", state }, <LoginForm />);
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  return { ...screen, calls, press };
}

async function openSent(answers: Parameters<typeof stubApi>[0] = {}) {
  const screen = open({ [ASK]: ok, ...answers });
  await userEvent.type(screen.getByLabelText("Email"), ` ${EMAIL} `);
  await screen.press("Email me a login link");
  const panel = await screen.findByRole("region", { name: "Check your inbox" });
  return { ...screen, panel };
}

test("the login-link button needs a valid email, but no password", async () => {
  const screen = open({ [ASK]: ok });
  await screen.press("Email me a login link");
  expect(screen.getByText("Please enter a valid email")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Email"));
  expect(screen.queryByText("Password is required")).toBeNull();
  expect(screen.calls).toEqual([]);
  await userEvent.type(screen.getByLabelText("Email"), EMAIL);
  await screen.press("Email me a login link");
  await screen.findByRole("region", { name: "Check your inbox" });
  expect(screen.calls.map(({ body }) => body)).toEqual([{ email: EMAIL }]);
});

test("a failure is shown above the form, which keeps the email", async () => {
  const screen = open({ [ASK]: () => refusal(429, "rate_limited", "Your network has requested too many.") });
  await userEvent.type(screen.getByLabelText("Email"), EMAIL);
  await screen.press("Email me a login link");
  expect((await screen.findByRole("alert")).textContent).toBe("Your network has requested too many.");
  expect((screen.getByLabelText("Email") as HTMLInputElement).value).toBe(EMAIL);
});

test("the code logs in and leads to the requested page", async () => {
  const answers = [() => refusal(429, "rate_limited", "Too many tries."), () => Response.json({ token: "t-1" })];
  const { calls, panel, press, address, findByText } = await openSent({ [CODE]: () => answers.shift()?.() ?? ok() });
  expect(within(panel).getByText(EMAIL)).toBeDefined();
  const code = within(panel).getByLabelText("Code");
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  await userEvent.type(code, "12 34");
  await press("Login");
  await findByText("Enter the 6-digit code");
  await userEvent.type(code, "56");
  await press("Login");
  await findByText("Too many tries.");
  await press("Login");
  await waitFor(() => expect(address()).toBe("/library"));
  expect(readAuthToken()).toBe("t-1");
  expect(calls.slice(1).map(({ body }) => body)).toEqual([{ code: "123456" }, { code: "123456" }]);
});

test("a wrong code shows an error beside its field", async () => {
  const wrong = { error: "No.", code: "validation", fields: { code: "This code doesn't work." }, requestId: "r" };
  const { panel, press, findByText, queryAllByRole } = await openSent({
    [CODE]: () => Response.json(wrong, { status: 400 }),
  });
  await userEvent.type(within(panel).getByLabelText("Code"), "123456");
  await press("Login");
  await findByText("This code doesn't work.");
  expect(queryAllByRole("alert")).toHaveLength(1);
  expect(within(panel).getByLabelText("Code").getAttribute("aria-invalid")).toBe("true");
});

test("the code can be resent after a minute, and the password form is one click away", async () => {
  const spent = () => refusal(429, "rate_limited", "Too many attempts. Request a new code.");
  const { calls, panel, press, findByText, queryByRole, getByLabelText, state } = await openSent({ [CODE]: spent });
  await userEvent.type(within(panel).getByLabelText("Code"), "123456");
  await press("Login");
  await findByText("Too many attempts. Request a new code.");
  expect(within(panel).getByRole("button", { name: /^Resend in \d+ s$/ })).toHaveProperty("disabled", true);
  vi.useFakeTimers({ now: Date.now() + 61_000, shouldAdvanceTime: true });
  await waitFor(() => expect(within(panel).getByRole("button", { name: "Resend" })).toHaveProperty("disabled", false));
  vi.useRealTimers();
  await press("Resend");
  await waitFor(() => expect(calls).toHaveLength(3));
  // The earlier code's error isn't about the new one.
  await waitFor(() => expect(queryByRole("alert")).toBeNull());
  await press("Log in with your password");
  expect(getByLabelText("Password")).toBeDefined();
  expect((getByLabelText("Email") as HTMLInputElement).value).toBe(EMAIL);
  expect(state()).toEqual(returnState("/library"));
});

test("after a reload on a phone, the code can still be entered", async () => {
  const screen = open(
    { [CODE]: () => Response.json({ token: "t-1" }) },
    { sentAt: Date.now(), ...returnState("/library") },
  );
  await userEvent.type(await screen.findByLabelText("Code"), "123456");
  expect(screen.queryByRole("button", { name: /Resend/ })).toBeNull();
  await screen.press("Login");
  await waitFor(() => expect(readAuthToken()).toBe("t-1"));
});

test("a page reopened after its code has expired asks for a login", () => {
  const screen = open({}, { sentAt: Date.now() - 15 * 60_000, ...returnState("/library") });
  expect(screen.getByLabelText("Password")).toBeDefined();
});

const ASKED = {
  email: EMAIL,
  askedAt: "2026-11-27T12:04:00.000Z",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1",
};
const asked = () => Response.json(ASKED);

function openLink(answers: Parameters<typeof stubApi>[0], token: string | null = "any") {
  const calls = stubApi(answers);
  return { ...renderAt("/sign-in", <SignInByLink token={token} />), calls };
}

test("the link's page shows the account, time, and browser, and logs in only with its button", async () => {
  const screen = openLink({ [CHECK]: asked, [LINK]: () => Response.json({ token: "t-1" }) });
  const button = await screen.findByRole("button", { name: "Log in on this device" });
  expect(screen.getByText(EMAIL)).toBeDefined();
  expect(screen.getByText(/^\d+:04 [AP]M$/)).toBeDefined();
  expect(screen.getByText("Safari on iPhone")).toBeDefined();
  expect(screen.queryByText(/You're logged in as/)).toBeNull();
  expect([readAuthToken(), screen.calls.length]).toEqual([null, 1]);
  await userEvent.click(button);
  await waitFor(() => expect(screen.address()).toBe("/dashboard"));
  expect(readAuthToken()).toBe("t-1");
});

test("the login page names the member who's already logged in on this device before replacing them", async () => {
  storeAuthToken("t-0");
  const user = { id: "m", email: "bo@daybolt.test" };
  const screen = openLink({ [CHECK]: asked, "GET /api/auth/verify": () => Response.json({ user }) });
  await screen.findByText("bo@daybolt.test");
  expect(screen.getByRole("status").textContent).toBe(
    `You're logged in as bo@daybolt.test. If you continue, you'll be logged in as ${EMAIL}.`,
  );
});

test.for([
  ["a link without a token", null, "This link doesn't work. Use the link in your latest email."],
  ["an expired link", "any", "This link has expired."],
] as const)("%s shows why and links back to the login", async ([, token, text]) => {
  const screen = openLink({ [CHECK]: () => refusal(410, "gone", "This link has expired.") }, token);
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect(screen.getByRole("link", { name: "Login" }).getAttribute("href")).toBe("/login");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a link used elsewhere while its page was open says so; without a connection, the button stays", async () => {
  const answers = [lostConnection, () => refusal(410, "gone", "This link has been used.")];
  const screen = openLink({ [CHECK]: asked, [LINK]: () => answers.shift()?.() ?? ok() });
  const button = await screen.findByRole("button", { name: "Log in on this device" });
  await userEvent.click(button);
  await screen.findByText("Login failed. Please try again.");
  await userEvent.click(button);
  await screen.findByText("This link has been used.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("a link check that gets no response can be retried", async () => {
  const answers = [lostConnection, asked];
  const screen = openLink({ [CHECK]: () => answers.shift()?.() ?? ok() });
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Log in on this device" });
});
