import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { LOOKED_INSIDE, type MemberExport, type MemberListRequest } from "#domain/contract/member-list.ts";
import type { MemberStatus } from "#domain/rules/member-status.ts";
import { SUBSCRIPTION_TYPES } from "#domain/rules/plans.ts";
import type { Member } from "../account/member/member.ts";
import { endIn, ROW_STATUS, statusIn } from "../account/member/member-status.queries.ts";
import { fullName, hasInName, lastName } from "../account/member/names.queries.ts";
import { beginnings, hasJoined, INVITATIONS, inSegment, isSought, listOf } from "../account/member/segment.queries.ts";
import type { Cursor } from "../kernel/cursor.ts";
import { codeOf, dayOf } from "../wake-up/deliveries/stored-delivery.queries.ts";

type Shown = "id" | "email" | "firstName" | "lastName" | "subscriptionType" | "subscriptionStatus";
export type FoundMember = Pick<Member, Shown | "createdAt" | "suppressedAt" | "subscriptionEndsAt"> & {
  status: MemberStatus;
  labels: string;
  /** A list's own key, or which part of a search found it; 0 in the other orders. */
  at: number;
  /** With `at`, the cursor of the page after this member. */
  place: string;
  /** Whether all of the filter matches. */
  isIn: 0 | 1;
};

export type Page = Omit<MemberListRequest, "cursor"> &
  Pick<MemberExport, "ids"> & { after: Cursor | null; limit: number; now: number };

/** What follows the columns: at most `limit` members, ordered by `at`, their key, and ID. `place`: the cursor's ID, if it isn't the member's. */
type Ordered = { at: SQL; rest: SQL; place?: SQL };

/** `hits`: merged ranges of `at`, `key`, and `id`. */
const merged = (hits: SQL, way: SQL): Ordered => ({
  at: sql`hit.at`,
  rest: sql`from (${hits}) hit cross join members on members.id = hit.id order by hit.at ${way}, hit.key ${way}, hit.id ${way}`,
});

const DESC = sql`desc`;
const ASC = sql`asc`;

/** What comes after the cursor's member in the order of a key. */
function beyond(key: SQL, way: SQL, after: Cursor | null): SQL {
  if (!after) return sql``;
  return sql`and (${key}, id) ${way === DESC ? sql`<` : sql`>`} (select ${key}, id from members where id = ${after.id})`;
}

/** Those who never had access have no type. */
const TYPED: MemberStatus[] = ["active", "trial", "invited", "ended"];

export const isByEmail = (sort: Page["sort"]) => sort === "email" || sort === "email-desc";

/** By joining or email. By joining, a type or status merges the matching ranges of the index on both as far as the page reaches. */
function inOrder({ sort = "newest", after, limit, type, status, ...segment }: Page): Ordered {
  const [key, isMerged] = isByEmail(sort) ? [sql`email_key`, false] : [sql`member_since`, type || status];
  const way = sort === "newest" || sort === "email-desc" ? DESC : ASC;
  const within = sql`from members where deleted_at is null ${isByEmail(sort) ? sql`` : hasJoined(segment)} ${beyond(key, way, after)}`;
  if (!isMerged) return { at: sql`0`, rest: sql`${within} order by ${key} ${way}, id ${way} limit ${limit}` };
  const ranges = (type ? [type] : SUBSCRIPTION_TYPES).flatMap((ofType) =>
    (status ? [status] : TYPED).map(
      (one) =>
        sql`select 0 as at, ${key} as key, id ${within} and subscription_type = ${ofType} and ${ROW_STATUS} = ${one}`,
    ),
  );
  return merged(sql`${sql.join(ranges, sql` union all `)} order by key ${way}, id ${way} limit ${limit}`, way);
}

/** A list in its own order. */
function fromList(list: SQL, way: SQL, { after, limit }: Page): Ordered {
  const from = after ? sql`and (l.key, l.id) ${way === DESC ? sql`<` : sql`>`} (${after.at}, ${after.id})` : sql``;
  const rest = sql`from (${list}) l cross join members on members.id = l.id
    where members.deleted_at is null ${from} order by l.key ${way}, l.id ${way} limit ${limit}`;
  return { at: sql`l.key`, rest };
}

/** Those invited longest ago come first; those who wait, as in their files. */
function openInvitations(invitation: keyof typeof INVITATIONS, { after, limit }: Page): Ordered {
  const isSent = invitation === "sent";
  const [at, key] = isSent
    ? [sql`i.invited_at`, sql`i.invited_at, i.member_id`]
    : [sql`i.row`, sql`i.import_id, i.row`];
  // The cursor's own invitation may be gone by now.
  const from = isSent ? sql`${after?.at}, ${after?.id}` : sql`${after?.id}, ${after?.at}`;
  const rest = sql`from invitations i cross join members on members.id = i.member_id
    where ${INVITATIONS[invitation]} and members.deleted_at is null ${after ? sql`and (${key}) > (${from})` : sql``}
    order by ${key} limit ${limit}`;
  return { at, rest, place: isSent ? sql`i.member_id` : sql`i.import_id` };
}

/** Members whose wake-up email of a slot failed. Batches forget their members after a day, so it reads a day's deliveries from the cursor on. */
function failedIn(failedSlot: string, { after, limit }: Page): SQL {
  const slotAt = Date.parse(failedSlot);
  const isLocalDay = sql`local_date between date(${slotAt / 1000}, 'unixepoch', '-1 day') and date(${slotAt / 1000}, 'unixepoch', '+1 day')`;
  const batches = sql`from wake_up_batches where ${isLocalDay} and slot_at = ${slotAt} and failed_count > 0`;
  const from = after ? sql`and (d.day, d.member_id) > (${after.at}, ${after.id})` : sql``;
  return sql`select d.member_id as id, d.day as key from deliveries d
    where d.day in (select ${dayOf(sql`local_date`)} ${batches}) and d.batch in (select number ${batches})
      and d.state = ${codeOf("failed")} ${from}
      and exists (select 1 from members where id = d.member_id and deleted_at is null) order by d.day, d.member_id limit ${limit}`;
}

export const INSIDE = 3;
/** Not a hit, but how far the search looked inside. No list has such a key. */
export const LOOKED_TO = 3.5;
const SHORTEST_INSIDE = 3;

/** Not bound: a search of many words takes most of a statement's 100 values. */
const number = (value: number) => sql.raw(String(value));

/** Beginnings of addresses, full names, and last names; if none match, or if asked, any part of `LOOKED_INSIDE` of them. */
function searched(q: string, { inside, after, limit }: Page): Ordered {
  const [address, full, last] = beginnings(q);
  const parts = [
    { key: sql`email_key`, is: address },
    { key: fullName, is: sql`${full} and not ${address}` },
    { key: lastName, is: sql`${last} and not ${full} and not ${address}` },
  ];
  const isInside = inside !== undefined || after?.at === INSIDE;
  const from = isInside ? INSIDE : (after?.at ?? 0);
  const found = parts.map(({ key, is }, at) => {
    const rest = beyond(key, ASC, at === after?.at ? after : null);
    return sql`select * from (select ${number(at)} as at, ${key} as key, id from members where deleted_at is null and ${is} ${rest} order by ${key}, id limit ${number(limit)})`;
  });
  const noneBegins = [address, full, last].map(
    (is) => sql`not exists (select 1 from members where deleted_at is null and ${is})`,
  );
  const mayLook = isInside ? sql`true` : sql.join(noneBegins, sql` and `);
  const within = sql`select id, email_key, first_name, last_name, first_name_folded, last_name_folded
    from members indexed by members_search where deleted_at is null and email_key > coalesce((select email_key from members where id = ${isInside ? (after?.id ?? "") : ""}), '')
    order by email_key`;
  const atMost = (rows: number) => sql`limit iif(${mayLook}, ${number(rows)}, 0)`;
  const looked = [
    sql`select * from (select ${number(INSIDE)} as at, email_key as key, id from (${within} ${atMost(LOOKED_INSIDE)}) where ${hasInName(q)} limit ${number(limit)})`,
    sql`select * from (select ${number(LOOKED_TO)} as at, email_key as key, id from (${within} ${atMost(1)} offset ${number(LOOKED_INSIDE - 1)}))`,
  ];
  const maySeeInside = q.length >= SHORTEST_INSIDE && (isInside || !after);
  const all = [...found.slice(from), ...(maySeeInside ? looked : [])];
  return merged(sql`${sql.join(all, sql` union all `)} order by at, key, id limit ${limit}`, ASC);
}

function orderedBy(page: Page): Ordered {
  const { q, label, group, importId, invitation, status, failedSlot, ids, now } = page;
  if (ids) return fromList(sql`select value as id, key from json_each(${JSON.stringify(ids)})`, ASC, page);
  if (failedSlot) return fromList(failedIn(failedSlot, page), ASC, page);
  const list = listOf(page, now);
  if (list) return fromList(list, group === "trial-ends" || status === "cancels" ? ASC : DESC, page);
  if (q) return searched(q, page);
  if (label)
    return fromList(sql`select member_id as id, rowid as key from member_labels where label = ${label}`, DESC, page);
  if (importId)
    return fromList(sql`select member_id as id, row as key from invitations where import_id = ${importId}`, ASC, page);
  return invitation ? openInvitations(invitation, page) : inOrder(page);
}

/** Whether a page begins with a list, in which a search looks inside. */
const isListed = (page: Page) => page.failedSlot !== undefined || listOf(page, page.now) !== null;

export function selectPage(db: Db, page: Page) {
  const { at, rest, place = sql`members.id` } = orderedBy(page);
  const isIn = sql`${inSegment(page, page.now)} ${isListed(page) ? sql`and ${isSought(page, true)}` : sql``}`;
  return db.all<FoundMember>(sql`
    select members.id, email, first_name as "firstName", last_name as "lastName", subscription_type as "subscriptionType",
      subscription_status as "subscriptionStatus", members.member_since as "createdAt", suppressed_at as "suppressedAt",
      ${statusIn(page.now)} as status, ${endIn(page.now)} as "subscriptionEndsAt",
      (select json_group_array(own.label) from member_labels own where own.member_id = members.id) as labels,
      ${at} as at, ${place} as place, ${at} <> ${number(LOOKED_TO)} and (${isIn}) as "isIn"
    ${rest}`);
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
