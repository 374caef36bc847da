import { within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MorningsResponse } from "#domain/contract/profile.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { openProfile, READ } from "#test/web/open-profile.tsx";
import { lostConnection, refusal } from "#test/web/stub-api.ts";

const MORNINGS = "GET /api/user/mornings";
const TEST_MAIL = "POST /api/user/test-mail";
const ENOUGH = "You've sent yourself 3 test emails today. Try again tomorrow.";

const answer: MorningsResponse = {
  sender: "wake-up@daybolt.test",
  mornings: [
    { date: "2025-11-21", state: "coming", at: null },
    { date: "2025-11-20", state: "sent", at: "2025-11-20T12:00:03.000Z" },
    { date: "2025-11-19", state: "missed", at: null },
    { date: "2025-11-18", state: "none", at: null },
    { date: "2025-11-17", state: "none", at: null, why: "no_session", push: "accepted" },
    { date: "2025-11-16", state: "failed", at: "2025-11-16T12:00:03.000Z", reason: "Mailbox full" },
  ],
};

async function check(answers: Parameters<typeof openProfile>[0] = {}) {
  const screen = openProfile({ [MORNINGS]: () => Response.json(answer), ...answers });
  await userEvent.click(await screen.findByRole("button", { name: "Check my emails" }));
  const card = within(await screen.findByRole("region", { name: "Not getting your emails?" }));
  return { ...screen, card };
}

test("each morning is described in the member's time zone, and mornings load only on request", async () => {
  standIn(PROFILE.timezone);
  const screen = openProfile({ [MORNINGS]: () => Response.json(answer) });
  await screen.findByRole("button", { name: "Check my emails" });
  expect(screen.calls.map(({ path }) => path)).toEqual(["/api/user/profile"]);
  await userEvent.click(screen.getByRole("button", { name: "Check my emails" }));
  const list = await screen.findByRole("list", { name: "Your recent emails" });
  expect([...list.children].map((line) => line.textContent?.replace(/\s/g, " "))).toEqual([
    "Fri, Nov 21Arrives at 6:00 AM",
    "Thu, Nov 20Sent at 6:00 AM",
    "Wed, Nov 19Not sent. We missed that morning. Sorry.",
    "Tue, Nov 18No email. No record of why.",
    "Mon, Nov 17No email. There was no session. · Notification sent",
    "Sun, Nov 16Not delivered: Mailbox full",
  ]);
  expect(screen.getByText(/Check your spam folder/)).toBeDefined();
  expect(screen.getByText("wake-up@daybolt.test")).toBeDefined();
  await userEvent.click(await screen.findByRole("button", { name: "Close" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Check my emails" }));
});

test.for([
  [{ emailEnabled: false }, /Your wake-up emails are off\. Choose Edit Profile/],
  [{ hasAccess: false }, /Your membership has ended, so you don't get wake-up emails/],
  [{ pausedUntil: "2025-12-05" }, /paused until Friday, December 5, 2025/],
] as const)("the card says why no emails are sent: %j", async ([change, text]) => {
  const { card } = await check({
    [READ]: () => Response.json({ ...PROFILE, nextWakeUpAt: null, nextWakeUpLocal: null, ...change }),
  });
  expect(await card.findByText(text)).toBeDefined();
});

test("mornings that don't load can be retried, and the test email still works", async () => {
  let mornings: () => Response = lostConnection;
  const { card } = await check({ [MORNINGS]: () => mornings(), [TEST_MAIL]: () => Response.json({ ok: true }) });
  await card.findByText("Your recent emails didn't load");
  await userEvent.click(card.getByRole("button", { name: "Send test email" }));
  expect((await card.findByText(/A test email is on its way/)).textContent).toContain(PROFILE.email);
  mornings = () => Response.json(answer);
  await userEvent.click(card.getByRole("button", { name: "Try again" }));
  await card.findByRole("list", { name: "Your recent emails" });
});

test("a test email over the limit shows the server's own message", async () => {
  const { card } = await check({ [TEST_MAIL]: () => refusal(429, "rate_limited", ENOUGH) });
  await userEvent.click(await card.findByRole("button", { name: "Send test email" }));
  expect((await card.findByRole("alert")).textContent).toBe(ENOUGH);
});

test("if this browser doesn't know the member's zone, mornings are shown without times", async () => {
  const { card } = await check({ [READ]: () => Response.json({ ...PROFILE, timezone: "Mars/Olympus" }) });
  const list = await card.findByRole("list", { name: "Your recent emails" });
  expect(within(list).getAllByText("Sent").length).toBeGreaterThan(0);
});
