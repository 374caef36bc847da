import type { ProfileResponse } from "#domain/contract/members.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { nextSlot } from "#domain/rules/next-slot.ts";
import { parseHour } from "#domain/rules/wake-up-hours.ts";

export type WakeUpDraft = Pick<ProfileResponse, "emailTime" | "timezone" | "emailEnabled">;

/**
 * When the next mail would be due if the draft were saved now, or null: the server's own answer while nothing is changed,
 * else the next slot. Mornings that the server passes over, for a pause or without a session, are passed over here as well.
 */
export function draftWakeUpAt(profile: ProfileResponse, draft: WakeUpDraft, now: number): string | null {
  const { emailTime, timezone, emailEnabled, hasAccess, nextWakeUpAt, pausedUntil } = profile;
  const hour = parseHour(draft.emailTime);
  if (!draft.emailEnabled || !hasAccess || hour === null) return null;
  const isHourKept = draft.emailTime === emailTime && draft.timezone === timezone;
  if (emailEnabled && (isHourKept || nextWakeUpAt === null)) return nextWakeUpAt;
  let from = now;
  if (pausedUntil) from = Math.max(from, instantAt(pausedUntil, 0, draft.timezone) - 1);
  const savedSlot = nextSlot(parseHour(emailTime) ?? hour, timezone, now);
  if (nextWakeUpAt !== null && Date.parse(nextWakeUpAt) > savedSlot) {
    const firstMorning = dateIn(timezone, Date.parse(nextWakeUpAt));
    from = Math.max(from, instantAt(firstMorning, 0, draft.timezone) - 1);
  }
  return new Date(nextSlot(hour, draft.timezone, from)).toISOString();
}
