import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import {
  SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_TYPES,
  type SubscriptionStatus,
  type SubscriptionType,
} from "#domain/rules/plans.ts";
import type { Member } from "../account/member/member.ts";

/** Where the list looks for members, by what starts with the search. Each has its own index, and they're read one after the other. */
export const SOURCES = ["all", "label", "address", "first-name", "last-name", "both-names"] as const;
export type Source = (typeof SOURCES)[number];

/** Marks the last row that was read, in its source's order. */
export type SourceCursor = { key: string | number; id: string };

type Shown = "id" | "email" | "firstName" | "lastName" | "subscriptionType" | "subscriptionStatus";
export type FoundMember = Pick<Member, Shown | "createdAt" | "suppressedAt"> & {
  labels: string;
  key: string | number;
  /** Whether to skip this row: an earlier source of the search has this member too, or only part of the search matches. */
  isOut: 0 | 1;
};

type Search = {
  source: Source;
  after: SourceCursor | null;
  limit: number;
  q: string;
  label: string;
  type: SubscriptionType | undefined;
  status: SubscriptionStatus | undefined;
};

// Must match the name indexes' expressions word for word, or SQLite won't use them.
const firstName = sql`lower(first_name)`;
const lastName = sql`lower(last_name)`;

/** SQLite lowercases both sides, and only ASCII letters. */
function beginsLike(column: SQL, text: string): SQL {
  return sql`${column} >= lower(${text}) and ${column} < lower(${text}) || char(1114111)`;
}

function columns(key: SQL, isOut: SQL): SQL {
  return sql`members.id, email, first_name as "firstName", last_name as "lastName", subscription_type as "subscriptionType",
    subscription_status as "subscriptionStatus", created_at as "createdAt", suppressed_at as "suppressedAt",
    (select json_group_array(own.label) from member_labels own where own.member_id = members.id) as labels,
    ${key} as "key", ${isOut} as "isOut"`;
}

const isNew = sql`0`;

/** Newest first. With a type or status it uses the index of both and merges the matching ranges as far as the page reaches. */
function selectAll(db: Db, { after, limit, type, status }: Search) {
  const from = after ? sql`and (created_at, id) < (${after.key}, ${after.id})` : sql``;
  const range = (words: SQL) =>
    sql`select ${columns(sql`created_at`, isNew)} from members where deleted_at is null ${words} ${from}`;
  const types = type || !status ? [type] : SUBSCRIPTION_TYPES;
  const statuses = status || !type ? [status] : SUBSCRIPTION_STATUSES;
  const ranges = types.flatMap((ofType) =>
    statuses.map((ofStatus) =>
      range(ofType && ofStatus ? sql`and subscription_type = ${ofType} and subscription_status = ${ofStatus}` : sql``),
    ),
  );
  return db.all<FoundMember>(
    sql`${sql.join(ranges, sql` union all `)} order by "createdAt" desc, id desc limit ${limit}`,
  );
}

function selectByLabel(db: Db, { label, after, limit }: Search) {
  const from = after ? sql`and l.rowid < ${after.key}` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(sql`l.rowid`, isNew)} from member_labels l cross join members on members.id = l.member_id
    where l.label = ${label} and deleted_at is null ${from} order by l.rowid desc limit ${limit}`);
}

function selectByName(db: Db, key: SQL, matches: SQL, isOut: SQL, { after, limit }: Search) {
  const from = after ? sql`and (${key}, id) > (${after.key}, ${after.id})` : sql``;
  return db.all<FoundMember>(sql`
    select ${columns(key, isOut)} from members
    where deleted_at is null and ${matches} ${from} order by ${key}, id limit ${limit}`);
}

/** "ana lo" → everyone named Ana; only those whose last name starts with "lo" count. */
function selectByBothNames(db: Db, repeated: SQL, { q, after, limit }: Search) {
  const [first = "", ...rest] = q.split(" ");
  const isOut = sql`(${repeated} or not coalesce(${beginsLike(lastName, rest.join(" "))}, 0))`;
  return db.all<FoundMember>(sql`
    select ${columns(sql`id`, isOut)} from members
    where deleted_at is null and ${firstName} = lower(${first}) and id > ${after?.id ?? ""} order by id limit ${limit}`);
}

export function selectFromSource(db: Db, search: Search) {
  const { source, q } = search;
  const byAddress = beginsLike(sql`email_key`, q);
  const byFirstName = beginsLike(firstName, q);
  const byLastName = beginsLike(lastName, q);
  switch (source) {
    case "all":
      return selectAll(db, search);
    case "label":
      return selectByLabel(db, search);
    case "address":
      return selectByName(db, sql`email_key`, byAddress, isNew, search);
    case "first-name":
      return selectByName(db, firstName, byFirstName, sql`(${byAddress})`, search);
    case "last-name":
      return selectByName(db, lastName, byLastName, sql`((${byAddress}) or coalesce(${byFirstName}, 0))`, search);
    case "both-names":
      return selectByBothNames(db, sql`((${byAddress}) or (${byFirstName}) or coalesce(${byLastName}, 0))`, search);
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
