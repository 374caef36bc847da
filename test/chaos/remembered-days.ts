import type { Scenario } from "./scenario.ts";

const QUIET = {
  rate: 5,
  reported: 0,
  emptyDay: null,
  changes: [],
  weekday: null,
  complaintAt: null,
  message: null,
  invited: 0,
  stopped: null,
  resends: [],
  purchase: null,
} satisfies Partial<Scenario>;

/** Short days that caught mistakes which random days rarely do. */
export const REMEMBERED_DAYS: Record<string, Scenario> = {
  "a tick dies as the last one that could settle a slot": {
    ...QUIET,
    date: "2026-03-08",
    zones: ["Pacific/Auckland", "Asia/Kolkata"],
    hours: [0],
    members: 3,
    salt: 0,
    faults: [
      { kind: "error", of: "database", nth: 46, when: "before" },
      { kind: "kill", of: "database", nth: 30, when: "before" },
    ],
  },
  "a refusal of the account follows answers that were lost": {
    ...QUIET,
    date: "2026-03-08",
    zones: ["America/Chicago"],
    hours: [0],
    members: 105,
    salt: 0,
    faults: [
      { kind: "answer", nth: 1, times: 4, answer: "rate_limit", retryAfter: 1 },
      { kind: "answer", nth: 5, times: 2, answer: "timeout_after", retryAfter: 1 },
      { kind: "answer", nth: 8, times: 1, answer: "unauthorized", retryAfter: 120 },
      { kind: "cron_missed", minute: 382, minutes: 9 },
      { kind: "database_outage", minute: 326, minutes: 3 },
    ],
    complaintAt: 3,
  },
  "the database fails a tick between two writes": {
    ...QUIET,
    date: "2026-03-08",
    zones: ["America/New_York"],
    hours: [0],
    members: 1,
    salt: 0,
    faults: [{ kind: "error", of: "database", nth: 15, when: "before" }],
  },
  "the database answers nothing for 80 seconds as the hour strikes, and again while it is sent": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Chicago"],
    hours: [6],
    members: 120,
    salt: 9,
    faults: [
      { kind: "database_held", minute: 1, seconds: 80 },
      { kind: "database_held", minute: 3, seconds: 80 },
    ],
  },
  "a call among thousands is asked to wait while its lanes are late": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Los_Angeles"],
    hours: [0],
    members: 3000,
    salt: 1,
    faults: [{ kind: "answer", nth: 14, times: 1, answer: "rate_limit", retryAfter: 1 }],
  },
};
