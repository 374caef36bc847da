import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SessionUser } from "#domain/contract/auth.ts";
import type { ContentItem } from "#domain/contract/content.ts";
import { createQueryClient } from "../../lib/query-client.ts";
import { ContentBrowser } from "./content-browser.tsx";

const MEMBER: SessionUser = {
  id: "ann",
  email: "ann@daybolt.test",
  firstName: "Ann",
  lastName: null,
  subscriptionType: "monthly",
  subscriptionStatus: "active",
  hasAccess: true,
  hasEarlyAccess: false,
  timezone: "America/Chicago",
  today: "2025-09-02",
  defaultMonth: "2025-09",
};

function itemOf(date: string, change: Partial<ContentItem> = {}): ContentItem {
  return {
    id: `item-${date}`,
    date,
    title: `Title of ${date}`,
    description: "",
    status: "published",
    audioFilename: null,
    videoFilename: null,
    vimeoEmbedCode: null,
    youtubeUrl: null,
    video: null,
    duration: null,
    emailSent: false,
    comingSoon: false,
    ...change,
  };
}

const SEPTEMBER = [
  itemOf("2025-09-01", { status: "scheduled" }),
  itemOf("2025-09-02"),
  itemOf("2025-09-03", { status: "scheduled" }),
  itemOf("2025-09-04", { comingSoon: true }),
];
let answer: (month: string) => Response;

beforeEach(() => {
  answer = (month) => Response.json(month === "2025-9" ? SEPTEMBER : []);
  vi.stubGlobal("fetch", async (input: string) => {
    const { searchParams } = new URL(input, "https://app.test");
    return answer(`${searchParams.get("year")}-${searchParams.get("month")}`);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Address() {
  return <output>{useLocation().search}</output>;
}

function openDashboard(query: string, user = MEMBER) {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/dashboard${query}`]}>
        <ContentBrowser user={user} accessEnded={<p>Over</p>} experience={() => ({})} />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const address = () => Object.fromEntries(new URLSearchParams(screen.getByRole("status").textContent ?? ""));
  const isShown = (text: string) => screen.findByRole("heading", { name: text });
  return { address, isShown };
}

test.each([
  ["?year=2025", "1"],
  ["?month=9", "1"],
  ["?rolodex=0", "0"],
  ["?rolodex=99&year=2025&month=9", "3"],
  ["?rolodex=0&year=2025&month=13", "0"],
  ["?rolodex=x&year=99&month=9", "1"],
])("the address %s is completed or put right", async (query, rolodex) => {
  const { address, isShown } = openDashboard(query);
  await isShown(SEPTEMBER[Number(rolodex)]?.title ?? "");
  await vi.waitFor(() => expect(address()).toEqual({ rolodex, year: "2025", month: "9" }));
});

test("an address that names no place opens on today and stays as it is", async () => {
  const { address, isShown } = openDashboard("?resetPassword=true");
  await isShown("Title of 2025-09-02");
  expect(address()).toEqual({ resetPassword: "true" });
});

test("turning the dial and changing the month move the address; a new month begins at its first item", async () => {
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
  ["monthly", 0, ["Published"]],
  ["monthly", 1, ["Today", "Published"]],
  ["annual", 2, ["Early access"]],
  ["monthly", 3, ["Coming Soon", "Published"]],
] as const)("a %s member reads of item %i: %j", async (subscriptionType, index, words) => {
  const { isShown } = openDashboard(`?rolodex=${index}&year=2025&month=9`, {
    ...MEMBER,
    subscriptionType,
    hasEarlyAccess: subscriptionType === "annual",
  });
  const heading = await isShown(SEPTEMBER[index]?.title ?? "");
  const badges = heading.closest("article")?.querySelectorAll(".rounded-full.whitespace-nowrap") ?? [];
  expect([...badges].map((badge) => badge.textContent)).toEqual(words);
});

test("an ended membership shows what the page says of it", async () => {
  answer = () => Response.json({ error: "Over.", code: "no_access" }, { status: 403 });
  openDashboard("");
  expect(await screen.findByText("Over")).toBeTruthy();
});

test("a proxy's HTML is not shown: the month failed to load, and can be asked for again", async () => {
  answer = () => new Response("<html>413</html>", { status: 413, statusText: "" });
  const { isShown } = openDashboard("");
  const alert = await screen.findByRole("alert", {}, { timeout: 30_000 });
  expect(alert.textContent).toContain("Failed to fetch content");
  expect(alert.textContent).not.toContain("<html>");
  answer = () => Response.json(SEPTEMBER);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await isShown("Title of 2025-09-02");
});
