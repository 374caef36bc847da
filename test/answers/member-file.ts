import type { MemberFile, WakeUpDelivery } from "../../domain/contract/members.ts";

/** A member's file with nothing in it but the account. */
export const MEMBER_FILE: MemberFile = {
  profile: {
    id: "ana",
    email: "ana@daybolt.test",
    firstName: "Ana",
    lastName: null,
    subscriptionType: "annual",
    subscriptionStatus: "active",
    status: "active",
    subscriptionEndDate: "2026-12-01T12:00:00.000Z",
    accessEndsAt: "2026-12-01T12:00:00.000Z",
    hasAccess: true,
    hasEarlyAccess: true,
    giftGiverName: null,
    isSetUp: true,
    emailTime: "06:00",
    weekendTime: null,
    timezone: "America/Chicago",
    createdAt: "2026-05-01T12:00:00.000Z",
    joinedAt: "2026-05-01T12:00:00.000Z",
    invitation: null,
  },
  mail: {
    emailEnabled: true,
    blocker: null,
    nextAt: "2026-06-02T11:00:00.000Z",
    suppression: null,
    pausedUntil: null,
    pendingAddress: null,
  },
  purge: null,
  progress: { itemsCompleted: 0, currentStreak: 0, lastCompletedDate: null, recent: [] },
  grants: [],
  wakeUps: [],
  wakeUpMonths: [],
  inbound: [],
  sessions: [],
  feeds: [],
  consents: [],
  notes: [],
  labels: [],
  history: [],
};

/** A wake-up email in it. */
export const WAKE_UP: WakeUpDelivery = {
  date: "2026-05-20",
  subject: "Wake up: Rise",
  state: "sent",
  address: "ana@daybolt.test",
  claimedAt: "2026-05-20T11:00:00.000Z",
  sentAt: "2026-05-20T11:00:02.000Z",
  reason: null,
};
