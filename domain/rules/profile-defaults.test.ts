import { expect, test } from "vitest";
import { withProfileDefaults } from "./profile-defaults.ts";

type Profile = Parameters<typeof withProfileDefaults>[0];

const DEFAULTS: Profile = {
  subscriptionType: "trial",
  subscriptionStatus: "active",
  emailTime: "06:00",
  timezone: "America/Chicago",
  emailEnabled: true,
};

test("missing profile fields get their defaults, and present ones stay", () => {
  const given: Profile = {
    subscriptionType: "annual",
    subscriptionStatus: "cancelled",
    emailTime: "05:00",
    timezone: "America/Denver",
    emailEnabled: false,
  };
  expect(withProfileDefaults(given)).toEqual(given);
  for (const key of Object.keys(DEFAULTS) as (keyof Profile)[]) {
    const { [key]: _, ...rest } = given;
    expect(withProfileDefaults(rest as Profile), key).toEqual({ ...given, [key]: DEFAULTS[key] });
    expect(withProfileDefaults({ ...given, [key]: null }), key).toEqual({ ...given, [key]: DEFAULTS[key] });
  }
});

test("fields without a default are left alone, even if missing", () => {
  const profile = { ...DEFAULTS, firstName: "Ana", lastName: null };
  expect(withProfileDefaults(profile)).toEqual(profile);
});
