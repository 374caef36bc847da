import { screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROFILE, QUESTION } from "#test/answers/profile.ts";
import { sessionUser } from "#test/answers/session.ts";
import { standIn } from "#test/web/device-zone.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { showAll } from "#test/web/viewport.ts";
import { NextWakeUp, TrialLine, TrialMark } from "./membership-line.tsx";

let profile: object;

beforeEach(() => {
  standIn(PROFILE.timezone);
  stubApi({ "GET /api/user/profile": () => Response.json({ ...PROFILE, ...profile }) });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test.for([
  [{ nextWakeUpLocal: "2026-07-05T06:00" }, "Next wake-up tomorrow at 6:00 AM"],
  [{ pausedUntil: "2026-07-10", nextWakeUpLocal: "2026-07-10T06:00" }, "Paused until Friday, July 10, 2026"],
  [{ pausedUntil: "2026-07-11", nextWakeUpLocal: "2026-07-13T06:00" }, "Paused until Monday, July 13, 2026"],
  [{ pausedUntil: "2026-07-10", nextWakeUpLocal: null }, "Paused until Friday, July 10, 2026"],
  [{ pausedUntil: "2026-07-10", emailEnabled: false, nextWakeUpLocal: null }, "Your wake-up emails are off"],
  [{ nextWakeUpLocal: null }, "No wake-up scheduled"],
  [{ emailEnabled: false, hasDevices: true, nextWakeUpLocal: null }, "No wake-up scheduled"],
  [
    { emailEnabled: false, hasDevices: true, pausedUntil: "2026-07-10", nextWakeUpLocal: "2026-07-10T06:00" },
    "Paused until Friday, July 10, 2026",
  ],
] as const)("a profile with %j shows %s, linked to where that's set", async ([change, words]) => {
  profile = { pausedUntil: null, emailEnabled: true, ...change };
  renderAt("/dashboard", <NextWakeUp user={sessionUser({ today: "2026-07-04" })} />);
  const link = await screen.findByRole("link", { name: words });
  expect(link.getAttribute("href")).toBe("/profile");
});

test("on a device in another zone, the dashboard names the member's zone and asks the travel question", async () => {
  showAll();
  vi.restoreAllMocks();
  standIn("America/Los_Angeles");
  profile = { nextWakeUpLocal: "2026-07-05T06:00", wakeUpOptions: QUESTION.wakeUpOptions };
  renderAt("/dashboard", <NextWakeUp user={sessionUser({ today: "2026-07-04" })} />);
  await screen.findByRole("link", { name: "Next wake-up tomorrow at 6:00 AM Central" });
  await screen.findByRole("heading", { name: /where you are$/ });
});

const ON_TRIAL = sessionUser({ today: "2026-07-04", subscriptionStatus: "trial" });
const trialUntil = (date: string) => ({
  subscriptionType: "trial",
  subscriptionStatus: "trial",
  subscriptionEndDay: date,
});

test.for([
  ["2026-07-12", "Free trial: 8 days left", "Trial: 8 days left"],
  ["2026-07-10", "Free trial: 6 days left", "Trial: 6 days left"],
  ["2026-07-05", "Your free trial ends tomorrow", "Trial: 1 day left"],
  ["2026-07-04", "Your free trial ends today", "Trial: last day"],
] as const)("a trial until %s shows %s, plus on phones a mark in the header", async ([date, words, mark]) => {
  profile = trialUntil(date);
  renderAt(
    "/dashboard",
    <>
      <TrialMark user={ON_TRIAL} />
      <TrialLine user={ON_TRIAL} />
    </>,
  );
  await screen.findByText(words);
  expect(screen.getByRole("link", { name: "Choose a plan" }).getAttribute("href")).toBe("/subscribe");
  expect(screen.getByRole("link", { name: mark }).getAttribute("href")).toBe("/subscribe");
});

test("an active plan shows no trial line or mark", async () => {
  profile = { ...trialUntil("2026-07-05"), subscriptionStatus: "active", subscriptionType: "annual" };
  const user = sessionUser({ today: "2026-07-04" });
  const { queryClient } = renderAt(
    "/dashboard",
    <>
      <NextWakeUp user={user} />
      <TrialMark user={user} />
      <TrialLine user={user} />
    </>,
  );
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  expect(screen.queryByText(/trial|days? left/i)).toBeNull();
});
