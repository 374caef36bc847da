import * as z from "zod";
import { emptyMorning } from "./content/library.ts";
import { instant } from "./fields.ts";
import { counts, sendingState } from "./wake-up.ts";

const named = z.array(z.object({ id: z.string(), email: z.string() }));

/** `open`: members in batches still in progress. */
const mailCounts = z.object({ date: z.string(), ...counts, open: z.int() });

export const overviewResponse = z.object({
  today: mailCounts,
  /** Other dates that are today somewhere in the world and have emails, earliest first. */
  elsewhere: z.array(mailCounts),
  needs: z.object({
    ...sendingState.shape,
    /** Crons that have stopped, worded as in their alarms. */
    findings: z.array(z.object({ title: z.string(), text: z.string(), fix: z.string() })),
    /** Mornings still running in some zone that didn't reach everyone, earliest first. */
    troubledMornings: z.array(
      z.object({
        date: z.string(),
        /** Batches that didn't reach everyone and haven't been sent again. */
        batches: z.int(),
        /** Hours (Central time) not dispatched in time; for earlier days, only those that can still be sent. */
        missedHours: z.int(),
      }),
    ),
    /** Days without content among today and the next seven. */
    emptyMornings: z.array(emptyMorning),
    /** The dates in `emptyMornings` that have a draft or a hidden session. */
    unpublishedDates: z.array(z.string()),
    missingParticulars: z.array(z.string()),
    /** Unanswered refund requests received by email, up to 100, and the deadline for answering the oldest. */
    toAnswer: z.object({ count: z.int(), answerBy: instant.nullable() }),
    /** Members with a suppressed address who asked us to try it again, up to 100. */
    askings: named,
    /** What the provider reported about the last seven days' emails, and the resulting complaint level. */
    complaints: z.object({ level: z.enum(["well", "alarm"]), delivered: z.int(), complained: z.int() }),
    hasLiveEvent: z.boolean(),
    /** No one is emailed about new administrators and keys, though there are some. */
    isUnheard: z.boolean(),
  }),
  money: z.object({
    /** Members whose status is past due. */
    failedPayments: z.int(),
    /** Subscriptions for which our data and PayPal's disagree. */
    differingSubscriptions: z.int(),
    doubleSubscriptions: z.int(),
    /** The members concerned, up to 5 of each. */
    doubles: named,
    differing: named,
    pastDue: named,
    /** Within the last week: differences the hourly reading fixed, and PayPal subscriptions or payments we refused. */
    healedDifferences: z.int(),
    refusedPayments: z.int(),
    /** Disputes from the last 60 days with no outcome from PayPal yet. */
    openDisputes: z.int(),
    giftsToDeliver: z.int(),
    giftsToRedeem: z.int(),
  }),
});
export type OverviewResponse = z.infer<typeof overviewResponse>;

/** For machines. `late`: no tick for three minutes. `failing`: no database. `misconfigured`: `wrong` names the rejected variables. */
export const health = z.object({
  status: z.enum(["ok", "late", "failing", "misconfigured"]),
  lastTickAt: z.iso.datetime().nullable(),
  wrong: z.array(z.string()).optional(),
});
export type Health = z.infer<typeof health>;

const FINDING_STATES = ["ok", "warning", "failing", "unknown"] as const;

/** `unknown`: the check couldn't be made, so nothing is known. `fix` says what to do; null if all is well. */
const finding = z.object({
  name: z.string(),
  state: z.enum(FINDING_STATES),
  text: z.string(),
  fix: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

export const doctorReport = z.object({ findings: z.array(finding) });
export type DoctorReport = z.infer<typeof doctorReport>;
