import type { ProfileResponse } from "#domain/contract/members.ts";
import { hasAccess } from "#domain/rules/access.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import { formatHour, nextSlot } from "#domain/rules/wake-up-hours.ts";
import type { Config } from "../env.ts";
import type { Member } from "../members/member.ts";

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** When the next wake-up mail is due, or null when none will be. */
function nextWakeUpAt(member: Member, now: number): number | null {
  const slot = nextSlot(member.wakeUpHour, member.timezone, Math.max(now, member.pausedUntil ?? 0));
  return mailBlocker(member, slot) === null ? slot : null;
}

export function toProfile(member: Member, config: Config, now: number): ProfileResponse {
  return {
    id: member.id,
    email: member.email,
    firstName: member.firstName,
    lastName: member.lastName,
    subscriptionType: member.subscriptionType,
    subscriptionStatus: member.subscriptionStatus,
    subscriptionEndDate: isoOrNull(member.subscriptionEndsAt),
    hasAccess: hasAccess(member, now),
    isGiftSubscription: member.subscriptionType === "gift",
    giftGiverName: member.giftGiverName,
    emailTime: formatHour(member.wakeUpHour),
    timezone: member.timezone,
    emailEnabled: member.emailEnabled,
    phoneNumber: member.phoneNumber,
    smsEnabled: member.smsEnabled,
    createdAt: new Date(member.createdAt).toISOString(),
    nextWakeUpAt: isoOrNull(nextWakeUpAt(member, now)),
    wakeUpOptions: { emailTimes: config.wakeUpHours.map(formatHour), timezones: [...config.wakeUpZones] },
  };
}
