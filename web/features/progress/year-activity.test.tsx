import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { ENGAGEMENT } from "#test/answers/progress.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { YearActivity } from "./year-activity.tsx";

const CALL = "GET /api/user/activity";
const TODAY = "2026-11-18";

test("the year is a map of 53 weeks ending today, with a table for screen readers", async () => {
  const days = [
    { date: "2026-10-31", count: 1 },
    { date: "2026-11-17", count: 2 },
    { date: TODAY, count: 1 },
  ];
  stubApi({
    [CALL]: () => Response.json({ today: TODAY, days }),
    "GET /api/user/engagement": () => Response.json(ENGAGEMENT),
  });
  renderAt("/", <YearActivity />);
  const words = "3 days with a session in the last year. Longest streak: 21 days. 340 minutes in total.";
  expect(await screen.findByText(words)).toBeTruthy();
  const cells = [...document.querySelectorAll<SVGElement>("rect")];
  expect(cells.at(-1)?.dataset.date).toBe(TODAY);
  // A Wednesday: 52 whole weeks from Sunday, and four days.
  expect(cells).toHaveLength(52 * 7 + 4);
  const look = (date: string) =>
    cells
      .find((cell) => cell.dataset.date === date)
      ?.getAttribute("class")
      ?.split(" ")[0];
  expect([look("2026-11-16"), look("2026-10-31"), look("2026-11-17")]).toEqual([
    "fill-raised",
    "fill-ember",
    "fill-flare",
  ]);
  const row = (name: string) => within(screen.getByRole("row", { name: new RegExp(`^${name}`) })).getByRole("cell");
  expect(row("November 2026").textContent).toBe("2");
  expect(row("October 2026").textContent).toBe("1");
  expect(row("March 2026").textContent).toBe("0");
});

test.for([
  ["2026-11-11", ["Nov", "Dec", "Jan"]],
  ["2026-11-18", ["Dec", "Jan", "Feb"]],
  // Its first column, from Sunday, November 30, has the first of December.
  ["2026-12-01", ["Dec", "Jan", "Feb"]],
] as const)("on %s, the map's first months are %s, so that none runs into the next", async ([today, months]) => {
  stubApi({
    [CALL]: () => Response.json({ today, days: [] }),
    "GET /api/user/engagement": () => Response.json(ENGAGEMENT),
  });
  renderAt("/", <YearActivity />);
  await screen.findByText("Finish a session and that day lights up.");
  expect([...document.querySelectorAll("text")].slice(0, 3).map((label) => label.textContent)).toEqual(months);
});

test("a year without completed sessions says that finishing one lights up its day", async () => {
  stubApi({ [CALL]: () => Response.json({ today: TODAY, days: [] }) });
  renderAt("/", <YearActivity />);
  expect(await screen.findByText("Finish a session and that day lights up.")).toBeTruthy();
});

test("a year that didn't load can be retried", async () => {
  let answer = () => refusal(500, "internal", "Sorry.");
  stubApi({ [CALL]: () => answer() });
  renderAt("/", <YearActivity />);
  const again = within(await screen.findByRole("alert")).getByRole("button", { name: "Try again" });
  answer = () => Response.json({ today: TODAY, days: [{ date: TODAY, count: 1 }] });
  await userEvent.click(again);
  expect(await screen.findByText("1 day with a session in the last year.")).toBeTruthy();
});
