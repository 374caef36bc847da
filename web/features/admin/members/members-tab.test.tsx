import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { MemberFile, MemberRow } from "#domain/contract/people.ts";
import { failure, renderAsAdmin, startServer } from "../admin.fixtures.tsx";
import { MembersTab } from "./members-tab.tsx";

const LIST = "GET /api/admin/members";

afterEach(() => vi.restoreAllMocks());

function row(overrides: Partial<MemberRow> = {}): MemberRow {
  return {
    id: crypto.randomUUID(),
    email: "ana@x.test",
    firstName: "Ana",
    lastName: "Lima",
    subscriptionType: "annual",
    subscriptionStatus: "active",
    createdAt: "2026-01-02T12:00:00.000Z",
    labels: [],
    isSuppressed: false,
    ...overrides,
  };
}

function listOf(members: MemberRow[], next: string | null = null, labels: string[] = []): Response {
  return Response.json({ members, next, labels });
}

function file({ id, email, firstName, lastName }: MemberRow, overrides: Partial<MemberFile> = {}): MemberFile {
  return {
    profile: {
      ...{ id, email, firstName, lastName },
      subscriptionType: "annual",
      subscriptionStatus: "active",
      subscriptionEndDate: null,
      accessEndsAt: "2027-01-02T12:00:00.000Z",
      hasAccess: true,
      hasEarlyAccess: true,
      giftGiverName: null,
      hasPassword: true,
      emailTime: "06:00",
      timezone: "America/Chicago",
      createdAt: "2026-01-02T12:00:00.000Z",
    },
    mail: { blocker: null, suppressedAt: null, pausedUntil: null, pendingAddress: null },
    progress: { itemsCompleted: 0, currentStreak: 0, lastCompletedDate: null, recent: [] },
    grants: [],
    wakeUps: [],
    otherMails: [],
    sessions: [],
    notes: [],
    labels: [],
    history: [],
    ...overrides,
  };
}

async function openMember(overrides: Partial<MemberFile> = {}) {
  const ana = row();
  const server = startServer({ [`GET /api/admin/members/${ana.id}`]: () => Response.json(file(ana, overrides)) });
  await renderAsAdmin(<MembersTab />, `/admin?tab=members&member=${ana.id}`);
  await screen.findByRole("heading", { name: "Ana Lima" });
  return { user: userEvent.setup(), server, path: `/api/admin/members/${ana.id}` };
}

test("the list goes on at a touch, and a filter stands in the address", async () => {
  const [ana, bo] = [row(), row({ firstName: "Bo", lastName: null, labels: ["press"], isSuppressed: true })];
  const server = startServer({
    [LIST]: () => listOf([ana], "c1", ["press"]),
    [`${LIST}?cursor=c1`]: () => listOf([bo]),
    [`${LIST}?type=gift`]: () => listOf([]),
  });
  await renderAsAdmin(<MembersTab />, "/admin?tab=members");
  const user = userEvent.setup();
  await screen.findByRole("link", { name: /Ana Lima/ });
  await user.click(screen.getByRole("button", { name: "Show more" }));
  const link = await screen.findByRole("link", { name: /^Bo/ });
  expect(link.getAttribute("href")).toBe(`/admin?tab=members&member=${bo.id}`);
  expect(screen.getByText("Suppressed")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
  await user.selectOptions(screen.getByLabelText("Subscription"), "gift");
  await screen.findByText("No members found");
  expect(new URLSearchParams(window.location.search).get("type")).toBe("gift");
  await user.click(screen.getByRole("button", { name: "Show all members" }));
  await screen.findByRole("link", { name: /Ana Lima/ });
  expect(server.calls.at(-1)?.path).toBe("/api/admin/members");
});

test("what is typed is searched after a pause, once", async () => {
  const server = startServer({ [LIST]: () => listOf([row()]), [`${LIST}?q=bo`]: () => listOf([row({ firstName: "Bo" })]) });
  await renderAsAdmin(<MembersTab />, "/admin?tab=members");
  await userEvent.setup().type(await screen.findByLabelText("Search by address or name"), "bo");
  await screen.findByRole("link", { name: /^Bo/ });
  expect(server.calls.filter(({ path }) => path.includes("q="))).toHaveLength(1);
});

test("a list that does not load says so and can be asked for again", async () => {
  const answers = [() => failure(500, "Broken"), () => listOf([row()])];
  startServer({ [LIST]: () => answers.shift()?.() ?? listOf([]) });
  await renderAsAdmin(<MembersTab />, "/admin?tab=members");
  await screen.findByText("Failed to fetch members");
  await userEvent.setup().click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("link", { name: /Ana Lima/ });
});

test("access is given with a plan, a length and a reason; after a lost answer it is the same request", async () => {
  const { user, server, path } = await openMember();
  const GIVE = `POST ${path}/grants`;
  const answers = [() => Promise.reject(new TypeError("Failed to fetch")), () => Response.json({ message: "Given." })];
  server.routes[GIVE] = () => answers.shift()?.() ?? failure(500, "No more");
  await user.click(screen.getByRole("button", { name: "Give access" }));
  const dialog = within(screen.getByRole("dialog"));
  const submit = dialog.getByRole("button", { name: "Give access" });
  expect(submit).toHaveProperty("disabled", true);
  await user.selectOptions(dialog.getByLabelText("Plan"), "Annual");
  await user.selectOptions(dialog.getByLabelText("Length"), "3 months");
  await user.type(dialog.getByLabelText("Reason"), "Outage");
  await user.click(submit);
  await screen.findByText("This was not done");
  await user.click(submit);
  await screen.findByText("Given.");
  const [first, second] = server.sentTo(GIVE);
  expect(first).toEqual({ requestId: expect.stringMatching(/^[\da-f-]{36}$/), plan: "annual", months: 3, reason: "Outage" });
  expect(second).toEqual(first);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("only a mail that did not go out, or a morning's, can be sent again; a blocked address says why", async () => {
  const { user, server, path } = await openMember({
    mail: { blocker: "suppressed", suppressedAt: "2026-03-01T12:00:00.000Z", pausedUntil: null, pendingAddress: null },
    wakeUps: [
      {
        date: "2026-03-02",
        subject: "⚡ Own it",
        state: "sent",
        address: "old@x.test",
        claimedAt: "2026-03-02T12:00:00.000Z",
        sentAt: "2026-03-02T12:00:01.000Z",
        reason: null,
      },
    ],
    otherMails: ["sent", "failed"].map((state) => ({
      id: state,
      kind: "trial-welcome",
      toAddress: "ana@x.test",
      state: state as "sent",
      attempts: 1,
      lastError: state === "failed" ? "bounced" : null,
      createdAt: "2026-03-01T12:00:00.000Z",
      settledAt: null,
      canResend: state === "failed",
    })),
  });
  await screen.findByText(/Mails to this address bounced or were reported/);
  expect(screen.getByText(/to old@x.test/)).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Send again" })).toHaveLength(1);
  server.routes[`POST ${path}/resend`] = () => Response.json({ message: "A copy is on its way." });
  await user.click(screen.getByRole("button", { name: "Send a copy" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Send the copy" }));
  await screen.findByText("A copy is on its way.");
  expect(server.sentTo(`POST ${path}/resend`)).toEqual([{ requestId: expect.any(String), date: "2026-03-02" }]);
});

test("a note that was typed is there after another tab, and after a failed save", async () => {
  const { user, server, path } = await openMember();
  await user.type(screen.getByLabelText("New note"), "Called");
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await screen.findByText("This was not done");
  expect(screen.getByLabelText("New note")).toHaveProperty("value", "Called");
  server.routes[`POST ${path}/notes`] = () => Response.json({ ok: true });
  await user.click(screen.getByRole("button", { name: "Add note" }));
  await waitFor(() => expect(screen.getByLabelText("New note")).toHaveProperty("value", ""));
  const [first, second] = server.sentTo(`POST ${path}/notes`);
  expect(second).toEqual(first);
});

test("a new address must be one; labels come and go at a touch", async () => {
  const { user, server, path } = await openMember({ labels: ["press"] });
  await user.click(screen.getByRole("button", { name: "Change the address" }));
  const dialog = within(screen.getByRole("dialog"));
  await user.type(dialog.getByLabelText("New address"), "nonsense");
  await user.click(dialog.getByRole("button", { name: "Mail the link" }));
  await dialog.findByText("Please enter a valid email");
  expect(server.sentTo(`POST ${path}/address`)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Cancel" }));
  server.routes[`PUT ${path}/labels`] = () => Response.json({ ok: true });
  await user.type(screen.getByLabelText("New label"), "VIP{Enter}");
  await waitFor(() => expect(server.sentTo(`PUT ${path}/labels`)).toEqual([{ labels: ["press", "vip"] }]));
  await user.click(await screen.findByRole("button", { name: "Take the label press off" }));
  await waitFor(() => expect(server.sentTo(`PUT ${path}/labels`)[1]).toEqual({ labels: [] }));
});

test("someone who is gone is said to be", async () => {
  startServer({});
  await renderAsAdmin(<MembersTab />, "/admin?tab=members&member=nobody");
  await screen.findByText("There is no such member (any more)");
  expect(screen.getByRole("link", { name: "All members" }).getAttribute("href")).toBe("/admin?tab=members");
});

test("the export is saved whole, counted as it comes, and not at all when the connection ends", async () => {
  const saved = vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  const half = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("email\r\na@x.test\r\n")),
    pull: (controller) => controller.error(new TypeError("network error")),
  });
  const answers = [() => new Response(half), () => new Response("\uFEFFemail\r\na@x.test\r\nb@x.test\r\n")];
  startServer({
    [LIST]: () => listOf([row()]),
    "GET /api/admin/members/export": () => answers.shift()?.() ?? failure(500, "No more"),
  });
  await renderAsAdmin(<MembersTab />, "/admin?tab=members");
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Export all as CSV" }));
  await screen.findByText(/Nothing was saved/);
  expect(saved).not.toHaveBeenCalled();
  await user.click(screen.getByRole("button", { name: "Export all as CSV" }));
  await screen.findByText("Saved members.csv: 2 members.");
  expect(await (saved.mock.calls[0]?.[0] as Blob).text()).toContain("b@x.test");
});
