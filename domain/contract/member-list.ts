import * as z from "zod";
import { instant, optionalText, requiredText, subscriber, subscriptionStatus, subscriptionType } from "./fields.ts";

const LONGEST_LABEL = 40;
/** Lowercase, so the same word is always the same label. */
export const label = requiredText({ name: "Label", max: LONGEST_LABEL, missing: "Enter a label" }).overwrite((text) =>
  text.toLowerCase(),
);

/** Members who may need attention. `trial-ends`: within a week. */
export const MEMBER_GROUPS = ["out-of-sync", "past-due", "trial-ends", "bounced"] as const;

/** Selects members by a part of an address or name, and by properties they all share. */
export const memberFilter = z.object({
  q: optionalText({ name: "Search", max: 100 }).optional(),
  type: subscriptionType.optional(),
  status: subscriptionStatus.optional(),
  label: label.optional(),
  group: z.enum(MEMBER_GROUPS).optional(),
  /** The slot in which their wake-up email failed. */
  failedSlot: instant.optional(),
});
export type MemberFilter = z.infer<typeof memberFilter>;

export const MEMBER_SORTS = ["newest", "oldest", "email", "email-desc"] as const;
export const memberListRequest = memberFilter.extend({
  cursor: z.string().max(600).optional(),
  /** By joining or by email. Searches, groups, and labels have their own order. */
  sort: z.enum(MEMBER_SORTS).optional(),
});
export type MemberListRequest = z.infer<typeof memberListRequest>;

const memberRow = z.object({
  ...subscriber,
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
  statuses: z.record(subscriptionStatus, count).nullable(),
  groups: z.record(z.enum(MEMBER_GROUPS), count),
});
export type MemberCounts = z.infer<typeof memberCounts>;
