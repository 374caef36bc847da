import { desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { imports } from "#db/schema/imports.ts";
import { invitationPace } from "#db/schema/invitations.ts";
import { BOUNCES, type InvitationStop } from "#domain/rules/invitations.ts";
import { areInvitationsStopped } from "../../mail/dispatcher.queries.ts";
import type { PacedKind } from "./invite.ts";

const ONLY = 1;

export function selectPace(db: Db) {
  return db.select().from(invitationPace).where(eq(invitationPace.id, ONLY));
}

/** Counts what the statement before it wrote. A new day follows only one that sent some. */
export function countSent(db: Db, today: string) {
  return db.run(sql`
    insert into invitation_pace (id, date, sent_today) values (${ONLY}, ${today}, changes())
    on conflict (id) do update set
      days_before = days_before + (coalesce(date, ${today}) <> ${today} and sent_today > 0),
      sent_today = iif(date = ${today}, sent_today, 0) + changes(),
      date = ${today}`);
}

/** Starts, or continues. After a stop, bounces from before it no longer count. */
export function startPace(db: Db, now: number) {
  return db.run(sql`
    insert into invitation_pace (id, started_at, bounces_from) values (${ONLY}, ${now}, ${now})
    on conflict (id) do update set
      started_at = ${now}, bounces_from = iif(stopped_at is null, bounces_from, ${now}), stopped_at = null, stop_reason = null`);
}

export function stopPace(db: Db, reason: InvitationStop, now: number) {
  return db.run(sql`
    update invitation_pace set stopped_at = ${now}, stop_reason = ${reason}
    where id = ${ONLY} and started_at is not null and stopped_at is null`);
}

/** How many of the last invitations bounced for good. A bounce is counted where it suppressed the address. */
export function countBounced(db: Db, since: number) {
  return db.all<{ bounced: number }>(sql`
    select count(*) as bounced
    from (select member_id, invited_at from invitations indexed by invitations_sent
      where invited_at is not null and invited_at >= ${since} order by invited_at desc limit ${BOUNCES.of}) i
    cross join members m on m.id = i.member_id
    where m.suppressed_at >= i.invited_at and m.suppression_reason in ('bounced','refused')`);
}

const isUnsent = (kind: PacedKind, onlyIf: SQL) => sql`
  state = 'pending' and kind = ${kind} and call_id is null and id = kind || ':' || member_id and ${onlyIf}`;

const TAKEN_BACK: Record<PacedKind, SQL> = {
  invitation: sql`invited_at = null`,
  "invitation-reminder": sql`reminded_at = null`,
  "invitation-offer": sql`invited_at = null, reminded_at = null`,
};

/** Takes back what hasn't left, with its link: of one kind, or, while invitations are stopped, of all, so that it's sent once they continue. */
export function takeBackUnsent(db: Db, only?: PacedKind) {
  const kinds = only ? [only] : (Object.keys(TAKEN_BACK) as PacedKind[]);
  const onlyIf = only ? sql`true` : areInvitationsStopped;
  return kinds.flatMap((kind) => [
    db.run(sql`
      update invitations set ${TAKEN_BACK[kind]}
      where member_id in (select member_id from transactional_mails where ${isUnsent(kind, onlyIf)})`),
    db.run(
      sql`delete from auth_tokens where id in (select token_id from transactional_mails where ${isUnsent(kind, onlyIf)})`,
    ),
    db.run(sql`delete from transactional_mails where ${isUnsent(kind, onlyIf)}`),
  ]);
}

/** The imports whose people can be chosen: they have ended, and aren't being undone. */
export function selectImportNames(db: Db, limit: number) {
  const { id, filename } = imports;
  return db
    .select({ id, filename })
    .from(imports)
    .where(inArray(imports.state, ["done", "cancelled"]))
    .orderBy(desc(imports.createdAt))
    .limit(limit);
}

/** What an administrator says about an import's people; with complaints, no one is taken to have agreed. */
export function setAgreed(db: Db, importId: string, isAgreed: boolean, now: number) {
  return db.run(sql`
    update imports set agreed_at = ${isAgreed ? sql`coalesce(agreed_at, ${now})` : null} where id = ${importId}`);
}
export function endAllAgreed(db: Db) {
  return db.run(sql`update imports set agreed_at = null where agreed_at is not null`);
}

export function askPurge(db: Db, now: number) {
  return db.run(sql`
    insert into invitation_pace (id, purge_asked_at) values (${ONLY}, ${now})
    on conflict (id) do update set purge_asked_at = ${now}`);
}

/** Only if no one has asked again meanwhile. */
export function endPurge(db: Db, askedAt: number) {
  return db.run(
    sql`update invitation_pace set purge_asked_at = null where id = ${ONLY} and purge_asked_at = ${askedAt}`,
  );
}
