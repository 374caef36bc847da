import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { SessionUser } from "#domain/contract/auth.ts";
import { PROFILE } from "#test/support/profile-fixture.ts";
import { renderAt } from "#test/web/render.tsx";
import { stubApi } from "#test/web/stub-api.ts";
import { NextWakeUp } from "./membership-line.tsx";

let profile: object;

beforeEach(() => {
  stubApi({ "GET /api/user/profile": () => Response.json({ ...PROFILE, ...profile }) });
});

test.for([
  [{ nextWakeUpAt: "2026-07-05T11:00:00.000Z" }, "Next wake-up tomorrow at 6:00 AM"],
  [{ pausedUntil: "2026-07-10", nextWakeUpAt: "2026-07-10T11:00:00.000Z" }, "Paused until Friday, July 10, 2026"],
  [{ pausedUntil: "2026-07-10", nextWakeUpAt: null }, "Paused until Friday, July 10, 2026"],
  [{ pausedUntil: "2026-07-10", emailEnabled: false, nextWakeUpAt: null }, "Your wake-up mails are off"],
  [{ nextWakeUpAt: null }, "No wake-up mail is planned"],
] as const)("of %j it says %s, with the way to where that is set", async ([change, words]) => {
  profile = { timezone: "America/Chicago", pausedUntil: null, emailEnabled: true, ...change };
  renderAt("/dashboard", <NextWakeUp user={{ today: "2026-07-04" } as SessionUser} />);
  const link = await screen.findByRole("link", { name: words });
  expect(link.getAttribute("href")).toBe("/profile");
});
