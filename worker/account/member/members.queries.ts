import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteUpdateSetSource } from "drizzle-orm/sqlite-core";
import type { Db } from "#db/client.ts";
import { members } from "#db/schema/members.ts";
import { MAX_FULL_BOUNCES } from "#domain/rules/mail-events.ts";
import { isWeekend } from "#domain/rules/week-hours.ts";
import { emailKeyOf } from "../../kernel/hashing.ts";
import type { Member, NewMember } from "./member.ts";
import { hasInName } from "./names.queries.ts";

/** Columns computed from a member's grants. Only `worker/access/` writes them. */
export type AccessColumn =
  | "accessEndsAt"
  | "subscriptionType"
  | "subscriptionStatus"
  | "subscriptionEndsAt"
  | "highestPlan"
  | "accessChangesAt";

/** The member, unless they closed their account. */
export const isMember = (id: string) => and(eq(members.id, id), isNull(members.deletedAt));

/** Selects no row unless the account is closed. */
export const closedAccount = (id: string): SQL =>
  sql`(select id from members where id = ${id} and deleted_at is not null)`;

/** Selects no row if this isn't the member's password. */
export function ownerOfPassword(db: Db, id: string, passwordHash: string) {
  const isTheirs = and(eq(members.id, id), eq(members.passwordHash, passwordHash));
  return db.select({ id: members.id }).from(members).where(isTheirs);
}

/** Whether a member still has progress in 0.2.0's table (worker/content/move-progress.ts). */
export const hasOldProgress = sql`exists (select 1 from progress p where p.member_id = members.id)`.mapWith(Boolean);

const callingMember = { ...getTableColumns(members), hasOldProgress };

export function selectCallingMember(db: Db, id: string) {
  return db.select(callingMember).from(members).where(isMember(id));
}

export function selectMember(db: Db, id: string) {
  return db.select().from(members).where(isMember(id));
}

/** Finds a member, closed account or not, until their data is purged. */
export function selectUnpurgedMember(db: Db, id: string) {
  return db
    .select(callingMember)
    .from(members)
    .where(and(eq(members.id, id), isNull(members.purgedAt)));
}

export function selectMemberByEmail(db: Db, email: string) {
  return db
    .select()
    .from(members)
    .where(and(eq(members.emailKey, emailKeyOf(email)), isNull(members.deletedAt)));
}

/** Finds the active account for an address, or else a closed one that can be restored, in one statement so that both take the same time. */
export function selectAccountByEmail(db: Db, email: string, now: number) {
  const emailKey = emailKeyOf(email);
  const hasWayBack = sql`exists (
    select 1 from auth_tokens t
    where t.member_id = ${members.id} and t.purpose = 'keep-account' and t.used_at is null and t.expires_at > ${now})`;
  const closed = db
    .select()
    .from(members)
    .where(and(eq(members.emailKey, emailKey), sql`deleted_at is not null and purged_at is null`, hasWayBack));
  return selectMemberByEmail(db, email).unionAll(closed).limit(1);
}

type MemberChange = Omit<SQLiteUpdateSetSource<typeof members>, AccessColumn>;

export function updateMember(db: Db, id: string, change: MemberChange) {
  return db.update(members).set(change).where(isMember(id));
}

/** Initial suppression columns for an account, by its address's hash; both null if the address isn't suppressed. */
export function suppressionOf(addressHash: string) {
  const of = sql`from suppressions s where s.address_hash = ${addressHash} and s.lifted_at is null`;
  return { suppressedAt: sql`(select s.suppressed_at ${of})`, suppressionReason: sql`(select s.reason ${of})` };
}

type WakeUpChange = {
  wakeUpHour?: number | undefined;
  weekendHour?: number | null | undefined;
  timezone?: string | undefined;
  emailEnabled?: boolean | undefined;
  suppressedAt?: number | null | SQL;
  fullBounces?: number;
  pausedUntil?: number | null | SQL | undefined;
  accessEndsAt?: SQL;
};

/** What changes for a member, and the dates on which another hour counts only from the next slot; without them, every date. */
type Dated = WakeUpChange & { openDates?: readonly string[] | undefined };

/** Mornings missed under another hour or zone, without emails, or asleep stay missed, also as notifications. Each statement that changes these columns must set it. */
export function wakeUpSinceAfter({ openDates, ...change }: Dated, now: number): SQL {
  const columns = {
    wakeUpHour: sql`members.wake_up_hour`,
    weekendHour: sql`members.weekend_hour`,
    timezone: sql`members.timezone`,
    emailEnabled: sql`members.email_enabled`,
    suppressedAt: sql`members.suppressed_at`,
    fullBounces: sql`members.full_bounces`,
    pausedUntil: sql`members.paused_until`,
    accessEndsAt: sql`members.access_ends_at`,
  };
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const next = {
    ...columns,
    ...Object.fromEntries(
      given.map(([name, value]) => [name, typeof value === "object" && value ? value : sql`${value}`]),
    ),
  } as typeof columns;
  const isWoken = (row: typeof columns) => sql`(
    coalesce(${row.pausedUntil} <= ${now}, 1) and coalesce(${row.accessEndsAt} > ${now}, 0))`;
  const getsMails = (row: typeof columns) => sql`(
    ${row.emailEnabled} and ${row.suppressedAt} is null and ${row.fullBounces} < ${MAX_FULL_BOUNCES} and ${isWoken(row)})`;
  const weekendHourOf = (row: typeof columns) => sql`coalesce(${row.weekendHour}, ${row.wakeUpHour})`;
  const isOtherHour = {
    weekday: sql`${next.wakeUpHour} <> ${columns.wakeUpHour}`,
    weekend: sql`${weekendHourOf(next)} <> ${weekendHourOf(columns)}`,
  };
  const moves = openDates?.map((date) => isOtherHour[isWeekend(date) ? "weekend" : "weekday"]);
  return sql`case
    when ${sql.join(moves ?? Object.values(isOtherHour), sql` or `)} or ${next.timezone} <> ${columns.timezone}
      or (${getsMails(next)} and not ${getsMails(columns)})
      or (${isWoken(next)} and not ${isWoken(columns)}) then max(${now}, members.wake_up_since)
    else members.wake_up_since end`;
}

/** Moves a pause's end only if it hasn't been changed meanwhile. */
export function pauseMovedTo(from: number | null, to: number): SQL {
  return sql`case when members.paused_until = ${from} then ${to} else members.paused_until end`;
}

type ProfileChange = Pick<
  Dated,
  "wakeUpHour" | "weekendHour" | "timezone" | "emailEnabled" | "pausedUntil" | "openDates"
> &
  Pick<Partial<NewMember>, "firstName" | "lastName" | "playbackSpeed">;

/** Saving just the name, or the playback speed as the player does, leaves `updatedAt` alone, so the undo of an email change stays valid. */
export function changeProfile(db: Db, id: string, change: ProfileChange, now: number) {
  const { firstName, lastName, playbackSpeed, openDates, ...wakeUp } = change;
  const wakeUpSince = wakeUpSinceAfter({ ...wakeUp, openDates }, now);
  const isOfMails = Object.values(wakeUp).some((value) => value !== undefined);
  const own = { ...wakeUp, firstName, lastName, playbackSpeed, wakeUpSince, ...(isOfMails ? { updatedAt: now } : {}) };
  return updateMember(db, id, own).returning();
}

/** The hour of an account that's being set up. Put it after the statement that sets the password; it changes nothing if that didn't. */
export function setFirstWakeUp(db: Db, id: string, chosen: { wakeUpHour: number; timezone: string }, now: number) {
  const wakeUp = { ...chosen, weekendHour: null };
  return db
    .update(members)
    .set({ ...wakeUp, wakeUpSince: wakeUpSinceAfter(wakeUp, now), updatedAt: now })
    .where(and(isMember(id), sql`changes() > 0`));
}

type TrialPage = {
  limit: number;
  after: string | null;
  /** Part of a name or address; null finds everyone. */
  search: string | null;
  /** Only trials that end after this instant, earliest end first; null lists all. */
  endingAfter: number | null;
};
type TrialMember = Pick<
  Member,
  "id" | "firstName" | "lastName" | "email" | "timezone" | "subscriptionEndsAt" | "suppressedAt"
> & {
  isSetUp: 0 | 1;
};

/** Lists the latest end first. Both orders are an index range, which a search reads until the page is full. */
export function selectTrialMembers(db: Db, { limit, after, search, endingAfter }: TrialPage) {
  const [order, isBeyond] = endingAfter === null ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const end = sql`(select subscription_ends_at from members where id = ${after})`;
  const from = after === null ? sql`` : sql`and (subscription_ends_at, id) ${isBeyond} (${end}, ${after})`;
  const found = search === null ? sql`` : sql`and ${hasInName(search)}`;
  return db.all<TrialMember>(sql`
    select id, first_name as "firstName", last_name as "lastName", email, timezone,
      subscription_ends_at as "subscriptionEndsAt", password_hash is not null as "isSetUp", suppressed_at as "suppressedAt"
    from members where subscription_type = 'trial' and deleted_at is null ${found} and subscription_ends_at > ${endingAfter ?? 0} ${from}
    order by subscription_ends_at ${order}, id ${order} limit ${limit}`);
}
