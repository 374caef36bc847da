import * as z from "zod";
import { emptyMorning } from "./content/library.ts";
import { instant } from "./fields.ts";
import { sendingState } from "./wake-up.ts";

/** A member who is led to. */
const named = z.array(z.object({ id: z.string(), email: z.string() }));

const mailCounts = z.object({
  date: z.string(),
  due: z.int(),
  sent: z.int(),
  onTime: z.int(),
  failed: z.int(),
  missed: z.int(),
  unknown: z.int(),
  /** Members of batches that are still under way. */
  open: z.int(),
});

/** A day that is over, as it was counted then. */
const countedDay = z.object({
  date: z.string(),
  members: z.int(),
  monthly: z.int(),
  quarterly: z.int(),
  annual: z.int(),
  gift: z.int(),
  trial: z.int(),
  trialsBegun: z.int(),
  trialsEnded: z.int(),
  wakeUpsDue: z.int(),
  wakeUpsSent: z.int(),
  wakeUpsOnTime: z.int(),
  otherMails: z.int(),
  completions: z.int(),
  // Of subscriptions and gifts, in cents; null, as what follows, for days counted before there was payment.
  revenueCents: z.int().nullable(),
  refundedCents: z.int().nullable(),
  subscriptionsBegun: z.int().nullable(),
  subscriptionsEnded: z.int().nullable(),
  /** Open at the day's end, and made good during the day. */
  failedPayments: z.int().nullable(),
  recoveredPayments: z.int().nullable(),
});
export type CountedDay = z.infer<typeof countedDay>;

export const overviewResponse = z.object({
  today: mailCounts,
  /** Of the other dates that members live on at this moment, the earliest first: those with mails. */
  elsewhere: z.array(mailCounts),
  needs: z.object({
    ...sendingState.shape,
    /** Crons that stand still, as their alarms say it. */
    troubles: z.array(z.object({ title: z.string(), says: z.string(), mend: z.string() })),
    /** Mornings that go on somewhere and did not reach everybody, the earliest first. */
    troubledMornings: z.array(
      z.object({
        date: z.string(),
        /** Batches that did not reach everybody and were not sent again. */
        batches: z.int(),
        /** Hours (Central time) that nobody dispatched in time; of a day before today those that can still be sent. */
        missedHours: z.int(),
      }),
    ),
    /** Of today and the next seven days, those without content. */
    emptyMornings: z.array(emptyMorning),
    /** Items that are chosen for such mornings and that members cannot open any more. */
    droppedFallbacks: z.int(),
    /** The operator's particulars that are missing, in words. */
    missingParticulars: z.array(z.string()),
    /** Refund requests that came by mail and wait for an answer, up to 100, and until when the oldest has to have one. */
    refundRequests: z.object({ count: z.int(), answerBy: instant.nullable() }),
    /** Members whose address is suppressed and who ask to try it again, up to 5. */
    askings: named,
    /** What the provider told of the last seven days' mails, and what follows from the complaints among it. */
    complaints: z.object({ level: z.enum(["well", "alarm"]), delivered: z.int(), complained: z.int() }),
    /** Whether a live event for annual members lies within the quarter. */
    hasLiveEvent: z.boolean(),
  }),
  /** What of money is open now. */
  money: z.object({
    /** Subscriptions whose last charge failed and is not made good. */
    failedPayments: z.int(),
    /** Those of which PayPal and we say something different. */
    differingSubscriptions: z.int(),
    /** Members with a second live subscription. */
    doubleSubscriptions: z.int(),
    /** Whose these are, up to 5 of each. */
    doubles: named,
    differing: named,
    /** Within a week: what the hourly reading has put right, and what of PayPal's was refused. */
    healedDifferences: z.int(),
    refusedPayments: z.int(),
    /** Disputes of the last 60 days whose end PayPal has not told. */
    openDisputes: z.int(),
    /** Gifts that are paid and wait for their day, and those that have arrived and are not redeemed. */
    giftsToDeliver: z.int(),
    giftsToRedeem: z.int(),
  }),
  /** At most 90, the oldest first. */
  days: z.array(countedDay),
});
export type OverviewResponse = z.infer<typeof overviewResponse>;

/**
 * For machines: `late` when no tick has come for three minutes, `failing` when the database does not answer, `misconfigured` when
 * the Worker refuses its variables and secrets, of which `wrong` has the names.
 */
export const health = z.object({
  status: z.enum(["ok", "late", "failing", "misconfigured"]),
  lastTickAt: z.iso.datetime().nullable(),
  wrong: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof health>;

const FINDING_STATES = ["ok", "warning", "failing", "not_told"] as const;

/** `not_told`: it could not be asked, so nothing is known. `mend` says what to do, and is null where all is well. */
const finding = z.object({
  name: z.string(),
  state: z.enum(FINDING_STATES),
  says: z.string(),
  mend: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const doctorReport = z.object({ findings: z.array(finding) });
export type DoctorReport = z.infer<typeof doctorReport>;
