import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { MemberFile, MemberMailList, OtherMail } from "#domain/contract/members.ts";
import type { GiftRow } from "#domain/contract/money/gifts.ts";
import type { Morning } from "#domain/contract/profile.ts";
import { otherEmail } from "#test/answers/emails.ts";
import { GIFT } from "#test/answers/gifts.ts";
import { MEMBER_FILE, WAKE_UP } from "#test/answers/member-file.ts";
import { PAYMENT } from "#test/answers/payments.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { MemberTimeline } from "./member-timeline.tsx";

const MAILS = "GET /api/admin/members/ana/mails";
const MORNINGS = "GET /api/admin/members/ana/mornings";
const PAYMENTS = "GET /api/admin/members/ana/payments";
const GIFTS = "GET /api/admin/gifts?address=ana%40daybolt.test";
const RESEND = "POST /api/admin/members/ana/resend";

type Answers = {
  file?: Partial<MemberFile>;
  mails?: (cursor: string | null) => Response;
  mornings?: Morning[];
  payments?: (typeof PAYMENT)[];
  gifts?: () => Response;
};

const page = (mails: OtherMail[], next: string | null = null) =>
  Response.json({ mails, next } satisfies MemberMailList);

async function open({ file, mails = () => page([]), mornings = [], payments = [], gifts }: Answers) {
  const server = startServer({
    [MAILS]: ({ path }) => mails(new URL(path, "http://x.test").searchParams.get("cursor")),
    [MORNINGS]: () => Response.json({ mornings }),
    [PAYMENTS]: () => Response.json({ subscriptions: [], payments }),
    [GIFTS]: gifts ?? (() => Response.json([])),
    [RESEND]: () => Response.json({ message: "It is on its way." }),
  });
  await renderAsAdmin(<MemberTimeline file={{ ...MEMBER_FILE, ...file }} />);
  await waitFor(() => expect(screen.queryByText("Loading...")).toBeNull());
  return server;
}

const rows = () => within(screen.getByRole("list", { name: "Timeline" })).getAllByRole("listitem");
const texts = () => rows().map(({ textContent }) => textContent?.replace(/\s/g, " "));
const show = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("each morning without an email shows its known reason, between the emails that went out", async () => {
  const gap = (date: string, change: Partial<Morning> = {}): Morning => ({ date, state: "none", at: null, ...change });
  await open({
    file: { wakeUps: [{ ...WAKE_UP, state: "failed", sentAt: null, reason: "The mailbox is full" }] },
    mornings: [
      gap("2026-05-22", { state: "coming" }),
      gap("2026-05-21"),
      gap("2026-05-20", { state: "failed", reason: "The mailbox is full" }),
      gap("2026-05-19", { why: "paused" }),
      gap("2026-05-18", { why: "no_session" }),
      gap("2026-05-17", { state: "missed" }),
      gap("2026-05-16", { state: "moved" }),
      gap("2026-05-01", { why: "joined" }),
    ],
  });
  expect(texts()).toEqual([
    "Wake-up email May 22, 2026 · Not due yetComing up",
    "No wake-up email May 21, 2026 · No record of whyNo email",
    "Wake up: Rise May 20, 2026 · The mailbox is fullResendFailed",
    "No wake-up email May 19, 2026 · PausedNo email",
    "No wake-up email May 18, 2026 · No session that dayNo email",
    "No wake-up email May 17, 2026 · We missed that hourMissed",
    "No wake-up email May 16, 2026 · Their new hour had already passedSkipped",
    "No wake-up email May 1, 2026 · Joined at 7:00 AMNo email",
  ]);
});

test("a wake-up email that an administrator asked for and that failed has one state", async () => {
  const at = "2026-05-20T12:00:00.000Z";
  await open({
    file: {
      wakeUps: [{ ...WAKE_UP, state: "failed", sentAt: null, claimedAt: at, reason: "The mailbox is full" }],
      history: [{ at, actor: "admin", action: "wake-up.send", grantId: null, reason: null }],
    },
  });
  expect(texts()).toEqual([
    "Wake up: Rise May 20, 2026 · The mailbox is fullResendFailed",
    expect.stringMatching(/^Wake-up email requested .*administrator$/),
  ]);
  expect(screen.queryByText(/sent/i)).toBeNull();
});

test("the timeline is one list, newest first, and a filter shows one kind of entry", async () => {
  const gift: GiftRow = { ...GIFT, paidAt: "2026-05-02T12:00:00.000Z", state: "delivered", canRefund: true };
  await open({
    file: {
      wakeUps: [WAKE_UP],
      sessions: [
        {
          id: "s",
          createdAt: "2026-05-19T12:00:00.000Z",
          lastUsedAt: "2026-05-19T12:00:00.000Z",
          userAgent: "Firefox",
        },
      ],
      history: [
        {
          at: "2026-05-18T12:00:00.000Z",
          actor: "admin",
          action: "grant.create",
          grantId: null,
          reason: "A thank-you",
        },
      ],
      consents: [
        {
          purpose: "checkout",
          at: "2026-05-01T12:00:00.000Z",
          text: "I am 18 or older.",
          termsVersion: "1",
          priceText: "$9.99 a month",
        },
      ],
    },
    payments: [{ ...PAYMENT, paidAt: "2026-05-17T12:00:00.000Z" }],
    gifts: () => Response.json([gift]),
    mails: () => page([otherEmail("reset")]),
  });
  expect(texts()).toEqual([
    expect.stringMatching(/^Wake up: Rise .*Sent$/),
    expect.stringMatching(/^Logged in .*BrowserFirefox$/),
    expect.stringMatching(/^Access granted "A thank-you" .*administrator/),
    expect.stringMatching(/^\$9\.99 .*Paid$/),
    expect.stringMatching(/^\$79\.99 .* from Sam, sam@x\.test, for .*Refund \$79\.99Delivered$/),
    expect.stringMatching(/^Consent: Subscription.* · \$9\.99 a month · terms 1What they agreed toI am 18 or older\.$/),
    expect.stringMatching(/^Password link/),
  ]);
  for (const [name, count] of [
    ["Emails", 2],
    ["Payments", 2],
    ["Logins", 1],
    ["Activity", 2],
    ["All", 7],
  ] as const) {
    await show(name);
    expect(rows()).toHaveLength(count);
  }
});

test("earlier emails load one page at a time, as far back as they go", async () => {
  const failed = otherEmail("old", { state: "failed", canResend: true, toAddress: "old@daybolt.test" });
  const server = await open({
    mails: (cursor) => (cursor ? page([failed]) : page([otherEmail("new")], "5.new")),
  });
  await show("Show older");
  expect(await screen.findByText(/to old@daybolt.test/)).toBeTruthy();
  expect(rows()).toHaveLength(2);
  expect(screen.queryByRole("button", { name: "Show older" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Resend: / }));
  const question = within(await screen.findByRole("dialog", { name: "Resend this email?" }));
  expect(question.getByText(/^We'll send .* to ana@daybolt\.test, with a new link/)).toBeTruthy();
  expect(server.sentTo(RESEND)).toEqual([]);
  await userEvent.click(question.getByRole("button", { name: "Resend" }));
  await screen.findByText("It is on its way.");
  expect(server.sentTo(RESEND)).toEqual([{ requestId: expect.any(String), mailId: "old" }]);
});

test("entries older than the loaded emails stay hidden until the emails in between are loaded", async () => {
  const between = otherEmail("between", { createdAt: "2026-05-10T12:00:00.000Z" });
  const newest = otherEmail("newest", { createdAt: "2026-05-21T12:00:00.000Z" });
  await open({ file: { wakeUps: [WAKE_UP] }, mails: (cursor) => (cursor ? page([between]) : page([newest], "5.new")) });
  expect(rows()).toHaveLength(1);
  await show("Show older");
  await waitFor(() => expect(rows()).toHaveLength(3));
  expect(texts()[1]).toMatch(/^Wake up: Rise/);
});

test("an email page that fails to load keeps the loaded emails, and can be retried", async () => {
  let isDown = true;
  await open({
    mails: (cursor) => {
      if (cursor === null) return page([otherEmail("new")], "5.new");
      return isDown ? failure(503, "Down") : page([otherEmail("old")]);
    },
  });
  await show("Show older");
  expect((await screen.findByRole("alert")).textContent).toContain("Down");
  expect(rows()).toHaveLength(1);
  isDown = false;
  await show("Show older");
  await waitFor(() => expect(rows()).toHaveLength(2));
});

test("an empty timeline says so, and a failed part can be retried while the rest is shown", async () => {
  let isDown = true;
  await open({ gifts: () => (isDown ? failure(500, "Broken") : Response.json([GIFT])) });
  expect(await screen.findByText("Couldn't load gifts")).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  await show("Logins");
  expect(screen.getByText("No logins yet.")).toBeTruthy();
});

test("an email opens in an inert frame, and says which template it uses", async () => {
  const server = await open({ file: { wakeUps: [WAKE_UP] }, mails: () => page([otherEmail("reset")]) });
  const opened = (subject: string, isFrozen: boolean) => Response.json({ subject, html: "<p>Hello</p>", isFrozen });
  server.routes["GET /api/admin/members/ana/wake-ups/2026-05-20"] = () => opened("Wake up: Rise", true);
  server.routes["GET /api/admin/members/ana/mails/reset"] = () => opened("Set a new password", false);
  await show("Open: Wake up: Rise");
  const morning = within(await screen.findByRole("dialog", { name: "Wake up: Rise" }));
  expect(morning.getByText(/^From the copy we kept\./)).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  await show("Open: Password link");
  const reset = within(await screen.findByRole("dialog", { name: "Set a new password" }));
  expect(reset.getByText("Rendered with today's template. Its links don't work here.")).toBeTruthy();
  const frame = reset.getByTitle("Set a new password");
  expect([frame.getAttribute("sandbox"), frame.getAttribute("srcdoc")]).toEqual(["allow-same-origin", "<p>Hello</p>"]);
});

test("an email that waits for its day says when it goes out, and one that can be opened has its title to press", async () => {
  const waiting = otherEmail("later", { state: "pending", dueAt: "2026-05-09T12:00:00.000Z" });
  await open({ mails: () => page([waiting]) });
  expect(texts()).toEqual([expect.stringMatching(/goes out May 9, 2026Waiting$/)]);
  expect(screen.getByRole("button", { name: "Open: Password link" }).textContent).toBe("Password link");
});
