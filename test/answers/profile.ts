import type { ProfileResponse } from "../../domain/contract/profile.ts";
import type { WakeUpQuestion } from "../../domain/contract/wake-up-choice.ts";
import { US_ZONES } from "../../domain/rules/time-zones.ts";

/** "When should we wake you?", as a new account is asked. */
export const QUESTION: WakeUpQuestion = {
  emailTime: "06:00",
  wakeUpOptions: { emailTimes: ["05:00", "06:00", "07:00", "08:00", "09:00"], timezones: [...US_ZONES] },
};

/** The profile of an annual member who wakes up at six in Chicago. */
export const PROFILE: ProfileResponse = {
  id: "m-1",
  email: "ana@daybolt.test",
  firstName: "Ana",
  lastName: null,
  subscriptionType: "annual",
  subscriptionStatus: "active",
  subscriptionEndDate: "2026-11-21T12:00:00.000Z",
  subscriptionEndDay: "2026-11-21",
  hasAccess: true,
  isSetUp: true,
  asksCode: false,
  canCorrectAddress: false,
  isGiftSubscription: false,
  giftGiverName: null,
  emailTime: "06:00",
  weekendTime: null,
  timezone: "America/Chicago",
  emailEnabled: true,
  hasDevices: false,
  playbackSpeed: 1,
  phoneNumber: null,
  smsEnabled: false,
  createdAt: "2025-08-12T12:00:00.000Z",
  pausedUntil: null,
  suppression: null,
  nextWakeUpAt: "2025-11-21T12:00:00.000Z",
  nextWakeUpLocal: "2025-11-21T06:00",
  wakeUpOptions: {
    emailTimes: ["05:00", "06:00", "07:00"],
    timezones: [{ id: "America/Chicago", label: "Central" }],
  },
};
