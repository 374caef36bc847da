import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MemberFile } from "#domain/contract/members.ts";
import { MEMBER_FILE } from "#test/answers/member-file.ts";
import { SUBSCRIPTION } from "#test/answers/payments.ts";
import { renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberAnswers } from "./member-answers.tsx";

type Given = {
  subscription?: Partial<typeof SUBSCRIPTION>;
  profile?: Partial<MemberFile["profile"]>;
  mail?: Partial<MemberFile["mail"]>;
  isStopped?: boolean;
};

async function open({ subscription, profile, mail, isStopped = false }: Given) {
  const payments = { subscriptions: [{ ...SUBSCRIPTION, ...subscription }], payments: [] };
  const server = startServer({
    "GET /api/admin/members/ana/payments": () => Response.json(payments),
    "GET /api/admin/members/ana/mornings": () => Response.json({ mornings: [], isSendingStopped: isStopped }),
  });
  const file = { profile: { ...MEMBER_FILE.profile, ...profile }, mail: { ...MEMBER_FILE.mail, ...mail } };
  await renderAsAdmin(<MemberAnswers file={{ ...MEMBER_FILE, ...file }} />);
  await waitFor(() => expect(server.calls.map(({ path }) => path)).toContain("/api/admin/members/ana/mornings"));
  await waitFor(() => expect(screen.queryByText("Loading...")).toBeNull());
}
const factOf = (name: string) => screen.getByText(name).nextSibling?.textContent;

test.for([
  [{}, "Dec 20, 2026, Monthly"],
  [{ isCancelPending: true }, "Dec 20, 2026, Monthly, unless PayPal confirms the cancellation first"],
  [{ difference: "different price" }, "Dec 20, 2026, Monthly, as last synced"],
] as const)("with %o, the next charge reads %s", async ([subscription, text]) => {
  await open({ subscription });
  expect(await screen.findByText(text)).toBeTruthy();
});

test("while all sending is stopped, the next email isn't promised, and a link leads to the reason", async () => {
  await open({ isStopped: true });
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: "See why" });
  expect(factOf("Next email")).toBe("Jun 2, 2026, 6:00 AM Central. Sending is stopped. See why");
  expect(link.pathname).toBe("/admin");
});

test("a full mailbox is said, with one button that allows emails again", async () => {
  await open({
    mail: { nextAt: null, blocker: "suppressed", suppression: { reason: "full", since: null, askedAt: null } },
  });
  expect(screen.getByText(/^Their mailbox was full for eight wake-up emails in a row/)).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Allow emails again" })).toHaveLength(1);
});

test("a member who wouldn't get an email anyway has their own reason shown", async () => {
  await open({ isStopped: true, mail: { nextAt: null, blocker: "mails_off" } });
  expect(factOf("Next email")).toBe("None. They turned off wake-up emails.");
});

test("a member who hasn't accepted is said to wait for that, and their opt-out is a fact of its own", async () => {
  const invitation = { invitedAt: null, acceptedAt: null, isUnsubscribed: true, isPaying: false };
  await open({ profile: { invitation }, mail: { nextAt: null, blocker: "not_accepted" } });
  expect(factOf("Next email")).toBe("None. They haven't accepted their invitation yet.");
  expect(factOf("Opted out before")).toBe("Yes. Accepting doesn't turn on wake-up emails.");
});
