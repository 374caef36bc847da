import fc from "fast-check";

const plan = fc.constantFrom("monthly" as const, "annual" as const);
/** How often and in which order PayPal's webhooks arrive: never, in order, or backwards and doubled. */
const delivery = fc.constantFrom("dropped" as const, "in order" as const, "backwards, twice" as const);
export type Delivery = typeof delivery extends fc.Arbitrary<infer H> ? H : never;
const months = fc.constantFrom(1 as const, 2 as const, 3 as const);
const of = <Do extends string>(...names: Do[]) => fc.constantFrom(...names);

const buy = fc.record({ do: of("buy"), plan, isConfirmed: fc.boolean(), delivery });

/** What can happen to a membership, caused by its member, an administrator, PayPal, the clock, or the crons. */
const anyEvent = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: of("clock"), hours: fc.integer({ min: 1, max: 700 }) }) },
  // The member.
  { weight: 3, arbitrary: buy },
  fc.record({ do: of("cancel") }),
  { weight: 2, arbitrary: fc.record({ do: of("wallet"), isEmpty: fc.boolean() }) },
  fc.record({ do: of("recover"), delivery }),
  fc.record({ do: of("gift"), plan }),
  // The administrator.
  fc.record({ do: of("trial"), months }),
  fc.record({ do: of("grant"), days: fc.integer({ min: 0, max: 90 }), plan }),
  fc.record({ do: of("end a grant"), which: fc.nat(3) }),
  fc.record({ do: of("administrator cancels", "administrator refunds", "administrator syncs") }),
  // PayPal.
  fc.record({ do: of("suspend", "activate", "cancelled at PayPal", "expire"), delivery }),
  fc.record({ do: of("refund", "partial refund", "reverse"), which: fc.nat(2), delivery }),
  { weight: 2, arbitrary: fc.record({ do: of("a charge fails"), days: fc.nat(14) }) },
  fc.record({ do: of("money back, unreported"), days: fc.integer({ min: 8, max: 12 }) }),
  fc.record({ do: of("gift's money back"), which: fc.nat(2) }),
  // Webhooks that arrive late, again, and in any order.
  {
    weight: 2,
    arbitrary: fc.record({ do: of("webhooks"), picks: fc.array(fc.nat(60), { minLength: 1, maxLength: 4 }) }),
  },
  fc.record({ do: of("reconcile") }),
  // Reads everything at PayPal, after which access must be right to the millisecond.
  { weight: 3, arbitrary: fc.record({ do: of("read all") }) },
  // No cron and no webhook for a while.
  fc.record({ do: of("outage"), hours: fc.integer({ min: 1, max: 40 }) }),
);
export type Happening = typeof anyEvent extends fc.Arbitrary<infer E> ? E : never;

/** Most memberships start with a purchase. */
export const anyLife = fc
  .tuple(fc.option(buy, { freq: 4 }), fc.array(anyEvent, { minLength: 1, maxLength: 12 }))
  .map(([first, events]): Happening[] => (first ? [first, ...events] : events));
