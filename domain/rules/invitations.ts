/** An open invitation's link works this long; then its account may be purged. */
export const INVITATION_DAYS = 90;
/** One reminder after this many days. */
export const REMINDED_AFTER_DAYS = 30;

/** Why invitations stop until an administrator continues. */
export const INVITATION_STOPS = ["administrator", "complaints", "bounces"] as const;
export type InvitationStop = (typeof INVITATION_STOPS)[number];

/** Hard bounces among the last ones sent. */
export const BOUNCES = { of: 200, share: 0.05 };

export type PaceSettings = { firstDay: number; growth: number };
/** The last day (UTC) that sent invitations, how many days did before it, and how many it sent. */
export type Pace = { date: string | null; daysBefore: number; sentToday: number };

/** More a day than any installation sends. */
const MOST_A_DAY = 1_000_000;

/** What a day may send and has sent. Only days that sent some count, so a pause doesn't make a domain look warmer than it is. */
export function paceOn(today: string, pace: Pace, { firstDay, growth }: PaceSettings) {
  const isToday = pace.date === today;
  const days = pace.daysBefore + (!isToday && pace.sentToday > 0 ? 1 : 0);
  return { most: Math.min(MOST_A_DAY, Math.round(firstDay * growth ** days)), sent: isToday ? pace.sentToday : 0 };
}
