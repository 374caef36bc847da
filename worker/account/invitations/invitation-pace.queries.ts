import { eq, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { invitationPace } from "#db/schema/invitations.ts";
import { BOUNCES, type InvitationStop } from "#domain/rules/invitations.ts";
import { areInvitationsStopped } from "../../mail/dispatcher.queries.ts";

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

/** Starts, or continues: to all accounts imported by now. After a stop, bounces from before it no longer count. */
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

const isUnsent = (kind: string) => sql`
  state = 'pending' and kind = ${kind} and call_id is null and id = kind || ':' || member_id and ${areInvitationsStopped}`;

/** While they're stopped, takes back what hasn't left, with its link, so it's sent once they continue. */
export function takeBackUnsent(db: Db) {
  return (["invitation", "invitation-reminder"] as const).flatMap((kind) => [
    db.run(sql`
      update invitations set ${kind === "invitation" ? sql`invited_at` : sql`reminded_at`} = null
      where member_id in (select member_id from transactional_mails where ${isUnsent(kind)})`),
    db.run(sql`delete from auth_tokens where id in (select token_id from transactional_mails where ${isUnsent(kind)})`),
    db.run(sql`delete from transactional_mails where ${isUnsent(kind)}`),
  ]);
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
