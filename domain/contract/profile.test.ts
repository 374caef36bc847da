import { expect, test } from "vitest";
import { updateProfileRequest } from "./profile.ts";

test("a profile change may set any of its fields", () => {
  for (const change of [
    { emailTime: "05:00" },
    { timezone: "America/Denver" },
    { emailEnabled: false },
    { playbackSpeed: 1.75 },
  ]) {
    expect(updateProfileRequest.parse(change)).toEqual(change);
  }
});

test("a profile change can't set the email address", () => {
  const change = { email: "other@daybolt.test", subscriptionStatus: "active", emailEnabled: true };
  expect(updateProfileRequest.parse(change)).toEqual({ emailEnabled: true });
  expect(updateProfileRequest.safeParse({ email: "other@daybolt.test" }).error?.issues[0]?.message).toBe(
    "Nothing to change",
  );
});

test("a wake-up time is a whole hour", () => {
  for (const emailTime of ["6", "06:30", "25:00", "morning", ""]) {
    expect(updateProfileRequest.safeParse({ emailTime }).error?.issues[0]?.message).toBe(
      "Choose an hour such as 06:00",
    );
  }
});

test("on/off settings must be booleans, not words or null", () => {
  expect(updateProfileRequest.safeParse({ emailEnabled: "yes" }).success).toBe(false);
  expect(updateProfileRequest.safeParse({ emailEnabled: null }).success).toBe(false);
});

test("a playback speed must be one of those available", () => {
  for (const playbackSpeed of [0.25, 1.1, 2.25, "1", null]) {
    expect(updateProfileRequest.safeParse({ playbackSpeed }).error?.issues[0]?.message).toBe(
      "Choose one of the available speeds",
    );
  }
});
