import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { EngagementStats } from "./engagement-stats.tsx";
import { HubStreak } from "./hub-streak.tsx";

const figures = () =>
  Object.fromEntries(
    screen.getAllByRole("term").map((term) => [term.textContent, term.parentElement?.querySelector("dd")?.textContent]),
  );

test("figures are dashes while unknown or failed, never a false 0", async () => {
  let answer = () => refusal(500, "internal", "Sorry.");
  stubApi({ "GET /api/user/engagement": () => answer() });
  renderAt("/", <EngagementStats />);
  const unknown = {
    "Videos Watched": "–not available yetall time",
    "Current Streak": "–not available yetdays",
    "This Month": "–not available yetsessions",
  };
  expect(figures()).toEqual(unknown);
  const alert = within(await screen.findByRole("alert"));
  expect(figures()).toEqual(unknown);
  answer = () => Response.json(ENGAGEMENT);
  await userEvent.click(alert.getByRole("button", { name: "Try again" }));
  await screen.findByText("31");
  expect(figures()).toEqual({ "Videos Watched": "31all time", "Current Streak": "12days", "This Month": "1session" });
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a figure missing from the response is 0", async () => {
  stubApi({ "GET /api/user/engagement": () => Response.json({ ...ENGAGEMENT, videosWatched: undefined }) });
  renderAt("/", <EngagementStats />);
  await screen.findByText("12");
  expect(figures()["Videos Watched"]).toBe("0all time");
});

test.each([
  [0, "Start a streak today"],
  [1, "1day streak"],
  [2, "2days in a row"],
])("a streak of %s is in the middle of the dial", async (currentStreak, words) => {
  stubApi({
    "GET /api/user/engagement": () => Response.json({ ...ENGAGEMENT, currentStreak }),
  });
  renderAt("/", <HubStreak>3 of 16 done</HubStreak>);
  const unit = await screen.findByText(words.replace(/^\d/, ""));
  await waitFor(() => expect(unit.parentElement?.textContent).toBe(words));
  expect(screen.getByText("3 of 16 done")).toBeTruthy();
});

test("before the first session, the middle of the dial says where to start instead of showing a zero", async () => {
  stubApi({ "GET /api/user/engagement": () => Response.json({ ...ENGAGEMENT, currentStreak: 0, itemsCompleted: 0 }) });
  const { container } = renderAt("/", <HubStreak>0 of 16 done</HubStreak>);
  await screen.findByText("starts here");
  expect(container.textContent).toBe("Day 1 starts here");
});
