import * as z from "zod";
import { MEMBER_JOB_STATES } from "../rules/member-jobs.ts";
import { calendarDate, idNamed, requestId, requiredText } from "./fields.ts";
import { label, memberFilter } from "./member-list.ts";

const reason = requiredText({ name: "Reason", max: 500, missing: "Enter a reason" });

/** What happens to each member. Days are added behind the access that they have. */
export const jobAction = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("label"), label }),
  z.object({ kind: z.literal("unlabel"), label }),
  z.object({ kind: z.literal("days"), days: z.coerce.number("Enter a number").int().min(1).max(366), reason }),
  z.object({ kind: z.literal("until"), untilDate: calendarDate, reason }),
  z.object({ kind: z.literal("stop-emails") }),
]);
export type JobAction = z.infer<typeof jobAction>;

const ids = z.array(idNamed("Member ID")).min(1).max(500);
/** Ticked members, or all of a filter. */
export const newMemberJobRequest = z.object({
  requestId,
  action: jobAction,
  of: z.union([z.object({ ids }), z.object({ filter: memberFilter })]),
});
export type NewMemberJobRequest = z.infer<typeof newMemberJobRequest>;

export const memberJobRef = z.object({ id: z.uuid("Job not found") });
/** `chosen` is the number that was typed. */
export const confirmMemberJobRequest = z.object({ chosen: z.int(), leavesOutSubscribers: z.boolean() });
export type ConfirmMemberJobRequest = z.infer<typeof confirmMemberJobRequest>;

export const memberJob = z.object({
  id: z.string(),
  action: jobAction,
  segment: z.string(),
  /** While it's choosing, the page repeats its request. */
  state: z.enum(MEMBER_JOB_STATES),
  chosen: z.int(),
  /** How many of them have a subscription that charges. */
  subscribers: z.int(),
  done: z.int(),
  /** Who confirmed it; null for the owner. */
  author: z.string().nullable(),
});
export type MemberJob = z.infer<typeof memberJob>;

/** Confirmed within a day, or still running; newest first. */
export const memberJobList = z.object({ jobs: z.array(memberJob) });
export type MemberJobList = z.infer<typeof memberJobList>;
