import fc from "fast-check";

/** What a call of the Worker goes to. */
export const CALL_KINDS = ["database", "queue", "mail"] as const;
export type CallKind = (typeof CALL_KINDS)[number];

const MOST: Record<CallKind, number> = { database: 200, queue: 15, mail: 15 };

/** Days on which clocks change somewhere, a leap day, a year's ends, and two others. */
const DATES = [
  ...["2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01", "2028-02-29"],
  ...["2026-12-31", "2027-01-01", "2026-06-10", "2027-07-15"],
];

/** Whole, half and quarter hours from UTC, with and without changes of the clock; the zones of a list wake within some hours. */
const ZONES = [
  ["America/Chicago", "America/New_York", "America/Los_Angeles", "America/St_Johns"],
  ["Europe/London", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Cairo"],
  ["Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "Australia/Adelaide"],
  ["Pacific/Auckland", "Asia/Kolkata", "America/New_York", "Pacific/Honolulu"],
];

/** Of the time from before the first slot; most slots come within the first half of it. */
const minute = fc.integer({ min: 0, max: 12 * 60 });
const when = fc.constantFrom("before", "after");

const callFault = fc.constantFrom(...CALL_KINDS).chain((of) => {
  const nth = fc.integer({ min: 1, max: MOST[of] });
  return fc.oneof(
    /** The isolate dies: nothing that its invocation does later takes effect. */
    fc.record({ kind: fc.constant("kill"), of: fc.constant(of), nth, when }),
    /** The call fails, before it took effect or after it. */
    fc.record({ kind: fc.constant("error"), of: fc.constant(of), nth, when }),
    /** The call takes its time. */
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
  ...["rate_limit", "server_error", "bad_gateway", "unauthorized", "cut", "drop_after_accept"],
  ...["timeout_before", "timeout_after"],
] as const;

const answerFault = fc.record({
  kind: fc.constant("answer"),
  nth: fc.integer({ min: 1, max: MOST.mail }),
  /** So many calls in a row. */
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

/** The provider answers nothing but 500 for a while. */
const outage = fc.record({ kind: fc.constant("outage"), minute, minutes: fc.integer({ min: 1, max: 240 }) });

/** No call of the database succeeds for a while, whatever makes it. */
const databaseOutage = fc.record({
  kind: fc.constant("database_outage"),
  minute,
  minutes: fc.integer({ min: 1, max: 10 }),
});

/** No call of the database is answered for a while, and then all that wait are told that it was reset: so it is in the field. */
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
  what: fc.constantFrom("hour", "zone", "pause", "resume", "off", "on", "bounce"),
  /** Which of the hours or zones, or for how many hours. */
  to: fc.nat(11),
});
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** A day of the dispatcher, its members and what goes wrong. Everything follows from it, so that the same day comes again. */
export const scenarios = fc.record({
  date: fc.constantFrom(...DATES),
  zones: fc.constantFrom(...ZONES).chain((zones) => fc.shuffledSubarray(zones, { minLength: 1, maxLength: 3 })),
  hours: fc
    .record({ first: fc.integer({ min: 0, max: 22 }), count: fc.integer({ min: 1, max: 2 }) })
    .map(({ first, count }) => Array.from({ length: count }, (_, index) => first + index)),
  members: fc.integer({ min: 1, max: 400 }),
  rate: fc.constantFrom(5, 20, 60),
  /** Latencies and what members are like follow from it. */
  salt: fc.nat(),
  /** How many of the mails the provider tells of, in percent. */
  reported: fc.constantFrom(0, 3, 10),
  /** Of the days around, one without content. */
  emptyDay: fc.constantFrom(null, null, null, null, null, 0, 1, 2),
  changes: fc.array(change, { maxLength: 30, size: "max" }),
  faults: fc.array(faults, { maxLength: 16, size: "max" }),
  /** At which call of the provider somebody complains, of whom one is enough to pause all sending; that call's answer comes late. */
  complaintAt: fc.constantFrom(null, null, null, null, null, null, 1, 2, 3),
});
export type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** Numbers from 0 up to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
