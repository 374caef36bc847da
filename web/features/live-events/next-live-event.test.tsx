import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { formatTimeInZone } from "#domain/formats.ts";
import { INVITATION, NEXT_LIVE_EVENT } from "#test/answers/live-events.ts";
import { standIn } from "#test/web/device-zone.ts";
import { renderAt } from "#test/web/render.tsx";
import { refusal, stubApi } from "#test/web/stub-api.ts";
import { NextLiveEvent } from "./next-live-event.tsx";

const CALL = "GET /api/user/live-event";
const { startsAt } = NEXT_LIVE_EVENT;
const href = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

afterEach(() => vi.restoreAllMocks());

test("an annual member sees the event in this device's time, with join and calendar links", async () => {
  stubApi({ [CALL]: () => Response.json({ event: { ...NEXT_LIVE_EVENT, invitation: INVITATION } }) });
  renderAt("/", <NextLiveEvent />);
  expect(await screen.findByRole("heading", { name: "Strike hour" })).toBeTruthy();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect(screen.getByText(formatTimeInZone(startsAt, zone)).textContent).toMatch(
    / at\u00a0\d+:\d\d\u00a0[AP]M\u00a0\S+$/,
  );
  expect(screen.getByText(/Bring water/)).toBeTruthy();
  expect(href("Join the live session")).toBe(INVITATION.url);
  expect(href("Add to calendar")).toBe(INVITATION.calendarUrl);
  expect(screen.queryByText("For annual members")).toBeNull();
});

test.each([
  [16 * 60_000, ["Add to calendar", "Join the live session"]],
  [15 * 60_000, ["Join the live session", "Add to calendar"]],
])("%i ms before the start, the more useful link comes first", async (before, links) => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse(startsAt) - before);
  stubApi({ [CALL]: () => Response.json({ event: { ...NEXT_LIVE_EVENT, invitation: INVITATION } }) });
  renderAt("/", <NextLiveEvent />);
  expect((await screen.findAllByRole("link")).map(({ textContent }) => textContent)).toEqual(links);
});

test("other members see the event locked, with a link to the annual plan", async () => {
  stubApi({ [CALL]: () => Response.json({ event: NEXT_LIVE_EVENT }) });
  renderAt("/", <NextLiveEvent />);
  expect(await screen.findByText("For annual members")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Strike hour" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Join the live session" })).toBeNull();
  expect(href("See the annual plan")).toBe("/subscribe?plan=annual");
});

test("without an event, the page says none is scheduled yet, and a failed load can be retried", async () => {
  let answer = () => refusal(400, "validation", "Sorry.");
  stubApi({ [CALL]: () => answer() });
  renderAt("/", <NextLiveEvent />);
  const again = await screen.findByRole("button", { name: "Try again" });
  answer = () => Response.json({ event: null });
  await userEvent.click(again);
  expect(await screen.findByText(/The next one isn't scheduled yet/)).toBeTruthy();
});

test("a device that can't name its zone still shows the event by its own clock", async () => {
  const text = formatTimeInZone(startsAt, null);
  standIn("Etc/Unknown");
  stubApi({ [CALL]: () => Response.json({ event: NEXT_LIVE_EVENT }) });
  renderAt("/", <NextLiveEvent />);
  expect(await screen.findByText(text)).toBeTruthy();
});
