import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { OverviewResponse } from "#domain/contract/health.ts";
import { MONTH } from "#test/answers/ledger.ts";
import { NO_MONEY, NO_NEEDS, STATS } from "#test/answers/overview.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { OverviewTab } from "./overview-tab.tsx";

const TODAY = { date: "2026-11-21", due: 1200, sent: 1100, onTime: 1090, failed: 7, missed: 0, unknown: 3, open: 90 };

async function open(needs: Partial<OverviewResponse["needs"]> = {}) {
  const overview = { today: TODAY, elsewhere: [], needs: { ...NO_NEEDS, ...needs }, money: NO_MONEY };
  const server = startServer({
    "GET /api/admin/stats": () => Response.json(STATS),
    "GET /api/admin/overview": () => Response.json(overview),
  });
  await renderAsAdmin(<OverviewTab />);
  return server;
}

test("the counters are shown with today's emails, and a day without trouble says All clear", async () => {
  await open();
  await screen.findByText("All clear.");
  expect(screen.getByText("Total Users").parentElement?.textContent).toBe("Total Users3");
  const subscribers = screen.getByText("Active Subscribers").nextElementSibling as HTMLElement;
  expect([...subscribers.children].map(({ textContent }) => textContent)).toEqual(["2", "with access"]);
  const mails = within(screen.getByRole("region", { name: "Today's emails" }));
  expect(mails.getByText("Sent").nextElementSibling?.textContent).toBe("1,100");
  expect(mails.getByText("Sending").nextElementSibling?.textContent).toBe("90");
  expect(mails.getByText(/being sent aren't counted as due yet\.$/)).toBeTruthy();
});

test("everything that needs attention is listed, with a link to where it's fixed", async () => {
  await open({
    pause: { kind: "all", until: "2026-11-21T13:00:00.000Z", reason: "API key is invalid" },
    troubledMornings: [{ date: TODAY.date, batches: 2, missedHours: 1 }],
    emptyMornings: [
      { date: "2026-11-23", fallback: null },
      { date: "2026-11-24", fallback: { id: "c1", date: "2026-10-01", title: "First Light" } },
    ],
    missingParticulars: ["postal address"],
    complaints: { level: "alarm", delivered: 4000, complained: 12 },
    hasLiveEvent: false,
    isUnheard: true,
    findings: [
      {
        title: "The minute cron has stopped",
        text: "It last ran on Nov 21, 2026, 6:00 AM Central.",
        fix: "Look at its log.",
      },
      { title: "The hourly cron has stopped", text: "It has never run.", fix: "Look at its log." },
    ],
  });
  const needs = within(await screen.findByRole("region", { name: "Needs attention" }));
  expect(needs.getAllByRole("listitem")).toHaveLength(7);
  await userEvent.setup().click(needs.getByRole("button", { name: "Show all 10" }));
  const texts = needs.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);
  expect(texts).toEqual([
    "Business details missing",
    "Sending is paused",
    "The minute cron has stopped",
    "The hourly cron has stopped",
    "Too many spam complaints",
    "1 wake-up hour missed today",
    "2 batches didn't reach everyone today",
    "2 mornings in the next week have no session",
    "No live event in the next three months",
    "No one hears about new administrators and keys, because OPERATOR_EMAIL isn't set",
  ]);
  const mornings = needs.getByText(/no email goes out/).textContent;
  expect(mornings?.split("\n")).toEqual([
    "Mon, Nov 23: no email goes out",
    'Tue, Nov 24: "First Light" goes out instead',
  ]);
  expect(needs.getByText(/^It last ran on Nov 21, 2026, 6:00 AM Central\.\s+Look at its log\.$/)).toBeTruthy();
  expect(needs.getByText(/^It has never run\.\s+Look at its log\.$/)).toBeTruthy();
  const placeOf = (name: string) => needs.getByRole("link", { name }).getAttribute("href");
  for (const cause of ["Business details missing", "The minute cron has stopped", "The hourly cron has stopped"])
    expect(placeOf(`Open System check: ${cause}`)).toBe("/admin?tab=settings&page=check");
  expect(placeOf("Open Members: Too many spam complaints")).toBe("/admin?tab=members&group=bounced");
  expect(placeOf("Open Delivery: 2 batches didn't reach everyone today")).toBe("/admin?tab=delivery");
  await userEvent
    .setup()
    .click(needs.getByRole("link", { name: "Open Content: 2 mornings in the next week have no session" }));
  expect(window.location.search).toBe("?tab=content");
  await userEvent.setup().click(needs.getByRole("link", { name: /^Schedule live event: / }));
  expect(window.location.search).toBe("?tab=live-events");
});

test("a morning on another date is labeled with that date, which opens it in Delivery", async () => {
  const elsewhere = [
    { ...TODAY, date: "2026-11-20", sent: 2 },
    { ...TODAY, date: "2026-11-22", sent: 41 },
  ];
  const troubledMornings = [
    { date: "2026-11-20", batches: 0, missedHours: 2 },
    { date: "2026-11-22", batches: 1, missedHours: 0 },
  ];
  const overview = { today: TODAY, elsewhere, needs: { ...NO_NEEDS, troubledMornings }, money: NO_MONEY };
  startServer({
    "GET /api/admin/stats": () => Response.json(STATS),
    "GET /api/admin/overview": () => Response.json(overview),
  });
  await renderAsAdmin(<OverviewTab />);
  const mails = within(await screen.findByRole("region", { name: "Today's emails" }));
  for (const [name, words, sent] of [
    ["Friday, November 20, 2026", "Where it's still Friday, November 20, 2026", "2"],
    ["Sunday, November 22, 2026", "Where it's already Sunday, November 22, 2026", "41"],
  ] as const) {
    const morning = within(mails.getByRole("region", { name }));
    expect(morning.getByText(words)).toBeTruthy();
    expect(morning.getByText("Sent").nextElementSibling?.textContent).toBe(sent);
  }
  const needs = within(screen.getByRole("region", { name: "Needs attention" }));
  expect(needs.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent)).toEqual([
    "2 wake-up hours missed on Fri, Nov 20",
    "1 batch didn't reach everyone on Sun, Nov 22",
  ]);
  const [, second] = needs.getAllByRole("link", { name: /^Open Delivery: / });
  await userEvent.setup().click(second as HTMLElement);
  expect(window.location.search).toBe("?tab=delivery&date=2026-11-22");
});

test("revenue and churn are shown with last month beside them, and payment issues are listed under Needs attention", async () => {
  const money = {
    failedPayments: 3,
    differingSubscriptions: 2,
    doubleSubscriptions: 1,
    doubles: [{ id: "m-1", email: "ana@daybolt.test" }],
    differing: [{ id: "m-2", email: "" }],
    pastDue: ["b", "c", "d"].map((name) => ({ id: name, email: `${name}@daybolt.test` })),
    giftsToDeliver: 4,
    giftsToRedeem: 5,
    healedDifferences: 6,
    refusedPayments: 1,
    openDisputes: 1,
  };
  const before = { ...MONTH, month: "2026-10", isRunning: false, churn: null };
  startServer({
    "GET /api/admin/stats": () => Response.json(STATS),
    "GET /api/admin/overview": () => Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money }),
    "GET /api/admin/payments/months": () => Response.json({ months: [MONTH, before] }),
  });
  await renderAsAdmin(<OverviewTab />);
  const card = within(await screen.findByRole("region", { name: "Revenue" }));
  expect((await card.findAllByRole("link", { name: "$85.01" }))[0]?.getAttribute("href")).toBe(
    "/admin?tab=money&page=months",
  );
  const figures = card
    .getAllByRole("definition")
    .map((value) => [value.previousElementSibling?.textContent, value.textContent]);
  expect(figures).toEqual([
    ["Net, November", "$85.01October: $85.01"],
    ["Churn, November", "12.5%October: –"],
    ["Out of sync", "2"],
    ["Back in sync (7 days)", "6"],
    ["Gifts to deliver", "4"],
    ["Unopened gifts", "5"],
  ]);
  const needs = within(screen.getByRole("region", { name: "Needs attention" }));
  expect(needs.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent)).toEqual([
    "1 PayPal dispute is open",
    "ana@daybolt.test is paying twice",
    "2 subscriptions are out of sync",
    "1 PayPal subscription was refused this week",
    "3 members are past due",
  ]);
  expect(needs.getByRole("link", { name: "Open Members: 3 members are past due" }).getAttribute("href")).toBe(
    "/admin?tab=members&status=past-due",
  );
  expect(needs.getByRole("link", { name: "Open Members: 2 subscriptions are out of sync" }).getAttribute("href")).toBe(
    "/admin?tab=members&group=out-of-sync",
  );
  const [first] = needs.getAllByRole("link", { name: /^View member: .* paying twice$/ });
  await userEvent.setup().click(first as HTMLElement);
  expect(window.location.search).toBe("?tab=members&member=m-1");
});

test("if one part of the overview fails to load, the other part is still shown", async () => {
  startServer({
    "GET /api/admin/stats": () => failure(500, "Broken"),
    "GET /api/admin/overview": () => Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY }),
  });
  await renderAsAdmin(<OverviewTab />);
  await screen.findByText("Failed to fetch admin stats");
  await screen.findByText("All clear.");
});

test("if nothing loads, one error is shown, and one button retries everything", async () => {
  const server = startServer({
    "GET /api/admin/stats": () => failure(500, "Broken"),
    "GET /api/admin/overview": () => failure(500, "Broken"),
  });
  await renderAsAdmin(<OverviewTab />);
  const user = userEvent.setup();
  await screen.findByText("Failed to fetch admin stats");
  await waitFor(() => expect(screen.queryByText("Couldn't load the overview")).toBeNull());
  server.routes["GET /api/admin/stats"] = () => Response.json(STATS);
  server.routes["GET /api/admin/overview"] = () =>
    Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("All clear.");
  await screen.findByText("Total Users");
});

test("recent users have their status in words; only Active is green, and without one they're Inactive", async () => {
  const user = { subscriptionType: "annual", subscriptionStatus: "active", subscriptionEndDate: null } as const;
  const never = { ...user, subscriptionType: "trial", subscriptionStatus: "expired", status: "none" } as const;
  const users = [
    { ...user, status: "active" as const },
    { ...user, status: "past-due" as const },
    never,
    { ...never, subscriptionType: null, subscriptionStatus: null },
  ].map((one, number) => ({
    ...one,
    id: `m-${number}`,
    email: `m${number}@x.test`,
    createdAt: "2026-11-21T12:00:00.000Z",
  }));
  startServer({
    "GET /api/admin/stats": () => Response.json({ ...STATS, recentUsers: users }),
    "GET /api/admin/overview": () => failure(500, "Broken"),
  });
  await renderAsAdmin(<OverviewTab />);
  const rows = within(await screen.findByRole("table", { name: "Recent Users" }))
    .getAllByRole("row")
    .slice(1);
  const cells = rows.map((row) => [...row.children].slice(1, 3).map(({ textContent }) => textContent));
  expect(cells).toEqual([
    ["SubscriptionAnnual", "StatusActive"],
    ["SubscriptionAnnual", "StatusPast due"],
    ["SubscriptionNone", "StatusNone"],
    ["SubscriptionNone", "StatusInactive"],
  ]);
  const isGreen = rows.map((row) => row.querySelector("td:nth-child(3) .text-good") !== null);
  expect(isGreen).toEqual([true, false, false, false]);
});

test("every figure and recent user is a link", async () => {
  const standing = { subscriptionStatus: "active", status: "active", subscriptionEndDate: null } as const;
  const recent = { email: "ana@x.test", subscriptionType: "annual", ...standing } as const;
  const stats = { ...STATS, recentUsers: [{ ...recent, id: "m-1", createdAt: "2026-11-21T12:00:00.000Z" }] };
  const overview = { today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY };
  startServer({
    "GET /api/admin/stats": () => Response.json(stats),
    "GET /api/admin/overview": () => Response.json(overview),
  });
  await renderAsAdmin(<OverviewTab />);
  await screen.findByText("All clear.");
  for (const figure of screen.getAllByRole("definition")) expect(within(figure).getByRole("link")).toBeTruthy();
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect(hrefOf("ana@x.test")).toBe("/admin?tab=members&member=m-1");
  expect(
    within(screen.getByRole("region", { name: "Today's emails" })).getByRole("link", { name: "7" }),
  ).toHaveProperty("search", "?tab=delivery&date=2026-11-21");
});

test("identical alerts share one line that names a few, and a drafted morning isn't listed as empty", async () => {
  const askings = Array.from({ length: 7 }, (_, number) => ({ id: `m${number}`, email: `m${number}@x.test` }));
  await open({
    askings,
    emptyMornings: ["2026-11-23", "2026-11-24"].map((date) => ({ date, fallback: null })),
    unpublishedDates: ["2026-11-24"],
  });
  const needs = within(await screen.findByRole("region", { name: "Needs attention" }));
  const rows = needs.getAllByRole("listitem").map((item) => [...item.querySelectorAll("p")].map((p) => p.textContent));
  expect(rows).toEqual([
    ["7 members asked for emails again", expect.stringMatching(/^m0@x\.test, .*, m4@x\.test, and 2 more\.\n/)],
    ["1 morning in the next week has no session", "Mon, Nov 23: no email goes out"],
    ["1 session for the next week is a draft or hidden", "Tue, Nov 24: no email goes out"],
  ]);
  expect(needs.getAllByRole("img").map((sign) => sign.getAttribute("aria-label"))).toEqual(["Due", "Due", "Due"]);
});
