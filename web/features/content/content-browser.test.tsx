import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { flushSync } from "react-dom";
import { expect, test } from "vitest";
import type { ListedItem } from "#domain/contract/content/content.ts";
import { artworkOf } from "#domain/rules/artwork.ts";
import { listedItemOf } from "#test/answers/content.ts";
import { sessionUser } from "#test/answers/session.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { ContentBrowser } from "./content-browser.tsx";

const MEMBER = sessionUser({ today: "2025-09-02", defaultMonth: "2025-09" });

const SEPTEMBER = [
  listedItemOf("2025-09-01", { status: "scheduled" }),
  listedItemOf("2025-09-02"),
  listedItemOf("2025-09-03", { status: "scheduled" }),
  listedItemOf("2025-09-04", { status: "scheduled", comingSoon: true }),
];
const MONTHS = [
  { year: 2025, month: 8, total: 19, completed: 19 },
  { year: 2025, month: 9, total: 3, completed: 1 },
  { year: 2026, month: 1, total: 2, completed: 0 },
];
const MONTH_ITEMS: Record<string, ListedItem[]> = { "2025-9": SEPTEMBER, "2025-8": [listedItemOf("2025-08-12")] };
const ANSWERS = {
  "GET /api/content": ({ query }: { query: Record<string, string> }) =>
    Response.json(MONTH_ITEMS[`${query.year}-${query.month}`] ?? []),
  "GET /api/content/months": () => Response.json(MONTHS),
};

function openDashboard(query: string, { user = MEMBER, answers = {} } = {}) {
  const calls = stubApi({ ...ANSWERS, ...answers });
  const { address, navigate } = renderAt(
    `/dashboard${query}`,
    <ContentBrowser
      user={user}
      hub={(progress) => <>12{progress}</>}
      wakeUp={(isBelowTomorrow) => <p>Next wake-up{!isBelowTomorrow && " tomorrow"}</p>}
      rows={(selected) => <p data-selected={selected}>Continue</p>}
      accessEnded={<p>Over</p>}
      experience={() => ({})}
    />,
  );
  return {
    calls,
    navigate,
    address: () => Object.fromEntries(new URLSearchParams(address()?.split("?")[1])),
    isShown: (text: string) => screen.findByRole("heading", { name: text }),
    announcement: () => document.querySelector("p[aria-live=polite]")?.textContent,
  };
}

/** As a browser does: React draws an event's own update before the next one, and transitions later. */
function pressOutsideAct(key: string): void {
  const actual = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = actual.IS_REACT_ACT_ENVIRONMENT;
  actual.IS_REACT_ACT_ENVIRONMENT = false;
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  flushSync(() => undefined);
  actual.IS_REACT_ACT_ENVIRONMENT = before;
}

test.each([
  ["?year=2025", "1"],
  ["?month=9", "1"],
  ["?rolodex=0", "0"],
  ["?rolodex=99&year=2025&month=9", "3"],
  ["?rolodex=0&year=2025&month=13", "0"],
  ["?rolodex=x&year=99&month=9", "1"],
])("the address %s is completed or corrected", async (query, rolodex) => {
  const { address, isShown } = openDashboard(query);
  await isShown(SEPTEMBER[Number(rolodex)]?.title ?? "");
  await waitFor(() => expect(address()).toEqual({ rolodex, year: "2025", month: "9" }));
});

test("a URL without a day opens on today and stays unchanged", async () => {
  const { address, isShown } = openDashboard("?resetPassword=true");
  await isShown("Title of 2025-09-02");
  expect(address()).toEqual({ resetPassword: "true" });
});

test("the selected day shows its picture, and turning the dial changes it in place; the rows below know the day", async () => {
  const { isShown } = openDashboard("");
  await isShown("Title of 2025-09-02");
  const pictures = () => [...document.querySelectorAll("img")];
  const [picture] = pictures();
  expect(pictures().map((image) => image.getAttribute("src"))).toEqual([artworkOf("2025-09-02")]);
  await userEvent.click(screen.getByRole("button", { name: "Next content" }));
  await isShown("Title of 2025-09-03");
  expect(pictures()).toEqual([picture]);
  expect(picture?.getAttribute("src")).toBe(artworkOf("2025-09-03"));
  expect(screen.getByText("Continue").dataset.selected).toBe("2025-09-03");
});

test("a turn changes dial and title in the same frame, before the address follows, and quick turns add up", async () => {
  const { address, isShown } = openDashboard("?rolodex=2&year=2025&month=9");
  await isShown("Title of 2025-09-03");
  screen.getByRole("radio", { checked: true }).focus();
  const names = () => [
    screen.getByRole("radio", { checked: true }).getAttribute("aria-posinset"),
    screen.getByRole("heading").textContent,
  ];
  // Outside of act, only what the key's own update draws is there, and not yet what the router does in a transition.
  for (const [key, shown] of [
    ["ArrowRight", ["4", "Title of 2025-09-04"]],
    ["ArrowRight", ["1", "Title of 2025-09-01"]],
    ["ArrowLeft", ["4", "Title of 2025-09-04"]],
  ] as const) {
    pressOutsideAct(key);
    expect(names()).toEqual(shown);
  }
  await waitFor(() => expect(address()).toEqual({ rolodex: "3", year: "2025", month: "9" }));
  expect(names()).toEqual(["4", "Title of 2025-09-04"]);
});

test("a navigation that comes before the router has followed a turn wins over it", async () => {
  const { address, isShown, navigate } = openDashboard("?rolodex=2&year=2025&month=9");
  await isShown("Title of 2025-09-03");
  screen.getByRole("radio", { checked: true }).focus();
  pressOutsideAct("ArrowRight");
  navigate("/dashboard?rolodex=0&year=2025&month=9");
  await isShown("Title of 2025-09-01");
  expect(address()).toEqual({ rolodex: "0", year: "2025", month: "9" });
});

test("turning the dial and changing the month update the address; a new month starts at its first item", async () => {
  const { address, isShown } = openDashboard("");
  await isShown("Title of 2025-09-02");
  await userEvent.click(screen.getByRole("button", { name: "Next content" }));
  await isShown("Title of 2025-09-03");
  expect(address()).toEqual({ rolodex: "2", year: "2025", month: "9" });
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  expect(await screen.findByText("No content available")).toBeTruthy();
  expect(address()).toEqual({ rolodex: "0", year: "2025", month: "10" });
});

test.each([
  ["monthly", 0, ["Published", "New"]],
  ["monthly", 1, ["Published", "Today"]],
  ["annual", 2, ["Early access"]],
  ["monthly", 3, ["Published", "Coming Soon"]],
] as const)("a %s member sees item %i with the badges %j", async (subscriptionType, index, words) => {
  const user = { ...MEMBER, subscriptionType, hasEarlyAccess: subscriptionType === "annual" };
  const { isShown } = openDashboard(`?rolodex=${index}&year=2025&month=9`, { user });
  const heading = await isShown(SEPTEMBER[index]?.title ?? "");
  const badges = heading.closest("article")?.querySelectorAll(".rounded-full.whitespace-nowrap") ?? [];
  expect([...badges].map((badge) => badge.textContent)).toEqual(words);
});

test.each([
  [{ progressPercent: 40 }, /^Tuesday, September 2, today, started, 40%:/, "Experience This Content"],
  [{ progressPercent: 100, completed: true }, /^Tuesday, September 2, today, done:/, "Play again"],
])("a session shows that it's started or completed: %o", async (change, card, action) => {
  const items = [listedItemOf("2025-09-02", change)];
  openDashboard("", { answers: { "GET /api/content": () => Response.json(items) } });
  expect(await screen.findByRole("radio", { name: card })).toBeTruthy();
  expect(screen.queryByText("Started 40%") !== null).toBe(!("completed" in change));
  expect(screen.getByRole("link", { name: action })).toBeTruthy();
  expect(screen.queryByText("New")).toBeNull();
});

test("a member whose access has ended sees the page's own message", async () => {
  openDashboard("", { answers: { "GET /api/content": () => refusal(403, "no_access", "Over.") } });
  expect(await screen.findByText("Over")).toBeTruthy();
});

test("an HTML error from a proxy isn't shown; the month says it failed to load and can be retried", async () => {
  let answer = () => new Response("<html>413</html>", { status: 413, statusText: "" });
  const { isShown } = openDashboard("", { answers: { "GET /api/content": () => answer() } });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Failed to fetch content");
  expect(alert.textContent).not.toContain("<html>");
  answer = () => Response.json(SEPTEMBER);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await isShown("Title of 2025-09-02");
});

test("the middle of the dial shows how many open sessions are done, beside the streak", async () => {
  MONTH_ITEMS["2025-7"] = [
    listedItemOf("2025-07-01", { completed: true, progressPercent: 100 }),
    listedItemOf("2025-07-02"),
    listedItemOf("2025-07-03", { comingSoon: true }),
  ];
  const { isShown } = openDashboard("?rolodex=0&year=2025&month=7", { user: { ...MEMBER, today: "2025-07-02" } });
  await isShown("Title of 2025-07-01");
  const dial = screen.getByRole("region", { name: "Content Navigation" });
  expect(dial.textContent).toContain("12");
  expect(dial.textContent).toContain("1 of 2 done");
});

test("a month without an open session counts none in the middle of the dial", async () => {
  MONTH_ITEMS["2025-7"] = [listedItemOf("2025-07-01", { comingSoon: true })];
  const { isShown } = openDashboard("?rolodex=0&year=2025&month=7", { user: { ...MEMBER, today: "2025-06-30" } });
  await isShown("Title of 2025-07-01");
  // No row at all, since its line would have nothing below it.
  expect(screen.getByRole("region", { name: "Content Navigation" }).querySelector("p")).toBeNull();
});

test("the month counts from the day the account was created, and an earlier month counts whole", async () => {
  MONTH_ITEMS["2025-6"] = [
    listedItemOf("2025-06-09"),
    listedItemOf("2025-06-10", { completed: true, progressPercent: 100 }),
    listedItemOf("2025-06-11"),
  ];
  const dialOf = async (memberSince: string) => {
    const { isShown } = openDashboard("?rolodex=0&year=2025&month=6", { user: { ...MEMBER, memberSince } });
    await isShown("Title of 2025-06-09");
    const words = screen.getByRole("region", { name: "Content Navigation" }).textContent;
    cleanup();
    return words;
  };
  expect(await dialOf("2025-06-10")).toContain("1 of 2 done");
  expect(await dialOf("2025-09-01")).toContain("1 of 3 done");
});

test("tomorrow's session counts once it's done, and so does one from before the account: as many as the dial has ticks", async () => {
  const done = { completed: true, progressPercent: 100 };
  const dialOf = async (early: boolean, older: boolean) => {
    const items = [
      listedItemOf("2025-08-31"),
      listedItemOf("2025-09-01", older ? done : {}),
      listedItemOf("2025-09-02", done),
      listedItemOf("2025-09-03", early ? done : {}),
    ];
    const user = { ...MEMBER, memberSince: "2025-09-02", subscriptionType: "annual", hasEarlyAccess: true } as const;
    const { isShown } = openDashboard("", { user, answers: { "GET /api/content": () => Response.json(items) } });
    await isShown("Title of 2025-09-02");
    const words = screen.getByRole("region", { name: "Content Navigation" }).textContent;
    const ticks = document.querySelectorAll("[data-mark=done]").length;
    cleanup();
    return [words?.match(/\d of \d done/)?.[0], ticks];
  };
  expect(await dialOf(false, false)).toEqual(["1 of 1 done", 1]);
  expect(await dialOf(false, true)).toEqual(["2 of 2 done", 2]);
  expect(await dialOf(true, true)).toEqual(["3 of 3 done", 3]);
});

test("once today's session is done, its button is quiet, and tomorrow's title and hour are above it", async () => {
  const tomorrow = listedItemOf("2025-09-03", { comingSoon: true });
  const today = listedItemOf("2025-09-02", { completed: true, progressPercent: 100 });
  const { isShown } = openDashboard("", { answers: { "GET /api/content": () => Response.json([today, tomorrow]) } });
  await isShown("Title of 2025-09-02");
  const again = screen.getByRole("link", { name: "Play again" });
  expect(again.className).not.toContain("bolt-fill");
  const above = (words: string) => again.compareDocumentPosition(screen.getByText(words));
  expect(above("Tomorrow: Title of 2025-09-03")).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(screen.getByText("Next wake-up").closest("article")).not.toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Next content" }));
  await isShown("Title of 2025-09-03");
  expect(screen.getByText("Next wake-up tomorrow").closest("article")).toBeNull();
});

test("the Today button appears anywhere else on the dial, and leads back to today's month and item", async () => {
  const { isShown, address, announcement } = openDashboard("?rolodex=0&year=2025&month=8");
  await isShown("Title of 2025-08-12");
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  await isShown("Title of 2025-09-02");
  expect(address()).toEqual({});
  expect(screen.queryByRole("button", { name: "Today" })).toBeNull();
  expect(announcement()).toBe("Tuesday, September 2, today: Title of 2025-09-02");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^September 2025/ }));
  await userEvent.click(screen.getByRole("button", { name: "Previous content" }));
  await userEvent.click(await screen.findByRole("button", { name: "Today" }));
  await isShown("Title of 2025-09-02");
});

test("a dial turn is announced once, by the focused card or else by a live region", async () => {
  const { isShown, announcement } = openDashboard("");
  await isShown("Title of 2025-09-02");
  expect(announcement()).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Next content" }));
  expect(announcement()).toBe("Wednesday, September 3, early access: Title of 2025-09-03");
  screen.getByRole("radio", { checked: true }).focus();
  await userEvent.keyboard("{ArrowRight}");
  await isShown("Title of 2025-09-04");
  expect(announcement()).toBe("");
});

test("an empty month says so, and leads back to today", async () => {
  const { isShown, address, announcement } = openDashboard("");
  await isShown("Title of 2025-09-02");
  await userEvent.click(screen.getByRole("button", { name: "Next month" }));
  await isShown("Try another month");
  expect(announcement()).toBe("October 2025: No content available");
  await userEvent.click(screen.getByRole("button", { name: "Today" }));
  await isShown("Title of 2025-09-02");
  expect(address()).toEqual({});
});

test("the month button shows its month, and its accessible name says that it opens the list of months", async () => {
  openDashboard("?rolodex=0&year=2025&month=8");
  expect((await screen.findByRole("button", { name: "August 2025, all months" })).textContent).toBe("August 2025");
});

async function openMonths() {
  await userEvent.click(await screen.findByRole("button", { name: /all months$/ }));
  return within(await screen.findByRole("dialog", { name: "All months" }));
}

test("the month button lists months with progress, newest first, and choosing one turns the dial to it", async () => {
  const { isShown, address } = openDashboard("");
  const sheet = await openMonths();
  const rows = (await sheet.findAllByRole("button", { name: /done$/ })).map((row) => [
    row.textContent,
    row.getAttribute("aria-current"),
  ]);
  expect(rows).toEqual([
    ["January 2026, 0 of 2 done", null],
    ["September 2025, 1 of 3 done", "true"],
    ["August 2025, 19 of 19 done", null],
  ]);
  await userEvent.click(sheet.getByRole("button", { name: /^August 2025/ }));
  await isShown("Title of 2025-08-12");
  expect(address()).toEqual({ rolodex: "0", year: "2025", month: "8" });
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the list of months links to the library's search", async () => {
  openDashboard("");
  const sheet = await openMonths();
  expect(sheet.getByRole("link", { name: "Search all sessions" }).getAttribute("href")).toBe("/library");
});
