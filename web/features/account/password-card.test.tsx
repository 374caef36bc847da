import { waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { readAuthToken, storeAuthToken } from "../../lib/auth-token.ts";
import { PasswordCard } from "./password-card.tsx";

const CALL = "POST /api/user/change-password";
const WRONG = "That's not your current password.";

const PROFILE = { email: "ana@daybolt.test", isSetUp: true, asksCode: false };

async function openForm(answer: () => Response) {
  storeAuthToken("t-1");
  const calls = stubApi({ [CALL]: answer });
  const screen = renderAt("/profile", <PasswordCard profile={PROFILE} onSaved={() => {}} />);
  await userEvent.click(screen.getByRole("button", { name: "Change password" }));
  const [present, chosen] = [await screen.findByLabelText("Current password"), screen.getByLabelText("New password")];
  const submit = () => userEvent.click(screen.getByRole("button", { name: "Change password" }));
  return { ...screen, calls, present, chosen, submit };
}

test("a password change is confirmed, and this browser continues with the new token", async () => {
  const screen = await openForm(() => Response.json({ token: "t-2" }));
  expect([screen.present, screen.chosen].map((field) => field.getAttribute("autocomplete"))).toEqual([
    "current-password",
    "new-password",
  ]);
  expect(document.activeElement).toBe(screen.present);
  await userEvent.type(screen.present, "old secret");
  await userEvent.type(screen.chosen, "new secret");
  await screen.submit();
  expect((await screen.findByRole("status")).textContent).toContain("Password saved.");
  expect(readAuthToken()).toBe("t-2");
  expect(screen.calls.map(({ body }) => body)).toEqual([{ currentPassword: "old secret", newPassword: "new secret" }]);
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Change password" }));
});

test("a wrong current password shows an error at its field, which keeps its text", async () => {
  const refused = { error: WRONG, code: "validation", fields: { currentPassword: WRONG }, requestId: "r" };
  const screen = await openForm(() => Response.json(refused, { status: 400 }));
  await userEvent.type(screen.present, "guess");
  await userEvent.type(screen.chosen, "new secret");
  await screen.submit();
  await screen.findByText(WRONG);
  expect(screen.present.getAttribute("aria-invalid")).toBe("true");
  expect((screen.present as HTMLInputElement).value).toBe("guess");
  expect(readAuthToken()).toBe("t-1");
});

test.for([
  [() => refusal(429, "rate_limited", "Too many attempts."), "Too many attempts."],
  [lostConnection, "Your password wasn't changed. Please try again."],
] as const)("a failed password change shows a one-sentence error, case %#", async ([answer, text]) => {
  const screen = await openForm(answer);
  await userEvent.type(screen.present, "old secret");
  await userEvent.type(screen.chosen, "new secret");
  await screen.submit();
  expect((await screen.findByRole("alert")).textContent).toBe(text);
});

test("an account without a password gets a link to request the setup email", async () => {
  const screen = await openForm(() => refusal(409, "conflict", "Your account doesn't have a password yet."));
  await userEvent.type(screen.present, "old secret");
  await userEvent.type(screen.chosen, "new secret");
  await screen.submit();
  expect((await screen.findByRole("link", { name: "Request a new link" })).getAttribute("href")).toBe(
    "/reset-password",
  );
});

test("a missing or short password is reported before anything is sent, and Cancel closes the form", async () => {
  const screen = await openForm(lostConnection);
  await userEvent.type(screen.chosen, "12345");
  await screen.submit();
  await screen.findByText("Password is required");
  expect(screen.getByText("Password must be at least 6 characters")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByLabelText("New password")).toBeNull());
  expect(screen.calls).toEqual([]);
});

test.for([
  [false, "New password", [{ newPassword: "new secret" }]],
  [true, "Code", []],
] as const)(
  "an account without a password sets its first one, with a code if it asks for one: %s",
  async ([asksCode, label, sent]) => {
    storeAuthToken("t-1");
    const calls = stubApi({ [CALL]: () => Response.json({ token: "t-2" }) });
    const screen = renderAt(
      "/profile",
      <PasswordCard profile={{ ...PROFILE, isSetUp: false, asksCode }} onSaved={() => {}} />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Set a password" }));
    await screen.findByLabelText(label);
    expect(screen.queryByLabelText("Current password")).toBeNull();
    await userEvent.type(screen.getByLabelText("New password"), "new secret");
    await userEvent.click(screen.getByRole("button", { name: "Save password" }));
    await waitFor(() =>
      expect(calls.filter(({ path }) => path.endsWith("change-password")).map(({ body }) => body)).toEqual(sent),
    );
  },
);
