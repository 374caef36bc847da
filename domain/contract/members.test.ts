import { expect, test } from "vitest";
import { updateProfileRequest } from "./members.ts";

test("a profile change holds any of its three fields", () => {
  for (const change of [{ emailTime: "05:00" }, { timezone: "America/Denver" }, { emailEnabled: false }]) {
    expect(updateProfileRequest.parse(change)).toEqual(change);
  }
});

test("an address cannot be changed here", () => {
  const change = { email: "other@daybolt.test", subscriptionStatus: "active", emailEnabled: true };
  expect(updateProfileRequest.parse(change)).toEqual({ emailEnabled: true });
  expect(updateProfileRequest.safeParse({ email: "other@daybolt.test" }).error?.issues[0]?.message).toBe(
    "Nothing to change",
  );
});

test("a wake-up time is a whole hour", () => {
  for (const emailTime of ["6", "06:30", "25:00", "morning", ""]) {
    expect(updateProfileRequest.safeParse({ emailTime }).error?.issues[0]?.message).toBe(
      "Please choose an hour such as 06:00",
    );
  }
});

test("switches are true or false, not words for it", () => {
  expect(updateProfileRequest.safeParse({ emailEnabled: "yes" }).success).toBe(false);
  expect(updateProfileRequest.safeParse({ emailEnabled: null }).success).toBe(false);
});
