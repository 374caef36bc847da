import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { SetupPasswordPage } from "./setup-password-page.tsx";

const ADDRESS = "/setup-password?token=t-1&email=ana%40daybolt.test";
const CHECK = "POST /api/auth/setup-link";

function open(answer: () => Response) {
  const calls = stubApi({ [CHECK]: answer });
  return { ...renderAt(ADDRESS, <SetupPasswordPage />), calls };
}

test("a link that works shows its form, and only its check was called", async () => {
  const { findByLabelText, calls } = open(() => Response.json({ ok: true }));
  await findByLabelText("Confirm password");
  await expect
    .poll(() => calls.map(({ path, body }) => [path, body]))
    .toEqual([["/api/auth/setup-link", { token: "t-1", email: "ana@daybolt.test" }]]);
});

test("an expired link says so before anything is typed, and offers a new one", async () => {
  const { findByRole, queryByLabelText } = open(() =>
    refusal(410, "gone", "This link has expired. Request a new one."),
  );
  expect((await findByRole("alert")).textContent).toContain("This link has expired.");
  expect(queryByLabelText("Confirm password")).toBeNull();
  await findByRole("button", { name: "Email me a new link" });
});

test("a link that isn't ours says so before anything is typed", async () => {
  const { findByRole, queryByLabelText } = open(() => refusal(400, "validation", "Invalid setup link."));
  expect((await findByRole("alert")).textContent).toContain("Invalid setup link.");
  expect(queryByLabelText("Confirm password")).toBeNull();
  expect((await findByRole("link", { name: "Request a new link" })).getAttribute("href")).toBe("/reset-password");
});

test("a check that fails leaves the form as it is", async () => {
  const { findByLabelText, calls, queryByRole } = open(lostConnection);
  await expect.poll(() => calls.length).toBe(1);
  await findByLabelText("Confirm password");
  expect(queryByRole("alert")).toBeNull();
});
