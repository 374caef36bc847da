import { waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PrivacyResponse } from "#domain/contract/privacy.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { DownloadData } from "./download-data.tsx";
import { KeepAccount } from "./keep-account.tsx";
import { PrivacyPanel } from "./privacy-panel.tsx";

const READ = "GET /api/user/privacy";
const DELETE = "POST /api/user/privacy/delete";
const EXPORT = "POST /api/user/privacy/export";
const PRIVACY: PrivacyResponse = {
  asks: "password",
  hasLiveSubscription: true,
  accessEndsAt: "2026-12-24T12:00:00.000Z",
  consents: [
    { purpose: "setup", at: "2026-01-02T12:00:00.000Z", text: "I am 18 or older.", priceText: null, termsVersion: "4" },
  ],
};

function open(privacy: Partial<PrivacyResponse> = {}, answers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ [READ]: () => Response.json({ ...PRIVACY, ...privacy }), ...answers });
  const screen = renderAt(
    "/profile",
    <>
      <PrivacyPanel />
      <Toaster />
    </>,
  );
  return { ...screen, calls };
}

test("the panel links to the privacy settings page and to a contact's email", async () => {
  const card = within(await open().findByRole("region", { name: "Privacy" }));
  expect(card.getByRole("link", { name: "About your privacy settings" }).getAttribute("href")).toBe(
    "/privacy-settings",
  );
  expect(card.getByRole("link", { name: /@/ }).getAttribute("href")).toMatch(/^mailto:.*\?subject=Privacy%20request$/);
});

test("the panel shows each consent with its day, version, and text, and links to Wake-up", async () => {
  const screen = open();
  await screen.findByText("When you set your password");
  expect(screen.getByText("Jan 2, 2026, version 4")).toBeDefined();
  expect(screen.getByText("I am 18 or older.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Terms of Service" }).getAttribute("href")).toBe("/terms");
  expect(screen.getByRole("link", { name: "Go to Wake-up" }).getAttribute("href")).toBe("/profile#wake-up");
});

test("a data download link is emailed, and a refusal says why", async () => {
  const answers = [() => Response.json({ ok: true }), () => refusal(429, "rate_limited", "You have asked twice.")];
  const screen = open({}, { [EXPORT]: () => answers.shift()?.() ?? refusal(500, "internal", "") });
  await userEvent.click(await screen.findByRole("button", { name: "Email me a download link" }));
  await screen.findByText("The link is on its way to your inbox.");
  await userEvent.click(screen.getByRole("button", { name: "Email me another link" }));
  await screen.findByText("You have asked twice.");
});

test("deleting an account says what's lost, requires the password, and keeps the dialog open if refused", async () => {
  const screen = open({}, { [DELETE]: () => refusal(400, "validation", "That's not your password.") });
  await userEvent.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  expect(dialog.getByText(/runs until Dec 24, 2026/)).toBeDefined();
  dialog.getByText(
    /We cancel your subscription with PayPal first.* Unless you restore your account, you'll also lose:$/,
  );
  expect(dialog.queryByText(/^Your subscription/)).toBeNull();
  dialog.getByText(/you can restore everything except the subscription: log in/);
  await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
  await dialog.findByText("Enter your password");
  expect(screen.calls.some(({ method }) => method === "POST")).toBe(false);
  await userEvent.type(dialog.getByLabelText("Your password"), "wrong one");
  await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
  await dialog.findByText("That's not your password.");
});

test("a member without a password types DELETE and ends up at the login, with nothing left in the browser", async () => {
  const gone = vi.fn();
  vi.spyOn(window.location, "replace").mockImplementation(gone);
  localStorage.setItem("auth_token", "x.y.z");
  const screen = open(
    { asks: "word", hasLiveSubscription: false, accessEndsAt: null },
    {
      [DELETE]: () => Response.json({ purgeAt: "2026-12-24T12:00:00.000Z" }),
      "POST /api/auth/logout": () => Response.json({ ok: true }),
    },
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete account" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText("Your account closes right away. Unless you restore your account, you'll lose:");
  dialog.getByText(/you can restore everything: log in/);
  expect(dialog.queryByText(/which runs until|PayPal first|subscription/)).toBeNull();
  await userEvent.type(dialog.getByLabelText("Type DELETE to confirm"), "delete");
  await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
  await dialog.findByText("Type DELETE in capitals");
  await userEvent.clear(dialog.getByLabelText("Type DELETE to confirm"));
  await userEvent.type(dialog.getByLabelText("Type DELETE to confirm"), "DELETE");
  await userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
  await waitFor(() => expect(gone).toHaveBeenCalledWith("/login?closed=2026-12-24T12%3A00%3A00.000Z"));
  expect(localStorage.getItem("auth_token")).toBeNull();
  vi.restoreAllMocks();
});

test("the download link is used only by pressing its button, and both files can be saved repeatedly", async () => {
  const calls = stubApi({
    "POST /api/user/privacy/download": () => Response.json({ name: "d-2026-01-02", json: "{}", page: "<p>" }),
  });
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const screen = renderAt("/profile", <DownloadData token="t" />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Get my data" }));
  const save = await screen.findByRole("button", { name: "Download page" });
  expect(document.activeElement).toBe(save);
  await userEvent.click(save);
  await userEvent.click(screen.getByRole("button", { name: "Download JSON file" }));
  const names = saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download).filter(Boolean);
  saved.mockRestore();
  expect(names).toEqual(["d-2026-01-02.html", "d-2026-01-02.json"]);
  expect(calls).toHaveLength(1);
});

test("a data download link that no longer works offers a new one", async () => {
  stubApi({ "POST /api/user/privacy/download": () => refusal(410, "gone", "This link has been used.") });
  const screen = renderAt("/profile", <DownloadData token="t" />);
  await userEvent.click(screen.getByRole("button", { name: "Get my data" }));
  await screen.findByText("This link has been used.");
  const link = screen.getByRole("link", { name: "Request a new link" });
  expect(link.getAttribute("href")).toBe("/profile#privacy");
  expect(document.activeElement).toBe(link);
  expect(screen.queryByRole("button")).toBeNull();
});

test("pressing Restore account restores it and shows which email can log in", async () => {
  const answers = [() => refusal(409, "conflict", "Opened since."), () => Response.json({ email: "ana@x.test" })];
  const calls = stubApi({ "POST /api/auth/keep-account": () => answers.shift()?.() ?? refusal(500, "internal", "") });
  const screen = renderAt("/login", <KeepAccount token="t" />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Restore account" }));
  await screen.findByText("Opened since.");
  await userEvent.click(screen.getByRole("button", { name: "Restore account" }));
  await screen.findByText("ana@x.test");
});

test("a restore link that no longer works offers no button", async () => {
  stubApi({ "POST /api/auth/keep-account": () => refusal(410, "gone", "This link has already been used.") });
  const screen = renderAt("/login", <KeepAccount token="t" />);
  await userEvent.click(screen.getByRole("button", { name: "Restore account" }));
  await screen.findByText("This link has already been used.");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText(/You can restore everything except the subscription/)).toBeNull();
});
