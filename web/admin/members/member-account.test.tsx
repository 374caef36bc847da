import { cleanup, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberFile } from "#domain/contract/members.ts";
import { MEMBER_FILE } from "#test/answers/member-file.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberAccount } from "./member-account.tsx";

const SESSION = { id: "s1", createdAt: "2026-11-20T12:00:00.000Z", lastUsedAt: "2026-11-21T12:00:00.000Z" };

test("rare actions are in the menu and ask first, and Log out everywhere requires a login session", async () => {
  startServer({});
  const sessions = [{ ...SESSION, userAgent: null }];
  const { unmount } = await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, sessions }} />);
  const user = userEvent.setup();
  const menu = screen.getByRole("button", { name: "More actions" });
  for (const name of ["Send password link", "Change email", "Log out everywhere"]) {
    await user.click(menu);
    await user.click(await screen.findByRole("menuitem", { name }));
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(menu));
  }
  unmount();
  await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, sessions: [] }} />);
  await user.click(screen.getByRole("button", { name: "More actions" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
    "Send password link",
    "Change email",
    "Turn off wake-up emails",
    "Delete account",
  ]);
});

const NEXT = { id: "I-1", plan: "annual", status: "ACTIVE", nextBillingAt: "2027-09-24T12:00:00Z" };
const PAYMENTS = "GET /api/admin/members/ana/payments";

async function choose(name: string) {
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

test("cancelling asks with the date on which access ends, and only what still charges can be cancelled", async () => {
  const route = "POST /api/paypal/subscriptions/I-1/cancel";
  const over = { ...NEXT, id: "I-0", status: "CANCELLED" };
  const server = startServer({
    [PAYMENTS]: () => Response.json({ subscriptions: [over, NEXT], payments: [] }),
    [route]: () => Response.json({ message: "Cancelled." }),
  });
  await renderAsAdmin(<MemberAccount file={MEMBER_FILE} />);
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith("/payments"))).toBe(true));
  await choose("Cancel Subscription");
  await screen.findByText(/ends on Sep 24, 2027, and they get an email/);
  await userEvent.type(screen.getByLabelText("Reason"), "Moved away");
  await userEvent.click(screen.getByRole("button", { name: "Cancel Subscription" }));
  await waitFor(() => expect(server.sentTo(route)).toEqual([{ reason: "Moved away" }]));
});

test("of two subscriptions, each is cancelled by its ID", async () => {
  const second = { ...NEXT, id: "I-2", isDouble: true };
  const server = startServer({ [PAYMENTS]: () => Response.json({ subscriptions: [NEXT, second], payments: [] }) });
  await renderAsAdmin(<MemberAccount file={MEMBER_FILE} />);
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith("/payments"))).toBe(true));
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  for (const id of ["I-1", "I-2"]) await screen.findByRole("menuitem", { name: `Cancel Subscription: ${id}` });
});

test("emails can be turned on again, but not before an invitation is accepted, and a closed account has no menu", async () => {
  const server = startServer({
    "POST /api/admin/members/ana/mails": () => Response.json({ message: "Done." }),
    "POST /api/admin/members/ana/password-mail": () => Response.json({ message: "Sent." }),
  });
  const invitation = { invitedAt: null, acceptedAt: null, isUnsubscribed: false, isPaying: false };
  const profile = { ...MEMBER_FILE.profile, invitation };
  // Who hasn't accepted is blocked by that.
  const mail = { ...MEMBER_FILE.mail, emailEnabled: false, blocker: "not_accepted" as const };
  const open = (file: Partial<MemberFile>) => renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, ...file }} />);
  const press = async (name: string) => {
    await choose(name);
    await userEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  };
  await open({ mail: { ...mail, blocker: "mails_off" } });
  await press("Turn on wake-up emails");
  cleanup();
  const { unmount } = await open({ profile, mail });
  for (const name of ["Turn off wake-up emails", "Resend invitation"]) await press(name);
  expect(server.sentTo("POST /api/admin/members/ana/mails")).toEqual([{ isOn: true }, { isOn: false }]);
  expect(server.sentTo("POST /api/admin/members/ana/password-mail")).toHaveLength(1);
  unmount();
  const at = "2026-12-01T12:00:00.000Z";
  await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, purge: { at, closedAt: at, byMember: true } }} />);
  expect(screen.queryByRole("button", { name: "More actions" })).toBeNull();
});

test("logging a member out asks which podcast apps are kept, by default none", async () => {
  const server = startServer({ "POST /api/admin/members/ana/sign-out": () => Response.json({ message: "Done" }) });
  const feeds = ["car", "desk"].map((id) => ({ id, name: `Ana's ${id}` }));
  await renderAsAdmin(<MemberAccount file={{ ...MEMBER_FILE, feeds }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole("button", { name: "More actions" }));
  await user.click(await screen.findByRole("menuitem", { name: "Log out everywhere" }));
  const ticks = await screen.findAllByRole<HTMLInputElement>("checkbox", { name: /^Keep Ana's (?:car|desk)$/ });
  expect(ticks.map(({ checked }) => checked)).toEqual([false, false]);
  await user.click(screen.getByRole("checkbox", { name: "Keep Ana's car" }));
  await user.click(screen.getByRole("button", { name: "Log out everywhere" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.calls.filter(({ method }) => method === "POST").map(({ path }) => path)).toContain(
    "/api/admin/members/ana/sign-out?keepFeeds=car",
  );
});
