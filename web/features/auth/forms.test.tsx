import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, proxyPage, refusal, stubApi } from "#test/web/stub-api.ts";
import { readAuthToken } from "../../lib/auth-token.ts";
import { LoginForm } from "./login-form.tsx";
import { ResetForm } from "./reset-form.tsx";
import { returnState } from "./return-path.ts";
import { SetupPasswordForm } from "./setup-password-form.tsx";

const ASKED = returnState("/content/2026-11-20?rolodex=2");
const EMAIL = "ana@daybolt.test";

type Form = {
  call: string;
  ui: ReactNode;
  fill: Record<string, string>;
  submit: string;
  /** The texts of the spec's section 8: an answer without words, no answer, an answer without a token. */
  failed: string;
  unanswered: string;
  tokenless?: string;
};

const FORMS: Record<"login" | "reset" | "set-up", Form> = {
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
  "set-up": {
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
)("the %s form says its own words of a failure, case %#", async ([name, answer, text]) => {
  const { findByRole, address } = await submit(FORMS[name], answer);
  expect((await findByRole("alert")).textContent).toBe(text);
  expect([address(), readAuthToken()]).toEqual(["/login", null]);
});

test.for(["login", "set-up"] as const)("the %s form leads to the page that was asked for", async (name) => {
  localStorage.setItem("of", "an earlier session");
  const { address } = await submit(FORMS[name], () => Response.json({ token: "t-1" }));
  await waitFor(() => expect(address()).toBe("/content/2026-11-20?rolodex=2"));
  expect(readAuthToken()).toBe("t-1");
  expect(localStorage.getItem("of")).toBeNull();
});

test("the page that was asked for goes along to the reset and its development link", async () => {
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

test("a reset without a link shows the server's answer, the same for every address", async () => {
  const { findByRole } = await submit(FORMS.reset, () => Response.json({ message: "If an account exists …" }));
  expect((await findByRole("status")).textContent).toBe("If an account exists …");
});

test("what is wrong with a field is said beside it, and nothing is sent", async () => {
  const calls = stubApi({});
  const login = renderAt("/login", <LoginForm />);
  await userEvent.type(login.getByLabelText("Email"), "ana");
  await userEvent.click(login.getByRole("button", { name: "Login" }));
  expect(await login.findByText("Please enter a valid email")).toBeDefined();
  expect(login.getByText("Password is required")).toBeDefined();
  login.unmount();

  const setup = renderAt("/setup-password", FORMS["set-up"].ui);
  await userEvent.type(setup.getByLabelText("Password"), "secret");
  await userEvent.type(setup.getByLabelText("Confirm password"), "secrets");
  await userEvent.click(setup.getByRole("button", { name: "Set password and start" }));
  const field = setup.getByLabelText("Confirm password");
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(setup.getByText("Passwords don't match")).toBeDefined();
  expect(calls).toEqual([]);
});

test("a spent link offers a new one", async () => {
  const { findByRole, address, state } = await submit(FORMS["set-up"], () =>
    refusal(410, "gone", "This link was used."),
  );
  await userEvent.click(await findByRole("link", { name: "Get a new link" }));
  expect([address(), state()]).toEqual(["/reset-password", ASKED]);
});
