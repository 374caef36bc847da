import { act, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { SETUP_CONSENT } from "#domain/rules/consent.ts";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, proxyPage, refusal, stubApi } from "#test/web/stub-api.ts";
import { readAuthToken } from "../../lib/auth-token.ts";
import { LoginForm } from "./login-form.tsx";
import { ResetForm } from "./reset-link.tsx";
import { returnState } from "./return-path.ts";
import { SetupPasswordForm } from "./setup-password-form.tsx";

const ASKED = returnState("/content/2026-11-20?rolodex=2");
const EMAIL = "ana@daybolt.test";

afterEach(() => {
  vi.useRealTimers();
});

type Form = {
  call: string;
  ui: ReactNode;
  fill: Record<string, string>;
  submit: string;
  /** Texts from the spec's section 8: for a response without a message, no response, and a response without a token. */
  failed: string;
  unanswered: string;
  tokenless?: string;
};

const FORMS: Record<"login" | "reset" | "setup", Form> = {
  login: {
    call: "POST /api/auth/login",
    ui: <LoginForm />,
    fill: { Email: EMAIL, Password: "secret" },
    submit: "Login",
    failed: "Login failed",
    unanswered: "Login failed. Please try again.",
    tokenless: "No token received from server",
  },
  reset: {
    call: "POST /api/auth/request-password-reset",
    ui: <ResetForm />,
    fill: { Email: EMAIL },
    submit: "Continue",
    failed: "Password reset request failed",
    unanswered: "Password reset failed. Please try again.",
  },
  setup: {
    call: "POST /api/auth/setup-password",
    ui: <SetupPasswordForm token="link-token" email={EMAIL} />,
    fill: { Password: "secret", "Confirm password": "secret" },
    submit: "Set password and start",
    failed: "Password setup failed",
    unanswered: "Password setup failed. Please try again.",
    tokenless: "Setup failed - no token received",
  },
};

async function submit({ call, ui, fill, submit: name }: Form, answer: () => Response, at = "/login") {
  const calls = stubApi({ [call]: answer });
  const screen = renderAt({ pathname: at, state: ASKED }, ui);
  for (const [label, text] of Object.entries(fill)) await userEvent.type(screen.getByLabelText(label), text);
  await userEvent.click(screen.getByRole("button", { name }));
  return { ...screen, calls };
}

const NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];
const plainError = () => new Response("Internal Server Error", { status: 500 });

test.for(
  NAMES.flatMap((name) => {
    const { failed, unanswered, tokenless } = FORMS[name];
    return [
      [name, () => refusal(429, "rate_limited", "Too many attempts."), "Too many attempts."],
      [name, proxyPage, failed],
      [name, plainError, failed],
      [name, () => new Response("<html>hotel</html>"), unanswered],
      [name, lostConnection, unanswered],
      ...(tokenless ? [[name, () => Response.json({}), tokenless]] : []),
    ] as [keyof typeof FORMS, () => Response, string][];
  }),
)("the %s form reports a failure in its own words, case %#", async ([name, answer, text]) => {
  const { findByRole, address } = await submit(FORMS[name], answer);
  expect((await findByRole("alert")).textContent).toBe(text);
  expect([address(), readAuthToken()]).toEqual(["/login", null]);
});

test.for(["login", "setup"] as const)("the %s form leads to the requested page", async (name) => {
  localStorage.setItem("of", "an earlier session");
  const { address } = await submit(FORMS[name], () => Response.json({ token: "t-1" }));
  await waitFor(() => expect(address()).toBe("/content/2026-11-20?rolodex=2"));
  expect(readAuthToken()).toBe("t-1");
  expect(localStorage.getItem("of")).toBeNull();
});

test("the requested page is passed on to the reset form and its development link", async () => {
  stubApi({});
  const login = renderAt({ pathname: "/login", state: ASKED }, <LoginForm />);
  await userEvent.click(login.getByRole("link", { name: "Need to set your password?" }));
  expect([login.address(), login.state()]).toEqual(["/reset-password", ASKED]);
  login.unmount();

  const resetLink = `${window.location.origin}/setup-password?token=t&email=ana%40daybolt.test`;
  const reset = await submit(
    FORMS.reset,
    () => Response.json({ message: "On its way.", resetLink }),
    "/reset-password",
  );
  await waitFor(() => expect(reset.address()).toBe("/setup-password?token=t&email=ana%40daybolt.test"));
  expect(reset.state()).toEqual(ASKED);
});

test("a reset that returns a link announces the redirect in the spec's words", async () => {
  const resetLink = `${window.location.origin}/setup-password?token=t&email=ana%40daybolt.test`;
  const { address, findByRole } = await submit(FORMS.reset, () => Response.json({ message: "On its way.", resetLink }));
  expect((await findByRole("status")).textContent).toBe("Account found! Redirecting to password setup...");
  await waitFor(() => expect(address()).toBe("/setup-password?token=t&email=ana%40daybolt.test"));
});

test("a requested reset replaces the form with the same panel for every email address", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["Date", "setInterval", "clearInterval"] });
  let answer: () => Response = () => Response.json({ message: "If an account exists …" });
  const { calls, findByRole, getByRole, queryByLabelText, findByText } = await submit(FORMS.reset, () => answer());
  const panel = await findByRole("region", { name: "Check your inbox" });
  expect(panel.textContent).toContain("If an account exists …");
  expect(panel.textContent).toContain(EMAIL);
  expect(document.activeElement).toBe(panel);
  expect(queryByLabelText("Email")).toBeNull();

  expect((getByRole("button", { name: /^Resend in \d+ s$/ }) as HTMLButtonElement).disabled).toBe(true);
  expect(getByRole("status").textContent).toBe("You can resend it in a minute.");
  act(() => vi.advanceTimersByTime(60_000));
  expect(getByRole("status").textContent).toBe("You can resend it now.");

  answer = () => refusal(429, "rate_limited", "Too many attempts.");
  await userEvent.click(getByRole("button", { name: "Resend" }));
  expect((await findByRole("alert")).textContent).toBe("Too many attempts.");
  answer = () => Response.json({ message: "Once more." });
  await userEvent.click(await findByRole("button", { name: "Resend" }));
  await findByText("Once more.");
  expect(getByRole("button", { name: /^Resend in/ })).toBeDefined();
  expect(calls.map(({ body }) => body)).toEqual(Array(3).fill({ email: EMAIL }));

  await userEvent.click(getByRole("button", { name: "Use another email" }));
  expect(((await findByRole("textbox", { name: "Email" })) as HTMLInputElement).value).toBe("");
});

test("a field error is shown beside its field, and nothing is sent", async () => {
  const calls = stubApi({});
  const login = renderAt("/login", <LoginForm />);
  await userEvent.type(login.getByLabelText("Email"), "ana");
  await userEvent.click(login.getByRole("button", { name: "Login" }));
  expect(await login.findByText("Please enter a valid email")).toBeDefined();
  expect(login.getByText("Password is required")).toBeDefined();
  login.unmount();

  const setup = renderAt("/setup-password", FORMS.setup.ui);
  await userEvent.type(setup.getByLabelText("Password"), "short");
  await userEvent.click(setup.getByRole("button", { name: "Set password and start" }));
  expect(await setup.findByText("Password must be at least 6 characters")).toBeDefined();
  expect(setup.getByText("Please confirm your password")).toBeDefined();
  await userEvent.clear(setup.getByLabelText("Password"));
  await userEvent.type(setup.getByLabelText("Password"), "secret");
  await userEvent.type(setup.getByLabelText("Confirm password"), "secrets");
  await userEvent.click(setup.getByRole("button", { name: "Set password and start" }));
  const field = setup.getByLabelText("Confirm password");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(setup.getByText("Passwords don't match")).toBeDefined();
  expect(calls).toEqual([]);
});

test("invalid fields are rechecked as they're corrected, and the first one gets focus", async () => {
  const calls = stubApi({ "POST /api/auth/login": () => refusal(401, "unauthorized", "Invalid email or password") });
  const login = renderAt("/login", <LoginForm />);
  const [address, password] = [login.getByLabelText("Email"), login.getByLabelText("Password")];
  await userEvent.type(password, "secret");
  await userEvent.click(login.getByRole("button", { name: "Login" }));
  expect(document.activeElement).toBe(address);
  expect(address.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(address, ` ${EMAIL} `);
  expect(address.getAttribute("aria-invalid")).toBeNull();
  await userEvent.clear(password);
  expect(login.queryByText("Password is required")).toBeNull();
  await userEvent.type(password, "secret");
  await userEvent.click(login.getByRole("button", { name: "Login" }));
  await login.findByText("Invalid email or password");
  expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL, password: "secret" }]);
});

test("a used or expired link offers to send a new one to the same address, or to go to the login page", async () => {
  const screen = await submit(FORMS.setup, () => refusal(410, "gone", "This link was used."));
  expect((await screen.findByRole("alert")).textContent).toBe("This link was used.");
  expect(screen.queryByLabelText("Password")).toBeNull();
  expect(screen.getByRole("link", { name: "Log in with your password" }).getAttribute("href")).toBe("/login");
  let answer: () => Response = lostConnection;
  const calls = stubApi({ [FORMS.reset.call]: () => answer() });
  await userEvent.click(screen.getByRole("button", { name: "Email me a new link" }));
  await screen.findByText("Password reset failed. Please try again.");
  answer = () => Response.json({ message: "On its way." });
  await userEvent.click(screen.getByRole("button", { name: "Email me a new link" }));
  expect((await screen.findByRole("region", { name: "Check your inbox" })).textContent).toContain("On its way.");
  expect(calls.map(({ body }) => body)).toEqual([{ email: EMAIL }, { email: EMAIL }]);
});

test("a link that belongs to no member leads to the page that asks for the email address", async () => {
  const { findByRole, address, state } = await submit(FORMS.setup, () =>
    refusal(400, "validation", "This link doesn't work. Use the link in your latest email."),
  );
  await userEvent.click(await findByRole("link", { name: "Request a new link" }));
  expect([address(), state()]).toEqual(["/reset-password", ASKED]);
});

test("the set-password button has the consent text beside it, with links to the texts it names", () => {
  const setup = renderAt("/setup-password", FORMS.setup.ui);
  expect(setup.container.textContent).toContain(SETUP_CONSENT.text);
  const links = setup.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(links).toEqual([
    ["Terms of Service", "/terms"],
    [`Member Agreement (version ${SETUP_CONSENT.termsVersion})`, "/member-agreement"],
  ]);
});

test("logging in to a deleted account offers to restore it, and one tap logs the member in", async () => {
  const calls = stubApi({
    "POST /api/auth/login": () => refusal(403, "account_closed", "You deleted this account."),
    "POST /api/auth/keep-account/login": () => Response.json({ token: "t.o.k" }),
  });
  const screen = renderAt("/login", <LoginForm />);
  await userEvent.type(screen.getByLabelText("Email"), "ana@x.test");
  await userEvent.type(screen.getByLabelText("Password"), "open sesame");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  await screen.findByText("You deleted this account.");
  await userEvent.click(screen.getByRole("button", { name: "Restore account" }));
  await waitFor(() => expect(readAuthToken()).toBe("t.o.k"));
  expect(calls.map(({ path }) => path)).toEqual(["/api/auth/login", "/api/auth/keep-account/login"]);
});
