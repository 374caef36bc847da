import type { Scenario } from "./scenario.ts";

const MORNINGS_ALONE = { message: null, invited: 0, stopped: null } satisfies Partial<Scenario>;
const QUIET = {
  ...{ rate: 5, reported: 0, emptyDay: null, changes: [], turn: null, complaintAt: null },
  ...MORNINGS_ALONE,
} satisfies Partial<Scenario>;

/** Short days that caught mistakes which random days rarely do; `test/chaos-mutants.ts` runs them first. */
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
  "a tick comes twice as it writes invitations": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Chicago"],
    hours: [6],
    members: 3,
    salt: 0,
    faults: [{ kind: "cron_doubled", minute: 0, seconds: 0 }],
    invited: 3,
  },
  "a tick comes again while it waits to write a message": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Chicago"],
    hours: [6],
    members: 3,
    salt: 0,
    faults: [
      { kind: "cron_doubled", minute: 0, seconds: 2 },
      { kind: "stall", of: "database", nth: 20, when: "before", seconds: 9 },
    ],
    message: { minute: 0, cancelledAfter: null },
    invited: 3,
  },
  "calls without a clear answer are to be tried again when their invitations are stopped, their message cancelled": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Chicago"],
    hours: [6],
    members: 3,
    salt: 0,
    faults: [{ kind: "answer", nth: 1, times: 2, answer: "server_error", retryAfter: 1 }],
    message: { minute: 0, cancelledAfter: 1 },
    invited: 3,
    stopped: { minute: 0, minutes: 15 },
  },
  "the answers about a message and invitations are lost": {
    ...QUIET,
    date: "2026-06-10",
    zones: ["America/Chicago"],
    hours: [6],
    members: 3,
    salt: 0,
    faults: [{ kind: "answer", nth: 1, times: 2, answer: "drop_after_accept", retryAfter: 1 }],
    message: { minute: 0, cancelledAfter: null },
    invited: 3,
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
};
