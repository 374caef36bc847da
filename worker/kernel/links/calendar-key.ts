import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

/** Contains no issue time or randomness, so a resent email is identical byte for byte. */
const calendarKey = (config: Config, eventId: string): string => sign(config, "live-event", eventId);

export function isCalendarKey(config: Config, eventId: string, key: string): boolean {
  return isSigned(config, "live-event", eventId, key);
}

/** Full URL of an event's calendar file. Anyone with the URL can open it without a session. */
export function calendarUrl(config: Config, eventId: string): string {
  const key = new URLSearchParams({ key: calendarKey(config, eventId) });
  return `${config.appUrl}/api/live-events/${eventId}/calendar?${key}`;
}
