import { act, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type uPlot from "uplot";
import { expect, test, vi } from "vitest";
import type { CountedDay, OverviewResponse } from "#domain/contract/health.ts";
import { countedDay, NO_MONEY, NO_NEEDS, STATS } from "#test/answers/overview.ts";
import { failure, renderAsAdmin, startServer } from "#test/web/admin.tsx";
import { asPhone } from "#test/web/viewport.ts";
import { CHARTS } from "./chart-specs.ts";
import { DayChart, DayCharts } from "./day-charts.tsx";
import { OverviewTab } from "./overview-tab.tsx";

const drawn = vi.hoisted(() => vi.fn());
const options = vi.hoisted(() => vi.fn());
// There's no canvas here.
vi.mock("uplot", () => ({
  default: class {
    constructor(given: unknown, data: number[][]) {
      options(given);
      drawn(data);
    }
    setSize() {}
    destroy() {}
  },
}));

const TODAY = { date: "2026-11-21", due: 1200, sent: 1100, onTime: 1090, failed: 7, missed: 0, unknown: 3, open: 90 };

async function open(needs: Partial<OverviewResponse["needs"]> = {}) {
  const overview = { today: TODAY, elsewhere: [], needs: { ...NO_NEEDS, ...needs }, money: NO_MONEY, days: [] };
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
  await userEvent.setup().click(needs.getByRole("button", { name: "Show all 9" }));
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
  const overview = { today: TODAY, elsewhere, needs: { ...NO_NEEDS, troubledMornings }, money: NO_MONEY, days: [] };
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

test("revenue is summed by month, and payment issues are listed under Needs attention", async () => {
  const money = {
    revenueTodayCents: 7999,
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
  const before: CountedDay = { ...countedDay("2026-10-31", 5), revenueCents: null, refundedCents: null };
  const days = [before, countedDay("2026-11-19", 5), { ...countedDay("2026-11-20", 5), refundedCents: 500 }];
  startServer({
    "GET /api/admin/stats": () => Response.json(STATS),
    "GET /api/admin/overview": () => Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money, days }),
  });
  await renderAsAdmin(<OverviewTab />);
  const card = within(await screen.findByRole("region", { name: "Revenue" }));
  const figures = card
    .getAllByRole("definition")
    .map((value) => [value.previousElementSibling?.textContent, value.textContent]);
  expect(figures).toEqual([
    ["Revenue, November 2026", "$94.97"],
    ["Revenue, October 2026", "$0.00"],
    ["Recovered (30 days)", "6"],
    ["Churn (30 days)", "42.9%"],
    ["Out of sync", "2"],
    ["Fixed automatically (7 days)", "6"],
    ["Gifts to deliver", "4"],
    ["Unopened gifts", "5"],
  ]);
  const needs = within(screen.getByRole("region", { name: "Needs attention" }));
  expect(needs.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent)).toEqual([
    "1 PayPal payment is disputed",
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
    "GET /api/admin/overview": () =>
      Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY, days: [] }),
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
    Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY, days: [] });
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("All clear.");
  await screen.findByText("Total Users");
});

const [, , , completions] = CHARTS;

test("a chart describes its latest figures in words, and shows all of them as a table", async () => {
  if (!completions) throw new Error("There is no such chart.");
  startServer({});
  await renderAsAdmin(
    <DayChart spec={completions} days={[countedDay("2026-11-19", 5), countedDay("2026-11-20", 1400)]} />,
  );
  expect(screen.getByRole("img", { name: "Sessions completed. Latest: Completed 1,400." })).toBeTruthy();
  await waitFor(() =>
    expect(drawn).toHaveBeenCalledWith([
      [1795046400, 1795132800],
      [5, 1400],
    ]),
  );
  await userEvent.setup().click(screen.getByRole("button", { name: "Show as table: Sessions completed" }));
  const rows = within(screen.getByRole("table", { name: "Sessions completed" })).getAllByRole("row");
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ["Day", "Completed"],
    ["Fri, Nov 20, 2026", "1,400"],
    ["Thu, Nov 19, 2026", "5"],
  ]);
});

test("until a day has been counted, one message replaces the charts", async () => {
  startServer({
    "GET /api/admin/overview": () =>
      Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY, days: [] }),
  });
  await renderAsAdmin(<DayCharts />);
  expect(await screen.findAllByText(/No data yet/)).toHaveLength(1);
  expect(screen.queryByRole("heading")).toBeNull();
});

test.for([
  ["one day is counted", [countedDay("2026-11-20", 4)]],
  ["nothing has happened", [quietDay("2026-11-19"), quietDay("2026-11-20")]],
] as const)("no chart is drawn while %s", async ([, days]) => {
  startServer({
    "GET /api/admin/overview": () =>
      Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY, days }),
  });
  drawn.mockClear();
  await renderAsAdmin(<DayCharts />);
  expect(await screen.findAllByText(/No data yet/)).toHaveLength(1);
  expect(drawn).not.toHaveBeenCalled();
});

function quietDay(date: string): CountedDay {
  const figures = Object.keys(countedDay(date, 0)).map((field) => [field, 0]);
  return { ...Object.fromEntries(figures), date };
}

test("charts without data are named in one line, and a phone shows the chosen chart", async () => {
  asPhone();
  const days = ["2026-11-19", "2026-11-20"].map((date) => ({ ...quietDay(date), completions: 5, revenueCents: 999 }));
  startServer({
    "GET /api/admin/overview": () =>
      Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money: NO_MONEY, days }),
  });
  await renderAsAdmin(<DayCharts />);
  expect(await screen.findByRole("heading", { name: "Sessions completed" })).toBeTruthy();
  expect(
    screen.getByText("No data yet: Members by type, Trials, Emails, Subscriptions, Failed payments."),
  ).toBeTruthy();
  await userEvent.setup().selectOptions(screen.getByLabelText("Chart"), "Daily revenue");
  expect(screen.getAllByRole("heading").map((heading) => heading.textContent)).toEqual(["Daily revenue"]);
});

test("a chart's legend shows the hovered day's figures, or else the latest, and its axis names months", async () => {
  if (!completions) throw new Error("There is no such chart.");
  startServer({});
  await renderAsAdmin(
    <DayChart spec={completions} days={[countedDay("2026-11-19", 5), countedDay("2026-11-20", 9)]} />,
  );
  const legend = () => screen.getAllByRole("listitem").map((item) => item.textContent);
  expect(legend()).toEqual(["Nov 20", "Completed9"]);
  const [{ hooks, axes }] = options.mock.lastCall as [uPlot.Options];
  const values = axes?.[0]?.values;
  if (typeof values !== "function") throw new Error("The axis writes its own dates.");
  expect(values({} as uPlot, [1795046400], 0, 64, 1)).toEqual(["Nov 19"]);
  act(() => hooks?.setCursor?.[0]?.({ cursor: { idx: 0 } } as uPlot));
  expect(legend()).toEqual(["Nov 19", "Completed5"]);
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

test("today's sale shows in the counter, and every figure and recent user is a link", async () => {
  const standing = { subscriptionStatus: "active", status: "active", subscriptionEndDate: null } as const;
  const recent = { email: "ana@x.test", subscriptionType: "annual", ...standing } as const;
  const stats = { ...STATS, recentUsers: [{ ...recent, id: "m-1", createdAt: "2026-11-21T12:00:00.000Z" }] };
  const money = { ...NO_MONEY, revenueTodayCents: 7999 };
  startServer({
    "GET /api/admin/stats": () => Response.json(stats),
    "GET /api/admin/overview": () => Response.json({ today: TODAY, elsewhere: [], needs: NO_NEEDS, money, days: [] }),
  });
  await renderAsAdmin(<OverviewTab />);
  expect((await screen.findByText("Revenue, November 2026")).nextElementSibling?.textContent).toBe("$79.99");
  expect(screen.getByText("Today's revenue").nextElementSibling?.textContent).toBe("$79.99");
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
