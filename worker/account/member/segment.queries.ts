import { type SQL, sql } from "drizzle-orm";
import type { MEMBER_GROUPS, Segment } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { searchedWords } from "#domain/rules/text.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { LISTS, statusIn } from "./member-status.queries.ts";
import { beginsLike, fullName, hasInName, lastName } from "./names.queries.ts";

export type Group = (typeof MEMBER_GROUPS)[number];

/** Members by `id`, in the order of `key`. */
export const GROUPS: Record<Group, (now: number) => SQL> = {
  "out-of-sync": () =>
    sql`select member_id as id, max(read_at) as key from subscriptions where difference is not null group by +member_id`,
  "trial-ends": (now) => sql`
    select id, subscription_ends_at as key from members where subscription_type = 'trial' and deleted_at is null
      and subscription_ends_at > ${now} and subscription_ends_at <= ${now + 7 * DAY_MS}`,
  bounced: () =>
    sql`select id, suppressed_at as key from members where suppressed_at is not null and deleted_at is null`,
};

// Must match the partial indexes' conditions word for word.
export const INVITATIONS: Record<NonNullable<Segment["invitation"]>, SQL> = {
  waiting: sql`invited_at is null and accepted_at is null`,
  sent: sql`invited_at is not null and accepted_at is null`,
};

/** The list of members that a segment begins with, if it has one. */
export function listOf({ group, status }: Segment, now: number): SQL | null {
  if (group) return GROUPS[group](now);
  return status === "past-due" || status === "cancels" ? LISTS[status](now) : null;
}

/** Whether a row of `members` begins like a search: its address, its full name, or its last name. */
export function beginnings(q: string): [SQL, SQL, SQL] {
  const words = searchedWords(q).join(" ");
  return [
    sql`(${beginsLike(sql`email_key`, q.toLowerCase())})`,
    sql`(${beginsLike(fullName, words)})`,
    sql`(${beginsLike(lastName, words)})`,
  ];
}

const SINCE = { week: 7, month: 30, earlier: 30 } as const;

function isLastSession(when: NonNullable<Segment["lastSession"]>, now: number): SQL {
  if (when === "never") return sql`last_completed_date is null`;
  const since = addDays(dateIn(DEFAULT_ZONE, now), -SINCE[when]);
  return when === "earlier" ? sql`last_completed_date < ${since}` : sql`last_completed_date >= ${since}`;
}

/** Whether a row of `members` joined in the segment's time. */
export function hasJoined({ joinedFrom, joinedThrough }: Segment): SQL {
  const from = joinedFrom ? sql`and member_since >= ${instantAt(joinedFrom, 0, DEFAULT_ZONE)}` : sql``;
  const before = joinedThrough
    ? sql`and member_since < ${instantAt(addDays(joinedThrough, 1), 0, DEFAULT_ZONE)}`
    : sql``;
  return sql`${from} ${before}`;
}

/** Whether a row of `members` is in a segment, except for its search. */
export function inSegment(segment: Segment, now: number): SQL {
  const { type, status, label, group, importId, invitation, lastSession } = segment;
  const isOneOf = (list: SQL) => sql`members.id in (select id from (${list}))`;
  const all = [
    type && sql`subscription_type = ${type}`,
    type && !status && sql`${statusIn(now)} <> 'none'`,
    status && sql`${statusIn(now)} = ${status}`,
    label && sql`exists (select 1 from member_labels l where l.member_id = members.id and l.label = ${label})`,
    group && isOneOf(GROUPS[group](now)),
    importId && sql`exists (select 1 from invitations i where i.member_id = members.id and i.import_id = ${importId})`,
    invitation &&
      sql`exists (select 1 from invitations i where i.member_id = members.id and ${INVITATIONS[invitation]})`,
    lastSession && isLastSession(lastSession, now),
  ].filter((one) => one !== undefined && one !== false && one !== "");
  return sql`true ${hasJoined(segment)} ${sql.join(all.map((one) => sql`and ${one}`))}`;
}

/** Whether a row of `members` matches a segment's search by its beginnings, or by any part. */
export function isSought({ q }: Segment, isInside: boolean): SQL {
  if (!q) return sql`true`;
  return isInside ? hasInName(q) : sql`(${sql.join(beginnings(q), sql` or `)})`;
}
