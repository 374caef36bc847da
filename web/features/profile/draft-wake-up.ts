import type { ProfileResponse } from "#domain/contract/profile.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn, isKnownZone, localTimeIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { parseHour } from "#domain/rules/wake-up-hours.ts";

export type WakeUpDraft = Pick<ProfileResponse, "emailTime" | "timezone" | "emailEnabled">;

// The server's answer while nothing has changed, else the next slot after the mornings that the server skips.
/** The next email's local time in the draft's zone if it were saved now, or null; only the hour if a zone is unknown here. */
export function draftWakeUp(profile: ProfileResponse, draft: WakeUpDraft, now: number): string | null {
  const { emailTime, timezone, emailEnabled, hasAccess, nextWakeUpAt, nextWakeUpLocal, pausedUntil } = profile;
  const hour = parseHour(draft.emailTime);
  if (!draft.emailEnabled || !hasAccess || hour === null) return null;
  const isHourKept = draft.emailTime === emailTime && draft.timezone === timezone;
  if (emailEnabled && (isHourKept || nextWakeUpAt === null)) return nextWakeUpLocal;
  if (![timezone, draft.timezone].every(isKnownZone)) return draft.emailTime;
  let from = now;
  if (pausedUntil) from = Math.max(from, instantAt(pausedUntil, 0, draft.timezone) - 1);
  const savedSlot = nextSlot(parseHour(emailTime) ?? hour, timezone, now);
  if (nextWakeUpAt !== null && Date.parse(nextWakeUpAt) > savedSlot) {
    const firstMorning = dateIn(timezone, Date.parse(nextWakeUpAt));
    from = Math.max(from, instantAt(firstMorning, 0, draft.timezone) - 1);
  }
  return localTimeIn(draft.timezone, nextSlot(hour, draft.timezone, from));
}
