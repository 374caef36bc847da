import { within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderAt } from "#test/web/render.tsx";
import { lostConnection, refusal, stubApi } from "#test/web/stub-api.ts";
import { Toaster } from "../../ui/toaster.tsx";
import { SessionsCard } from "./sessions-card.tsx";

const READ = "GET /api/user/sessions";
const FEEDS = "GET /api/user/feeds";
const CLOCK = { timezone: "America/Chicago", today: "2026-03-12" };

const session = (id: string, userAgent: string | null, lastUsedAt: string, isCurrent = false) => ({
  id,
  userAgent,
  createdAt: "2026-03-01T12:00:00.000Z",
  lastUsedAt,
  isCurrent,
});
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const IPHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";
const LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const SESSIONS = [
  session("here", `${WINDOWS} Safari/537.36`, "2026-03-01T12:00:00.000Z", true),
  // 11 PM on the 12th in Chicago, but the next day in London.
  session("phone", IPHONE, "2026-03-13T04:00:00.000Z"),
  session("old", null, "2026-03-11T18:00:00.000Z"),
  session("older", LINUX, "2026-03-02T18:00:00.000Z"),
];

function open(answers: Parameters<typeof stubApi>[0] = {}, clock = CLOCK, hasPassword = true) {
  const calls = stubApi({
    [READ]: () => Response.json({ sessions: SESSIONS }),
    [FEEDS]: () => Response.json({ feeds: [] }),
    ...answers,
  });
  const screen = renderAt(
    "/profile",
    <>
      <SessionsCard {...clock} hasPassword={hasPassword} />
      <Toaster />
    </>,
  );
  // A toast is a list item, too.
  const devices = async () =>
    within(await screen.findByRole("list", { name: "Your devices" })).getAllByRole("listitem");
  return { ...screen, calls, devices };
}

test("each device shows its last use in the member's time zone, and only other devices can be logged out", async () => {
  const screen = open();
  const rows = (await screen.devices()).map((row) => row.textContent);
  expect(rows).toEqual([
    "Chrome on WindowsThis device",
    "Safari on iPhoneLast used today, 11:00 PMLog out",
    "Unknown deviceLast used yesterdayLog out",
    expect.stringMatching(/^Firefox on LinuxLast used Mar(?:ch)? 2Log out$/),
  ]);
});

test.for([
  [true, "Don't recognize a device? Log it out and change your password."],
  [false, "Don't recognize a device? Log it out."],
] as const)("only a member with a password (%s) is asked to change it", async ([hasPassword, hint]) => {
  const screen = open({}, CLOCK, hasPassword);
  expect(await screen.findByText(hint)).toBeTruthy();
});

test("a logged-out device leaves the list, and the others stay", async () => {
  const screen = open({ "DELETE /api/user/sessions/phone": () => Response.json({ ok: true }) });
  await userEvent.click(await screen.findByRole("button", { name: /^Log out Safari on iPhone/ }));
  await screen.findByText("Safari on iPhone is logged out");
  expect(screen.queryByText("Safari on iPhone")).toBeNull();
  expect(await screen.devices()).toHaveLength(3);
});

test("logging out everywhere else leaves this device logged in, and then its row is all there is", async () => {
  const screen = open({ "DELETE /api/user/sessions": () => Response.json({ ok: true }) });
  await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere else" }));
  await screen.findByText("Every other device is logged out");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect((await screen.devices()).map((row) => row.textContent)).toEqual(["Chrome on WindowsThis device"]);
  expect(screen.queryByRole("button", { name: /^Log out/ })).toBeNull();
  expect(screen.queryByText(/Don't recognize a device/)).toBeNull();
});

test("podcast apps are listed first, and only those that are ticked are kept", async () => {
  const feeds = ["car", "desk"].map((id) => ({ id, name: `My ${id}` }));
  const screen = open({
    [FEEDS]: () => Response.json({ feeds }),
    "DELETE /api/user/sessions": () => Response.json({ ok: true }),
  });
  const ended = () => screen.calls.filter(({ method }) => method === "DELETE").map(({ query }) => query);
  await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere else" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Log out everywhere else?" }));
  const ticks = dialog.getAllByRole<HTMLInputElement>("checkbox", { name: /^Keep My (?:car|desk)$/ });
  expect(ticks.map(({ checked }) => checked)).toEqual([false, false]);
  expect(ended()).toEqual([]);
  await userEvent.click(dialog.getByRole("checkbox", { name: "Keep My desk" }));
  await userEvent.click(dialog.getByRole("button", { name: "Log out everywhere else" }));
  await screen.findByText("Every other device is logged out");
  expect(ended()).toEqual([{ keepFeeds: "desk" }]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("if the podcast apps can't be read, no one is logged out", async () => {
  const screen = open({ [FEEDS]: lostConnection });
  await userEvent.click(await screen.findByRole("button", { name: "Log out everywhere else" }));
  await screen.findByText("Still logged in");
  expect(screen.calls.filter(({ method }) => method === "DELETE")).toEqual([]);
  expect(await screen.devices()).toHaveLength(4);
});

test("a failed logout keeps the device in the list and says so", async () => {
  const screen = open({ "DELETE /api/user/sessions/old": () => refusal(503, "unavailable", "Busy.") });
  await userEvent.click(await screen.findByRole("button", { name: /^Log out Unknown device/ }));
  await screen.findByText("Still logged in");
  expect(await screen.devices()).toHaveLength(4);
});

test("a device list that doesn't load can be retried", async () => {
  let isDown = true;
  const screen = open({ [READ]: () => (isDown ? lostConnection() : Response.json({ sessions: SESSIONS })) });
  await screen.findByText("Your devices didn't load");
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.devices()).toHaveLength(4);
});

test("if this browser doesn't know the member's time zone, last uses are shown in the device's own", async () => {
  const screen = open({}, { ...CLOCK, timezone: "Mars/Olympus" });
  const rows = (await screen.devices()).map((row) => row.textContent);
  // At an hour of this machine's zone.
  expect(rows[1]).toMatch(/^Safari on iPhoneLast used today, \d{1,2}:\d\d [AP]MLog out$/);
  expect(rows[3]).toMatch(/^Firefox on LinuxLast used Mar [23]Log out$/);
});
