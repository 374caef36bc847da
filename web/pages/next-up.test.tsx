import { screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { listedItemOf } from "#test/answers/content.ts";
import { PROFILE } from "#test/answers/profile.ts";
import { standIn } from "#test/web/device-zone.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { NextUp } from "./next-up.tsx";

afterEach(() => vi.restoreAllMocks());

test.for([
  [PROFILE.timezone, "Next wake-up at 6:00 AM"],
  ["America/Los_Angeles", "Next wake-up at 6:00 AM Central"],
] as const)("on a device in %s, tomorrow's session and wake-up are announced", async ([zone, words]) => {
  standIn(zone);
  stubApi({
    "GET /api/user/profile": () => Response.json({ ...PROFILE, nextWakeUpLocal: "2025-10-01T06:00" }),
    "GET /api/content": ({ query }) =>
      Response.json(
        query.month === "10" ? [listedItemOf("2025-10-01", { status: "scheduled", comingSoon: true })] : [],
      ),
  });
  renderAt("/content/2025-09-30", <NextUp date="2025-09-30" today="2025-09-30" />);
  await screen.findByText("Tomorrow: Title of 2025-10-01");
  expect(await screen.findByText(words)).toBeTruthy();
});

test("after tomorrow's session, heard early, only the next wake-up is announced", async () => {
  standIn(PROFILE.timezone);
  stubApi({
    "GET /api/user/profile": () => Response.json({ ...PROFILE, nextWakeUpLocal: "2025-10-01T06:00" }),
    "GET /api/content": () => Response.json([listedItemOf("2025-10-01")]),
  });
  renderAt("/content/2025-10-01", <NextUp date="2025-10-01" today="2025-09-30" />);
  await screen.findByText("Next wake-up tomorrow at 6:00 AM");
  expect(screen.queryByText(/^Tomorrow: /)).toBeNull();
});

test("a member without weekend emails sees that noted after the next wake-up time", async () => {
  standIn(PROFILE.timezone);
  const profile = { ...PROFILE, weekendTime: "none", nextWakeUpLocal: "2025-10-06T06:00" };
  stubApi({ "GET /api/user/profile": () => Response.json(profile), "GET /api/content": () => Response.json([]) });
  renderAt("/content/2025-10-03", <NextUp date="2025-10-03" today="2025-10-03" />);
  await screen.findByText("Next wake-up on Monday, October 6 at 6:00 AM. Nothing on weekends.");
});

test.for([
  ["2025-09-02", "Next session Title of 2025-09-05", "/content/2025-09-05?rolodex=2&year=2025&month=9"],
  ["2025-10-01", "Next session Title of 2025-10-02", "/content/2025-10-02?rolodex=1&year=2025&month=10"],
  ["2025-09-05", "Next session Title of 2025-10-01", "/content/2025-10-01?rolodex=0&year=2025&month=10"],
] as const)(
  "after the older session of %s, the next one that isn't done is offered, if need be of the next month or a done one",
  async ([date, name, href]) => {
    const months: Record<string, string[]> = {
      9: ["2025-09-02", "2025-09-04", "2025-09-05"],
      10: ["2025-10-01", "2025-10-02"],
    };
    stubApi({
      "GET /api/user/profile": () => Response.json(PROFILE),
      "GET /api/content": ({ query }) =>
        Response.json(
          months[query.month ?? ""]?.map((day) =>
            listedItemOf(day, { completed: ["2025-09-04", "2025-10-02"].includes(day) }),
          ),
        ),
    });
    renderAt(`/content/${date}`, <NextUp date={date} today="2025-10-03" />);
    expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe(href);
  },
);
