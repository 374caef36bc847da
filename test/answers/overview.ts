import type { CountedDay, OverviewResponse } from "../../domain/contract/health.ts";
import type { AdminStats } from "../../domain/contract/statistics.ts";

/** Counts of a small installation. */
export const STATS: AdminStats = {
  totalUsers: 3,
  activeSubscribers: 2,
  contentStats: { publishedDays: 9 },
  recentUsers: [],
};

export const NO_NEEDS: OverviewResponse["needs"] = {
  pause: null,
  lastTickAt: "2026-11-21T12:00:00.000Z",
  lastHourlyAt: null,
  findings: [],
  troubledMornings: [],
  emptyMornings: [],
  unpublishedDates: [],
  missingParticulars: [],
  refundRequests: { count: 0, answerBy: null },
  askings: [],
  complaints: { level: "well", delivered: 0, complained: 0 },
  hasLiveEvent: true,
};

export const NO_MONEY: OverviewResponse["money"] = {
  revenueTodayCents: 0,
  failedPayments: 0,
  differingSubscriptions: 0,
  doubleSubscriptions: 0,
  doubles: [],
  differing: [],
  pastDue: [],
  giftsToDeliver: 0,
  giftsToRedeem: 0,
  healedDifferences: 0,
  refusedPayments: 0,
  openDisputes: 0,
};

export function countedDay(date: string, completions: number): CountedDay {
  return {
    date,
    members: 9,
    monthly: 4,
    quarterly: 0,
    annual: 3,
    gift: 0,
    trial: 2,
    trialsBegun: 1,
    trialsEnded: 0,
    wakeUpsDue: 8,
    wakeUpsSent: 8,
    wakeUpsOnTime: 7,
    otherMails: 1,
    completions,
    revenueCents: 999,
    refundedCents: 0,
    subscriptionsBegun: 1,
    subscriptionsEnded: 1,
    failedPayments: 1,
    recoveredPayments: 2,
  };
}
