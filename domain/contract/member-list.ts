import * as z from "zod";
import { MEMBER_STATUSES } from "../rules/member-status.ts";
import { calendarDate, idNamed, instant, optionalText, requiredText, subscriber, subscriptionType } from "./fields.ts";

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

/** How long ago they last completed a session: within 7 or 30 days, longer ago, or never. */
const LAST_SESSIONS = ["week", "month", "earlier", "never"] as const;

/** Whether the invitation of an imported member who hasn't accepted is still waiting, or was sent. */
const OPEN_INVITATIONS = ["waiting", "sent"] as const;

/** A choice of members, which the list, exports, messages, invitations, and jobs share. */
export const segment = z.object({
  /** Beginnings of names or addresses, or, if none match, any part of them. With single spaces only. */
  q: optionalText({ name: "Search", max: 100 })
    .overwrite((text) => text.replace(/\s+/g, " "))
    .optional(),
  /** Any part of names and addresses, even if there are beginnings. */
  inside: z.literal("yes").optional(),
  type: subscriptionType.optional(),
  status: memberStatus.optional(),
  label: label.optional(),
  group: z.enum(MEMBER_GROUPS).optional(),
  /** By Central date. */
  joinedFrom: calendarDate.optional(),
  joinedThrough: calendarDate.optional(),
  importId: z.uuid("Import not found").optional(),
  invitation: z.enum(OPEN_INVITATIONS).optional(),
  lastSession: z.enum(LAST_SESSIONS).optional(),
});
export type Segment = z.infer<typeof segment>;

export const memberFilter = segment.extend({
  /** The slot in which their wake-up email failed. */
  failedSlot: instant.optional(),
});
export type MemberFilter = z.infer<typeof memberFilter>;

const splitIds = z
  .string()
  .max(12_000)
  .transform((ids) => ids.split(","));
/** Exports the members of a filter, or the ticked ones: at most as many as a job takes. */
export const memberExport = memberFilter.extend({
  ids: splitIds.pipe(z.array(idNamed("Member ID")).max(500)).optional(),
});
export type MemberExport = z.infer<typeof memberExport>;

/** How many names and addresses a page of a search looks inside. */
export const LOOKED_INSIDE = 25_000;

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
  /** Imports whose members can be chosen, newest first. */
  imports: z.array(z.object({ id: z.string(), filename: z.string() })),
  /** Whether the search looked inside names and addresses. */
  isInside: z.boolean(),
});
export type MemberList = z.infer<typeof memberList>;

const count = z.int();
export const memberCounts = z.object({
  members: count,
  types: z.record(subscriptionType, count),
  statuses: z.record(memberStatus, count),
  groups: z.record(z.enum(MEMBER_GROUPS), count),
});
export type MemberCounts = z.infer<typeof memberCounts>;
