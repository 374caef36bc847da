import fc from "fast-check";

/** What a call of the Worker goes to. */
export const CALL_KINDS = ["database", "queue", "mail"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

const MOST: Record<CallKind, number> = { database: 200, queue: 15, mail: 15 };

/** Days with clock changes somewhere, a leap day, the ends of a year, and two others. */
const DATES = [
  "2026-03-08",
  "2026-03-29",
  "2026-04-05",
  "2026-10-04",
  "2026-10-25",
  "2026-11-01",
  "2028-02-29",
  "2026-12-31",
  "2027-01-01",
  "2026-06-10",
  "2027-07-15",
];

/** Zones whose offset from UTC is a multiple of an hour, a half hour, or a quarter hour, some with clock changes; those in one list are close together. */
const ZONES = [
  ["America/Chicago", "America/New_York", "America/Los_Angeles", "America/St_Johns"],
  ["Europe/London", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Cairo"],
  ["Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Australia/Adelaide"],
  ["Pacific/Auckland", "Asia/Kolkata", "America/New_York", "Pacific/Honolulu"],
];

/** Counted from just before the first slot; most slots are in the first half. */
const minute = fc.integer({ min: 0, max: 12 * 60 });
const when = fc.constantFrom("before", "after");

const callFault = fc.constantFrom(...CALL_KINDS).chain((of) => {
  const nth = fc.integer({ min: 1, max: MOST[of] });
  return fc.oneof(
    /** The isolate dies: nothing that its invocation does later takes effect. */
    fc.record({ kind: fc.constant("kill"), of: fc.constant(of), nth, when }),
    /** The call fails, before or after it takes effect. */
    fc.record({ kind: fc.constant("error"), of: fc.constant(of), nth, when }),
    fc.record({
      kind: fc.constant("stall"),
      of: fc.constant(of),
      nth,
      when,
      seconds: fc.integer({ min: 1, max: 400 }),
    }),
  );
});

const ANSWERS = [
  "rate_limit",
  "server_error",
  "bad_gateway",
  "unauthorized",
  "cut",
  "drop_after_accept",
  "timeout_before",
  "timeout_after",
] as const;

const answerFault = fc.record({
  kind: fc.constant("answer"),
  nth: fc.integer({ min: 1, max: MOST.mail }),
  /** How many calls in a row. */
  times: fc.integer({ min: 1, max: 4 }),
  answer: fc.constantFrom(...ANSWERS),
  retryAfter: fc.constantFrom(1, 3, 20, 45, 120),
});

const cronFault = fc.oneof(
  fc.record({
    kind: fc.constant("cron_missed"),
    minute,
    minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 400 })),
  }),
  fc.record({ kind: fc.constant("cron_doubled"), minute, seconds: fc.integer({ min: 0, max: 90 }) }),
  fc.record({
    kind: fc.constant("cron_late"),
    minute,
    minutes: fc.integer({ min: 1, max: 30 }),
    seconds: fc.integer({ min: 1, max: 1200 }),
  }),
);

const messageFault = fc.record({
  kind: fc.constantFrom("message_doubled", "message_late", "message_redelivered"),
  nth: fc.integer({ min: 1, max: 40 }),
  seconds: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 20, max: 12_000 })),
});

/** The provider returns only 500 for a while. */
const outage = fc.record({ kind: fc.constant("outage"), minute, minutes: fc.integer({ min: 1, max: 240 }) });

/** Every database call fails for a while. */
const databaseOutage = fc.record({
  kind: fc.constant("database_outage"),
  minute,
  minutes: fc.integer({ min: 1, max: 10 }),
});

/** Database calls get no response for a while, then all of them fail with a reset, as seen in production. */
const databaseHeld = fc.record({
  kind: fc.constant("database_held"),
  minute,
  seconds: fc.integer({ min: 10, max: 80 }),
});

const faults = fc.oneof(
  { weight: 4, arbitrary: callFault },
  { weight: 4, arbitrary: answerFault },
  { weight: 3, arbitrary: cronFault },
  { weight: 2, arbitrary: messageFault },
  { weight: 1, arbitrary: outage },
  { weight: 1, arbitrary: databaseOutage },
  { weight: 1, arbitrary: databaseHeld },
);
export type Fault = typeof faults extends fc.Arbitrary<infer T> ? T : never;

const change = fc.record({
  minute,
  member: fc.nat(399),
  what: fc.constantFrom("hour", "weekend", "zone", "pause", "resume", "off", "on", "bounce"),
  /** Index of the hour or zone, or the number of hours. */
  to: fc.nat(11),
});
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A message to members and, if it's cancelled, how many minutes after it begins. */
const message = fc.record({ minute: fc.nat(30), cancelledAfter: fc.option(fc.nat(20), { freq: 1 }) });

/** When an administrator stops the invitations for a while. */
const stopped = fc.record({ minute: fc.nat(20), minutes: fc.integer({ min: 15, max: 45 }) });

/** An administrator presses "Resend all", perhaps in two browsers at once, and perhaps stops it some minutes later. */
const resend = fc.record({
  minute: fc.integer({ min: 60, max: 9 * 60 }),
  mayRepeat: fc.boolean(),
  isDoubled: fc.boolean(),
  stoppedAfter: fc.option(fc.nat(3), { freq: 1 }),
});

/** A day of the dispatcher, its members, and everything that goes wrong. Each scenario always gives the same day. */
export const scenarios = fc.record({
  date: fc.constantFrom(...DATES),
  zones: fc.constantFrom(...ZONES).chain((zones) => fc.shuffledSubarray(zones, { minLength: 1, maxLength: 3 })),
  hours: fc
    .record({ first: fc.integer({ min: 0, max: 22 }), count: fc.integer({ min: 1, max: 2 }) })
    .map(({ first, count }) => Array.from({ length: count }, (_, index) => first + index)),
  members: fc.integer({ min: 1, max: 400 }),
  rate: fc.constantFrom(5, 20, 60),
  /** Seeds latencies and the members' traits. */
  salt: fc.nat(),
  /** The percentage of emails that the provider reports on. */
  reported: fc.constantFrom(0, 3, 10),
  /** Which of the days around has no content. */
  emptyDay: fc.constantFrom(null, null, null, null, null, 0, 1, 2),
  changes: fc.array(change, { maxLength: 30, size: "max" }),
  faults: fc.array(faults, { maxLength: 16, size: "max" }),
  /** The provider's call at which someone complains, which pauses all sending; that call's response is late. */
  complaintAt: fc.constantFrom(null, null, null, null, null, null, 1, 2, 3),
  /** Moves the day to the next Saturday or Monday, and gives most members another hour on weekends. */
  weekday: fc.constantFrom(null, null, null, "saturday", "monday"),
  message: fc.option(message),
  /** How many people from an import are to be invited: on some days more than the pace allows. */
  invited: fc.nat(90),
  stopped: fc.option(stopped, { freq: 1 }),
  resends: fc.array(resend, { maxLength: 2 }),
  /** The minute in which a visitor pays under the address of someone imported. */
  purchase: fc.option(fc.nat(30)),
});
export type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** Numbers from 0 up to, but not including, 1; the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
