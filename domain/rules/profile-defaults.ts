import type { ProfileResponse } from "../contract/profile.ts";
import { DEFAULT_ZONE } from "./time-zones.ts";
import { FIRST_HOUR, formatHour } from "./wake-up-hours.ts";

type Name = "subscriptionType" | "subscriptionStatus" | "emailTime" | "timezone" | "emailEnabled";
type Defaults = Pick<ProfileResponse, Name>;

const PROFILE_DEFAULTS: Defaults = {
  subscriptionType: "trial",
  subscriptionStatus: "active",
  emailTime: formatHour(FIRST_HOUR),
  timezone: DEFAULT_ZONE,
  emailEnabled: true,
};

/** Fills in everything a screen relies on (spec section 3). */
export function withProfileDefaults<Profile extends Defaults>(profile: Profile): Profile {
  const filled = { ...profile };
  for (const key of Object.keys(PROFILE_DEFAULTS) as Name[]) {
    if (filled[key] === undefined || filled[key] === null) Object.assign(filled, { [key]: PROFILE_DEFAULTS[key] });
  }
  return filled;
}
