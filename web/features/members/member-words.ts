import { BRAND } from "#domain/brand.ts";
import type { ProfileResponse } from "#domain/contract/members.ts";
import type { SubscriptionStatus } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE, zoneLabel } from "#domain/rules/time-zones.ts";
import type { BadgeTone } from "../../ui/badge.tsx";

/** Badge colours of the spec's section 4. */
export const STATUS_TONES: Record<SubscriptionStatus, BadgeTone> = {
  active: "green",
  trial: "blue",
  cancelled: "orange",
  expired: "red",
};

export function displayName({ firstName, lastName }: Pick<ProfileResponse, "firstName" | "lastName">): string {
  return [firstName, lastName].filter(Boolean).join(" ") || `${BRAND.name} Member`;
}

function format(instant: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat("en-US", options).format(new Date(instant));
}

/** "November 20, 2026", in Central time like every date of an account. */
export function accountDate(instant: string): string {
  return format(instant, { timeZone: DEFAULT_ZONE, dateStyle: "long" });
}

/** "Fri, Nov 21, 6:00 AM Central" */
export function wakeUpMoment(instant: string, zone: string): string {
  const moment = format(instant, {
    timeZone: zone,
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
  return `${moment} ${zoneLabel(zone)}`;
}

/** "06:00" → "6:00 AM" */
export function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 || 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}
