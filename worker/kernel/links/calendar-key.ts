import type { Config } from "../env.ts";
import { isSigned, sign } from "./signing-keys.ts";

/** Without issue time or randomness, so that a mail sent again is the same to the byte. */
function calendarKey(config: Config, eventId: string): string {
  return sign(config, "live-event", eventId);
}

export function isCalendarKey(config: Config, eventId: string, key: string): boolean {
  return isSigned(config, "live-event", eventId, key);
}

/** The full address of an event's calendar file, which whoever was given it may open without a session. */
export function calendarUrl(config: Config, eventId: string): string {
  const key = new URLSearchParams({ key: calendarKey(config, eventId) });
  return `${config.appUrl}/api/live-events/${eventId}/calendar?${key}`;
}
