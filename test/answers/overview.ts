import type { OverviewResponse } from "../../domain/contract/health.ts";
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
  findings: [],
  troubledMornings: [],
  emptyMornings: [],
  unpublishedDates: [],
  missingParticulars: [],
  toAnswer: { count: 0, answerBy: null },
  askings: [],
  complaints: { level: "well", delivered: 0, complained: 0 },
  hasLiveEvent: true,
  isUnheard: false,
};

export const NO_MONEY: OverviewResponse["money"] = {
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
