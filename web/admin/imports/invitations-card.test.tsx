import { screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { InvitationsResponse } from "#domain/contract/imports.ts";
import { INVITATION_CHOICES, INVITATIONS } from "#test/answers/invitations.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { InvitationsCard } from "./invitations-card.tsx";

const READ = "GET /api/admin/invitations";

/** A server whose answers change with each call, as ours does. */
async function show(known: Partial<InvitationsResponse>, after: Partial<InvitationsResponse> = {}, address?: string) {
  const invitations = { ...INVITATIONS, ...known };
  const change = () => Response.json(Object.assign(invitations, after));
  const server = startServer({
    [READ]: () => Response.json(invitations),
    "GET /api/admin/invitations/choices": () => Response.json(INVITATION_CHOICES),
    "POST /api/admin/invitations/start": change,
    "POST /api/admin/invitations/stop": change,
    "POST /api/admin/invitations/purge": change,
  });
  await renderAsAdmin(<InvitationsCard />, address);
  return { server, user: userEvent.setup() };
}

/** Without those of toasts. */
const buttons = () =>
  within(screen.getByRole("region", { name: "Invitations" }))
    .queryAllByRole("button")
    .map(({ textContent }) => textContent);

test("before sending starts, the dialog shows how many members are waiting and how many get an email today", async () => {
  const { server, user } = await show({}, { state: "sending" });
  await user.click(await screen.findByRole("button", { name: "Send invitations" }));
  const question = within(await screen.findByRole("dialog", { name: "Invite 900 members?" }));
  question.getByText("Up to 50 emails today, and more each day. You can stop at any time.");
  expect(server.calls.map(({ path }) => path)).not.toContain("/api/admin/invitations/start");
  await user.click(question.getByRole("button", { name: "Send invitations" }));
  await screen.findByRole("button", { name: "Stop" });
  await screen.findByText("Invitations are on their way");
  const { body } = server.calls.find(({ path }) => path === "/api/admin/invitations/start") ?? {};
  expect(body).toEqual({ to: { segment: {} } });
});

test("while invitations are being sent, the card shows progress and can stop them", async () => {
  const sending = { state: "sending", waiting: 1000, open: 150, accepted: 50, sentToday: 12 } as const;
  const { user } = await show(sending, { state: "stopped", stopReason: "administrator" });
  const bar = await screen.findByRole("progressbar", { name: "Members invited" });
  expect([bar.getAttribute("value"), bar.getAttribute("max")]).toEqual(["200", "1200"]);
  screen.getByText("12 of 50");
  // Each number of people who can be invited or reminded opens their list.
  const lists = ["1,000", "150"].map((name) => screen.getByRole<HTMLAnchorElement>("link", { name }).search);
  expect(lists).toEqual(["?tab=members&invitation=waiting", "?tab=members&invitation=sent"]);
  screen.getByText("Invitations are going out.");
  await user.click(screen.getByRole("button", { name: "Stop" }));
  await screen.findByText("You stopped the invitations.");
  expect(buttons()).toContain("Continue");
});

test.for([
  ["complaints", /stopped because of spam complaints/],
  ["bounces", /stopped because 5% of the last 200 bounced/],
] as const)(
  "invitations stopped because of %s say why, and only Continue restarts them",
  async ([stopReason, words]) => {
    const { user } = await show({ state: "stopped", stopReason }, { state: "sending", stopReason: null });
    expect((await screen.findByRole("alert")).textContent).toMatch(words);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    await user.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Continue" }));
    await screen.findByRole("button", { name: "Stop" });
    expect(screen.queryByText(words)).toBeNull();
  },
);

test("deleting unaccepted accounts says what will be lost, then shows that it's in progress", async () => {
  const { server, user } = await show({ open: 34 }, { isPurging: true });
  await user.click(await screen.findByRole("button", { name: "Delete unaccepted accounts" }));
  const question = within(await screen.findByRole("dialog", { name: "Delete 1,234 accounts?" }));
  question.getByText(/names, addresses, and imported access are deleted for good/);
  await user.click(question.getByRole("button", { name: "Delete 1,234 accounts" }));
  await screen.findByText("We're deleting the accounts of members who haven't accepted.");
  expect(server.calls.map(({ path }) => path)).toContain("/api/admin/invitations/purge");
  expect(buttons()).not.toContain("Delete unaccepted accounts");
});

test("a failed start is reported in the confirmation dialog", async () => {
  const { server, user } = await show({});
  server.routes["POST /api/admin/invitations/start"] = () => failure(500, "Down.");
  await user.click(await screen.findByRole("button", { name: "Send invitations" }));
  const question = within(await screen.findByRole("dialog"));
  await user.click(question.getByRole("button", { name: "Send invitations" }));
  await question.findByText("Couldn't start the invitations");
});

test("without an import, the card has no buttons", async () => {
  await show({ waiting: 0 });
  await screen.findByText("No one to invite yet. Import members first.");
  expect(buttons()).toEqual([]);
});

test("invitations that fail to load say so and can be retried", async () => {
  startServer({ [READ]: () => failure(500, "Down.") });
  await renderAsAdmin(<InvitationsCard />);
  await screen.findByText("Couldn't load invitations");
  await screen.findByRole("button", { name: "Try again" });
});

test("people without access are invited only with the tick for their import, and the number says so", async () => {
  const importId = "00000000-0000-4000-8000-0000000000f0";
  const address = `/admin?tab=members&page=import&importId=${importId}`;
  const { server, user } = await show({}, { state: "sending" }, address);
  await screen.findByText("Without access, not invited");
  // All that the numbers below it add up to.
  screen.getByText("1,234 people");
  screen.getByText("34");
  screen.getByText("Opted out and without access, never invited");
  screen.getByText("Can't be emailed, never invited");
  expect(screen.queryByRole("button", { name: "Preview without access" })).toBeNull();
  await user.click(screen.getByRole("checkbox", { name: /These people agreed to emails from us/ }));
  screen.getByRole("button", { name: "Preview without access" });
  await user.click(screen.getByRole("button", { name: "Send invitations" }));
  const question = within(await screen.findByRole("dialog", { name: "Invite 1,150 members?" }));
  await user.click(question.getByRole("button", { name: "Send invitations" }));
  await screen.findByText("Invitations are on their way");
  const { path = "" } = server.calls.find((call) => call.path.startsWith("/api/admin/invitations/choices")) ?? {};
  expect(path).toBe(`/api/admin/invitations/choices?importId=${importId}`);
  const { body } = server.calls.find((call) => call.path === "/api/admin/invitations/start") ?? {};
  expect(body).toEqual({ to: { segment: { importId }, isAgreed: true } });
});

test("without an import in the choice, no one can tick, and the card leads to the members", async () => {
  await show({}, {}, "/admin?tab=members&page=import&label=vip");
  await screen.findByText("Without access, not invited");
  expect(screen.queryByRole("checkbox")).toBeNull();
  screen.getByText("label vip");
  expect(screen.getByRole("link", { name: "Choose members" }).getAttribute("href")).toBe(
    "/admin?tab=members&label=vip",
  );
});

test("a preview shows the email and sends one to the administrator", async () => {
  const { server, user } = await show({});
  server.routes["POST /api/admin/invitations/preview"] = () =>
    Response.json({ subject: "You're invited", html: "<p>Hi</p>" });
  server.routes["POST /api/admin/invitations/test"] = () => Response.json({ ok: true });
  await user.click(await screen.findByRole("button", { name: "Preview" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Preview" }));
  await dialog.findByText("You're invited");
  await user.type(dialog.getByLabelText("Your email"), "op@x.test");
  await user.click(dialog.getByRole("button", { name: "Send test email" }));
  await screen.findByText("Test email sent");
  expect(server.calls.at(-1)?.body).toEqual({ kind: "invitation", email: "op@x.test" });
});

test("if complaints stopped the invitations to people without access, the card says how to continue", async () => {
  await show({ areOffersStopped: true });
  expect((await screen.findByRole("alert")).textContent).toMatch(/to people without access stopped/);
});
