import * as z from "zod";
import { MEMBER_STATUSES } from "../rules/member-status.ts";
import { instant, optionalText, requiredText, subscriber, subscriptionType } from "./fields.ts";

const LONGEST_LABEL = 40;
/** Lowercase, so the same word is always the same label. */
export const label = requiredText({ name: "Label", max: LONGEST_LABEL, missing: "Enter a label" }).overwrite((text) =>
  text.toLowerCase(),
);

/** Members who may need attention, whatever their status. `trial-ends`: within a week. */
export const MEMBER_GROUPS = ["out-of-sync", "trial-ends", "bounced"] as const;

const memberStatus = z.enum(MEMBER_STATUSES);
/** The status that administrators see. If it's `cancels`, the subscription ends at that date. */
export const shownStatus = { status: memberStatus, subscriptionEndDate: instant.nullable() };

/** Selects members by a part of an address or name, and by properties they all share. */
export const memberFilter = z.object({
  q: optionalText({ name: "Search", max: 100 }).optional(),
  type: subscriptionType.optional(),
  status: memberStatus.optional(),
  label: label.optional(),
  group: z.enum(MEMBER_GROUPS).optional(),
  /** The slot in which their wake-up email failed. */
  failedSlot: instant.optional(),
});
export type MemberFilter = z.infer<typeof memberFilter>;

export const MEMBER_SORTS = ["newest", "oldest", "email", "email-desc"] as const;
export const memberListRequest = memberFilter.extend({
  cursor: z.string().max(600).optional(),
  /** By joining or by email. Searches, groups, labels, failed charges, and coming ends have their own order. */
  sort: z.enum(MEMBER_SORTS).optional(),
});
export type MemberListRequest = z.infer<typeof memberListRequest>;

const memberRow = z.object({
  ...subscriber,
  ...shownStatus,
  createdAt: instant,
  labels: z.array(z.string()),
  isSuppressed: z.boolean(),
});
export type MemberRow = z.infer<typeof memberRow>;

export const memberList = z.object({
  members: z.array(memberRow),
  /** Cursor for the next page; null at the end of the list. A page may be short or empty and still not be the last. */
  next: z.string().nullable(),
  /** Every existing label, up to 100. */
  labels: z.array(z.string()),
});
export type MemberList = z.infer<typeof memberList>;

const count = z.int();
/** Null if there are too many members to count. */
export const memberCounts = z.object({
  members: count,
  /** Whether a search of three letters or more looks inside names and addresses. */
  searchesInside: z.boolean(),
  types: z.record(subscriptionType, count).nullable(),
  statuses: z.record(memberStatus, count).nullable(),
  groups: z.record(z.enum(MEMBER_GROUPS), count),
});
export type MemberCounts = z.infer<typeof memberCounts>;
