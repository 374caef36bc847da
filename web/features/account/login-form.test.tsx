import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { readAuthToken } from "../../lib/auth-token.ts";
import { LoginForm } from "./login-form.tsx";

const CALL = "POST /api/auth/login";
const ERROR = "Complete the security check, then try again.";
/** A different script for each test: all tests share a page, which loads a script only once. */
const askedFor = (scriptUrl: string) => ({
  error: ERROR,
  code: "challenge_required",
  requestId: "r-1",
  present: { siteKey: "site-1", scriptUrl, action: "login" },
});

/** Scripts that the page asked to load; the simulated browser would refuse. */
let scripts: HTMLScriptElement[] = [];

beforeEach(() => {
  scripts = [];
  vi.spyOn(document.head, "append").mockImplementation((script) => void scripts.push(script as HTMLScriptElement));
});

afterEach(() => {
  delete window.turnstile;
  vi.restoreAllMocks();
});

type Server = { onPassed?: () => Response; answers?: (asked: () => Response) => Parameters<typeof stubApi>[0] };

/** Logs in against a server that requires a challenge with each password and accepts only the token "passed". */
async function signIn({ onPassed = () => Response.json({ token: "t-1" }), answers = () => ({}) }: Server = {}) {
  const scriptUrl = `https://challenges.example/${crypto.randomUUID()}.js`;
  const asked = () => Response.json(askedFor(scriptUrl), { status: 403 });
  const calls = stubApi({
    [CALL]: ({ body }) => ((body as { challenge?: string }).challenge === "passed" ? onPassed() : asked()),
    ...answers(asked),
  });
  const screen = renderAt("/login", <LoginForm />);
  await userEvent.type(screen.getByLabelText("Email"), "ana@daybolt.test");
  await userEvent.type(screen.getByLabelText("Password"), "open sesame");
  expect(scripts).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(scripts.map(({ src }) => src)).toEqual([scriptUrl]));
  return { ...screen, calls };
}

test("a security check that can't load says so and offers to reload the page", async () => {
  const screen = await signIn();
  scripts[0]?.dispatchEvent(new Event("error"));
  await screen.findByText(/The security check didn't load/);
  expect(screen.getByRole("button", { name: "Reload page" })).toBeDefined();
  expect(screen.getByText(ERROR)).toBeDefined();
});

type Widget = { sitekey: string; action: string; callback: (token: string) => void };

/** Plays Turnstile's script; the test passes its widgets by hand. */
function arrive() {
  const widgets: Widget[] = [];
  const remove = vi.fn();
  window.turnstile = { render: (_, widget) => `widget-${widgets.push(widget)}`, remove };
  scripts[0]?.dispatchEvent(new Event("load"));
  return { widgets, remove };
}

const INPUT = { email: "ana@daybolt.test", password: "open sesame" };

test("the security check appears only when required, and passing it logs the member in automatically", async () => {
  const screen = await signIn();
  const { widgets, remove } = arrive();
  await waitFor(() => expect(widgets).toMatchObject([{ sitekey: "site-1", action: "login" }]));
  widgets[0]?.callback("passed");
  await waitFor(() => expect(readAuthToken()).toBe("t-1"));
  // The token is stored before the page shows anything new.
  await waitFor(() => expect(remove).toHaveBeenCalledWith("widget-1"));
  expect(screen.calls.map(({ body }) => body)).toEqual([INPUT, { ...INPUT, challenge: "passed" }]);
});

test("only the first security token is submitted automatically; later ones wait for the button", async () => {
  const screen = await signIn();
  const { widgets, remove } = arrive();
  const press = () => userEvent.click(screen.getByRole("button", { name: "Login" }));
  await waitFor(() => expect(widgets).toHaveLength(1));
  widgets[0]?.callback("refused 1");
  await waitFor(() => expect(widgets).toHaveLength(2));
  expect(remove).toHaveBeenCalledWith("widget-1");
  // Like a widget whose token has expired.
  widgets[1]?.callback("refused 2, too old");
  widgets[1]?.callback("refused 2");
  await press();
  await waitFor(() => expect(widgets).toHaveLength(3));
  widgets[2]?.callback("refused 3");
  await press();
  await waitFor(() => expect(widgets).toHaveLength(4));
  widgets[3]?.callback("passed");
  await press();
  await waitFor(() => expect(readAuthToken()).toBe("t-1"));
  const challenges = ["refused 1", "refused 2", "refused 3", "passed"].map((challenge) => ({ ...INPUT, challenge }));
  expect(screen.calls.map(({ body }) => body)).toEqual([INPUT, ...challenges]);
});

test("restoring a closed account doesn't resend the used token, and shows a new check if the server asks", async () => {
  const keepCall = "POST /api/auth/keep-account/login";
  const isClosed = { error: "You deleted this account.", code: "account_closed", requestId: "r-2" };
  const screen = await signIn({
    onPassed: () => Response.json(isClosed, { status: 403 }),
    answers: (asked) => ({
      [keepCall]: ({ body }) =>
        (body as { challenge?: string }).challenge === "fresh" ? Response.json({ token: "t-2" }) : asked(),
    }),
  });
  const { widgets } = arrive();
  await waitFor(() => expect(widgets).toHaveLength(1));
  widgets[0]?.callback("passed");
  await userEvent.click(await screen.findByRole("button", { name: "Restore account" }));
  await waitFor(() => expect(widgets).toHaveLength(2));
  expect(screen.getByText(ERROR)).toBeDefined();
  widgets[1]?.callback("fresh");
  await waitFor(() => expect(readAuthToken()).toBe("t-2"));
  const kept = screen.calls.filter(({ path }) => keepCall.endsWith(path));
  expect(kept.map(({ body }) => body)).toEqual([INPUT, { ...INPUT, challenge: "fresh" }]);
});
