import { act, fireEvent } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, proxyPage, refusal, stubApi } from "#test/web/stub-api.ts";
import { readAuthToken } from "../../lib/auth-token.ts";
import { QuickLoginForm } from "./quick-login-form.tsx";

const EMAIL = "member@daybolt.test";

afterEach(() => {
  vi.useRealTimers();
});

function openForm(answer: () => Response | Promise<Response>) {
  const calls = stubApi({ "POST /api/auth/quick-login": answer });
  return { ...renderAt("/quick-login", <QuickLoginForm prefilledEmail={EMAIL} />), calls };
}

test("each quick-login step uses the spec's words, and the dashboard opens half a second after success", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let answer: (response: Response) => void = () => {};
  const screen = openForm(() => new Promise((resolve) => (answer = resolve)));
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const shown = async (text: string) => {
    await after(0);
    return screen.queryByText(text) !== null;
  };
  expect(screen.getByLabelText("Email")).toHaveProperty("value", EMAIL);
  fireEvent.click(screen.getByRole("button", { name: "Quick Login" }));
  await expect.poll(() => shown("Logging In...")).toBe(true);
  await expect.poll(() => screen.calls.map(({ path }) => path)).toEqual(["/api/auth/quick-login"]);

  answer(Response.json({ token: "t-1" }));
  await expect.poll(() => shown("Success! Redirecting...")).toBe(true);
  expect(screen.queryByText("Logging In...")).toBeNull();
  expect(readAuthToken()).toBe("t-1");
  await after(499);
  expect(screen.address()).toBe("/quick-login");
  await after(1);
  expect(screen.address()).toBe("/dashboard");
  expect(screen.calls[0]?.body).toEqual({ email: EMAIL });
});

test.for<[string, () => Response, string]>([
  ["a refusal", () => refusal(404, "not_found", "There is no such member."), "Error: There is no such member."],
  ["a proxy's page", proxyPage, "Error: Quick login failed"],
  ["no connection", lostConnection, "Error: Quick login failed. Please try again."],
  ["no token", () => Response.json({}), "Error: No token received from server"],
])("after %s the form shows the error and can be submitted again", async ([, answer, text]) => {
  const screen = openForm(answer);
  await userEvent.click(screen.getByRole("button", { name: "Quick Login" }));
  expect((await screen.findByRole("alert")).textContent).toBe(text);
  expect([screen.address(), readAuthToken()]).toEqual(["/quick-login", null]);
  expect(await screen.findByRole("button", { name: "Quick Login" })).toHaveProperty("disabled", false);
});

test("a login tells the service worker to keep the app shell", async () => {
  const messages: string[] = [];
  vi.stubGlobal("navigator", { serviceWorker: { controller: { postMessage: (text: string) => messages.push(text) } } });
  const screen = openForm(() => Response.json({ token: "t-1" }));
  fireEvent.click(screen.getByRole("button", { name: "Quick Login" }));
  await screen.findByText("Success! Redirecting...");
  expect(messages).toEqual(["keep"]);
  // Otherwise it would navigate during another test.
  await expect.poll(() => screen.address()).toBe("/dashboard");
});
