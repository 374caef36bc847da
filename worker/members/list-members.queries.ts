import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { MEMBER_GROUPS } from "#domain/contract/member-list.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { MemberStatus } from "#domain/rules/member-status.ts";
import { SUBSCRIPTION_TYPES, type SubscriptionType } from "#domain/rules/plans.ts";
import { searchedWords } from "#domain/rules/text.ts";
import type { Member } from "../account/member/member.ts";
import { beginsLike, fullName, hasInName, lastName } from "../account/member/names.queries.ts";
import { codeOf, dayOf } from "../wake-up/deliveries/stored-delivery.queries.ts";
import { LISTS, ROW_STATUS, statusIn } from "./member-status.queries.ts";

/** Where the list looks for members. Each has its own index; a search reads several, one after the other. */
export const SOURCES = [
  "all",
  "oldest",
  "email",
  "email-desc",
  "label",
  "address",
  "full-name",
  "last-name",
  "inside",
  "failed-slot",
  ...MEMBER_GROUPS,
  "past-due",
  "cancels",
] as const;
export type Group = (typeof MEMBER_GROUPS)[number];
export type Source = (typeof SOURCES)[number];

/** Marks the last row that was read, in its source's order. */
export type SourceCursor = { key: string | number; id: string };

type Shown = "id" | "email" | "firstName" | "lastName" | "subscriptionType" | "subscriptionStatus";
export type FoundMember = Pick<Member, Shown | "createdAt" | "suppressedAt" | "subscriptionEndsAt"> & {
  status: MemberStatus;
  labels: string;
  key: string | number;
  /** Whether to skip this row: an earlier source of the search has this member too, or only part of the search matches. */
  isOut: 0 | 1;
};

type Search = {
  source: Source;
  after: SourceCursor | null;
  limit: number;
  now: number;
  q: string;
  label: string;
  type: SubscriptionType | undefined;
  status: MemberStatus | undefined;
  failedSlot: string;
};

function columns(now: number, key: SQL, isOut: SQL): SQL {
  return sql`members.id, email, first_name as "firstName", last_name as "lastName", subscription_type as "subscriptionType",
    subscription_status as "subscriptionStatus", members.member_since as "createdAt", suppressed_at as "suppressedAt",
    ${statusIn(now)} as status, subscription_ends_at as "subscriptionEndsAt",
    (select json_group_array(own.label) from member_labels own where own.member_id = members.id) as labels,
    ${key} as "key", ${isOut} as "isOut"`;
}

const isNew = sql`0`;

/** Those who never had access have no type. */
const TYPED: MemberStatus[] = ["active", "trial", "invited", "ended"];

/**
 * Selects members by the time they joined. With a type or status, the query uses the index on both words and merges the matching ranges
 * as far as the page reaches.
 */
function selectAll(db: Db, { source, after, limit, now, type, status }: Search) {
  const [order, isBeyond] = source === "oldest" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const from = after ? sql`and (member_since, id) ${isBeyond} (${after.key}, ${after.id})` : sql``;
  const range = (words: SQL) =>
    sql`select ${columns(now, sql`member_since`, isNew)} from members where deleted_at is null ${words} ${from}`;
  const types = type || !status ? [type] : SUBSCRIPTION_TYPES;
  const statuses = status || !type ? [status] : TYPED;
  const ranges = types.flatMap((ofType) =>
    statuses.map((ofStatus) =>
      range(ofType && ofStatus ? sql`and subscription_type = ${ofType} and ${ROW_STATUS} = ${ofStatus}` : sql``),
    ),
  );
  return db.all<FoundMember>(
    sql`${sql.join(ranges, sql` union all `)} order by "createdAt" ${order}, id ${order} limit ${limit}`,
  );
}

function selectByEmail(db: Db, { source, after, limit, now }: Search) {
  const [order, isBeyond] = source === "email" ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`];
  const from = after ? sql`and email_key ${isBeyond} ${after.key}` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(now, sql`email_key`, isNew)} from members
    where deleted_at is null ${from} order by email_key ${order} limit ${limit}`);
}

function selectByLabel(db: Db, { label, after, limit, now }: Search) {
  const from = after ? sql`and l.rowid < ${after.key}` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(now, sql`l.rowid`, isNew)} from member_labels l cross join members on members.id = l.member_id
    where l.label = ${label} and deleted_at is null ${from} order by l.rowid desc limit ${limit}`);
}

function selectByName(db: Db, key: SQL, matches: SQL, isOut: SQL, { after, limit, now }: Search) {
  const from = after ? sql`and (${key}, id) > (${after.key}, ${after.id})` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(now, key, isOut)} from members
    where deleted_at is null and ${matches} ${from} order by ${key}, id limit ${limit}`);
}

/** With more members than this, a search finds beginnings only: looking inside reads an index row for each member. */
export const MOST_SEARCHED_INSIDE = 250_000;

/** Reads the whole index `members_search` at most, and a row for each hit. */
function selectInside(db: Db, isOut: SQL, { q, after, limit, now }: Search) {
  return db.all<FoundMember>(sql`
    select ${columns(now, sql`hit.place`, isOut)} from (
      select members.id, email_key as place from totals cross join members indexed by members_search
      where totals.members <= ${MOST_SEARCHED_INSIDE} and deleted_at is null and email_key > ${after?.key ?? ""} and ${hasInName(q)} order by email_key limit ${limit}) hit
    cross join members on members.id = hit.id order by hit.place`);
}

/** Members from a list of `id` and `key`, with their columns only for the page. A search within it looks inside names and addresses, too. */
function selectOf(db: Db, list: SQL, { q, after, limit, now }: Search, order: SQL) {
  const isBeyond = order === DESC ? sql`<` : sql`>`;
  const from = after ? sql`and (l.key, l.id) ${isBeyond} (${after.key}, ${after.id})` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(now, sql`hit.key`, q ? sql`not ${hasInName(q)}` : isNew)} from (
      select l.id, l.key from (${list}) l cross join members m on m.id = l.id
      where m.deleted_at is null ${from} order by l.key ${order}, l.id ${order} limit ${limit}) hit
    cross join members on members.id = hit.id order by hit.key ${order}, hit.id ${order}`);
}

const DESC = sql`desc`;
const ASC = sql`asc`;

export const GROUPS: Record<Group | keyof typeof LISTS, (now: number) => SQL> = {
  ...LISTS,
  "out-of-sync": () =>
    sql`select member_id as id, max(read_at) as key from subscriptions where difference is not null group by +member_id`,
  "trial-ends": (now) => sql`
    select id, subscription_ends_at as key from members where subscription_type = 'trial' and deleted_at is null
      and subscription_ends_at > ${now} and subscription_ends_at <= ${now + 7 * DAY_MS}`,
  bounced: () =>
    sql`select id, suppressed_at as key from members where suppressed_at is not null and deleted_at is null`,
};

/** Members whose wake-up email of a slot failed. Batches forget their members after a day, so it reads a day's deliveries from the cursor on. */
function selectFailedInSlot(db: Db, search: Search) {
  const { failedSlot, after, limit } = search;
  const slotAt = Date.parse(failedSlot);
  const isLocalDay = sql`local_date between date(${slotAt / 1000}, 'unixepoch', '-1 day') and date(${slotAt / 1000}, 'unixepoch', '+1 day')`;
  const batches = sql`from wake_up_batches where ${isLocalDay} and slot_at = ${slotAt} and failed_count > 0`;
  const from = after ? sql`and (d.day, d.member_id) > (${after.key}, ${after.id})` : sql``;
  return selectOf(
    db,
    sql`select d.member_id as id, d.day as key from deliveries d
      where d.day in (select ${dayOf(sql`local_date`)} ${batches}) and d.batch in (select number ${batches})
        and d.state = ${codeOf("failed")} ${from}
        and exists (select 1 from members where id = d.member_id and deleted_at is null) order by d.day, d.member_id limit ${limit}`,
    search,
    ASC,
  );
}

export function selectFromSource(db: Db, search: Search) {
  const { source, q, now } = search;
  const words = searchedWords(q).join(" ");
  const byAddress = beginsLike(sql`email_key`, q.toLowerCase());
  const byFullName = beginsLike(fullName, words);
  const byLastName = beginsLike(lastName, words);
  const byName = sql`(${byAddress}) or ${byFullName}`;
  switch (source) {
    case "all":
    case "oldest":
      return selectAll(db, search);
    case "email":
    case "email-desc":
      return selectByEmail(db, search);
    case "label":
      return selectByLabel(db, search);
    case "address":
      return selectByName(db, sql`email_key`, byAddress, isNew, search);
    case "full-name":
      return selectByName(db, fullName, byFullName, sql`(${byAddress})`, search);
    case "last-name":
      return selectByName(db, lastName, byLastName, sql`(${byName})`, search);
    case "inside":
      return selectInside(db, sql`(${byName} or coalesce(${byLastName}, 0))`, search);
    case "failed-slot":
      return selectFailedInSlot(db, search);
    default:
      return selectOf(db, GROUPS[source](now), search, source === "trial-ends" || source === "cancels" ? ASC : DESC);
  }
}

/** Returns every label, with one index step each. */
export function selectLabels(db: Db, limit: number) {
  return db.all<{ label: string }>(sql`
    with recursive known(label) as (
      select min(label) from member_labels
      union all
      select (select min(label) from member_labels where label > known.label) from known where known.label is not null
      limit ${limit}
    )
    select label from known where label is not null`);
}
