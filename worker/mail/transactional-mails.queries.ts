import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import { members } from "#db/schema/members.ts";
import type { TransactionalMailState } from "#domain/rules/mail-states.ts";
import { kindNotPaused, notPaused } from "./dispatcher.queries.ts";
import { kindOf, kindsThat } from "./kinds/kinds.ts";

export type TransactionalMailRow = typeof transactionalMails.$inferSelect;
/** A row that is taken for an attempt, with the key of its member's links to unsubscribe. */
export type ClaimedMail = TransactionalMailRow & { unsubscribeKey: number | null };
type NewTransactionalMail = typeof transactionalMails.$inferInsert;

/** The rows of one provider call, whose idempotency key is `callId`: those named and not in another call, or all that are in it. */
export type Call = { callId: string; ids?: string[] };

// Word for word, else SQLite does not use the partial indexes.
const isPending = sql`state = 'pending'`;

const among = (ids: string[]) => sql`id in (select value from json_each(${JSON.stringify(ids)}))`;

function isOf({ callId, ids }: Call): SQL {
  return ids ? sql`${among(ids)} and coalesce(call_id, ${callId}) = ${callId}` : sql`call_id = ${callId}`;
}

export function insertTransactionalMail(db: Db, row: NewTransactionalMail) {
  return db.insert(transactionalMails).values(row);
}

type Many = { onlyIf?: SQL; shared?: object };

/**
 * Stores many in one statement, as long as a condition holds; an id that is there is passed over. What their parameters share is
 * given once: with each of them it may be more than D1 takes.
 */
export function insertMailsOnce(db: Db, rows: NewTransactionalMail[], { onlyIf = sql`true`, shared }: Many = {}) {
  const parameters = shared
    ? sql`json_patch(${JSON.stringify(shared)}, value->>'parameters')`
    : sql`value->>'parameters'`;
  return db.run(sql`
    insert into transactional_mails
      (id, member_id, kind, to_address, parameters, token_id, expires_at, not_before, next_attempt_at, created_at)
    select value->>'id', value->>'memberId', value->>'kind', value->>'toAddress', ${parameters}, value->>'tokenId',
      value->>'expiresAt', value->>'notBefore', value->>'nextAttemptAt', value->>'createdAt'
    from json_each(${JSON.stringify(rows)}) where ${onlyIf}
    on conflict do nothing`);
}

/** A mail that tells of a change. It stands in the batch behind the statement that records it, and is nothing when that wrote nothing. */
export function insertNoticeOfChange(db: Db, row: NewTransactionalMail) {
  return insertMailsOnce(db, [row], { onlyIf: sql`changes() > 0` });
}

/** Those whose ids begin so, by the primary key. */
function beginningWith(prefix: string): SQL {
  return sql`id >= ${prefix} and id < ${prefix} || char(1114111)`;
}

/** Closes the mails whose ids begin so and which have not left. */
export function closePendingMails(db: Db, prefix: string, { now, reason }: { now: number; reason: string }) {
  return db
    .update(transactionalMails)
    .set({ state: "closed", lastError: reason, settledAt: now })
    .where(and(isPending, beginningWith(prefix)));
}

/** Lays parameters over those of the mails whose ids begin so; one that may have left already stays the same to the byte. */
export function rewritePendingMails(db: Db, prefix: string, parameters: object) {
  return db
    .update(transactionalMails)
    .set({ parameters: sql`json_patch(parameters, ${JSON.stringify(parameters)})` })
    .where(and(isPending, isNull(transactionalMails.callId), beginningWith(prefix)));
}

export function selectTransactionalMail(db: Db, id: string) {
  return db.select().from(transactionalMails).where(eq(transactionalMails.id, id));
}

/**
 * What waits to be sent, the longest waiting first: in the index's own order, since a look that sorts costs a row more even if
 * there is nothing.
 */
export function selectDueMails(db: Db, now: number, limit: number) {
  return db
    .select({ id: transactionalMails.id, kind: transactionalMails.kind, callId: transactionalMails.callId })
    .from(transactionalMails)
    .where(and(isPending, lte(transactionalMails.nextAttemptAt, now), kindNotPaused(now)))
    .orderBy(asc(transactionalMails.nextAttemptAt))
    .limit(limit);
}

/** Word for word what a partial index says of these kinds. */
export const isOneOf = (kinds: string[]) => sql.raw(`kind in (${kinds.map((kind) => `'${kind}'`).join(",")})`);

/** Whether what a mail is about is no longer so. */
function isCauseGone(now: number): SQL {
  const kinds = Map.groupBy(
    kindsThat(({ stillTrue }) => stillTrue),
    (kind) => kindOf(kind)?.stillTrue,
  );
  const cases = [...kinds].map(
    ([stillTrue, names]) => stillTrue && sql`when ${isOneOf(names)} then not ${stillTrue(now)}`,
  );
  return sql`case ${sql.join(cases, sql` `)} else 0 end`;
}

const isForClosed = isOneOf(kindsThat(({ toClosed }) => toClosed));
const endsByClick = isOneOf(kindsThat(({ unsubscribe }) => unsubscribe));

type Unsendable = { now: number; keysFrom: number; signingKeys: number[] };

/**
 * Closes what is not to be sent any more, its link being spent or its key in use no more among other causes. What an attempt is
 * bound to keeps its bytes. A key that began before `keysFrom` may be forgotten by the provider.
 */
export function closeUnsendable(db: Db, call: Call, { now, keysFrom, signingKeys }: Unsendable) {
  const listed = sql`(select value from json_each(${JSON.stringify(signingKeys)}))`;
  const isLinkEnded = sql`exists (select 1 from auth_tokens t where t.id = token_id
    and (t.signing_key not in ${listed} or t.used_at is not null and call_id is null))`;
  return db.run(sql`
    update transactional_mails set state = 'closed', settled_at = ${now}, last_error = case
      when ${isLinkEnded} then 'link_expired'
      when expires_at <= ${now} then iif(${endsByClick}, 'too_late', 'link_expired')
      when first_attempt_at < ${keysFrom} then 'outcome_unknown'
      when not ${isForClosed} and exists (select 1 from members m where m.id = member_id and m.deleted_at is not null) then 'account_deleted'
      when ${isCauseGone(now)} then 'cause_gone'
      else 'suppressed' end
    where ${isPending} and next_attempt_at <= ${now} and ${isOf(call)} and (
      expires_at <= ${now} or ${isLinkEnded} or first_attempt_at < ${keysFrom} or ${isCauseGone(now)}
      -- The address of who has no account may still be a member's.
      or member_id is null and exists (
        select 1 from members m where m.email_key = lower(to_address) and m.deleted_at is null and m.suppressed_at is not null)
      or exists (
        select 1 from members m where m.id = member_id and (
          m.deleted_at is not null and not ${isForClosed}
          -- It is the address that is suppressed: one that waits to be confirmed is not.
          or m.suppressed_at is not null and lower(to_address) = m.email_key)
      ))`);
}

/** Which of these addresses get nothing, by their hashes. */
export function selectSuppressed(db: Db, hashes: string[]) {
  return db.all<{ addressHash: string }>(sql`
    select address_hash as "addressHash" from suppressions
    where address_hash in (select value from json_each(${JSON.stringify(hashes)})) and lifted_at is null`);
}

type Claim = { now: number; leaseUntil: number; signingKey: number };

/** Takes the rows of a call for one attempt and binds them to its key; no row while another attempt holds them. */
export function claimCall(db: Db, call: Call, { now, leaseUntil, signingKey }: Claim) {
  return db
    .update(transactionalMails)
    .set({
      callId: call.callId,
      attempts: sql`attempts + 1`,
      keyAttempts: sql`key_attempts + 1`,
      firstAttemptAt: sql`coalesce(first_attempt_at, ${now})`,
      nextAttemptAt: leaseUntil,
      // A link's token is looked up by its hash: it is made with the key that it was made with first.
      signingKey: sql`coalesce(
        (select t.signing_key from auth_tokens t where t.id = token_id), iif(key_attempts > 0, signing_key, ${signingKey}))`,
    })
    .where(
      and(
        isPending,
        lte(transactionalMails.nextAttemptAt, now),
        sql`coalesce(not_before, 0) <= ${now}`,
        isOf(call),
        notPaused(now),
        kindNotPaused(now),
      ),
    )
    .returning({
      ...getTableColumns(transactionalMails),
      unsubscribeKey: sql<number | null>`(select m.unsubscribe_key from members m where m.id = member_id)`,
    });
}

type Settled = { state: Exclude<TransactionalMailState, "pending">; lastError?: string; settledAt: number };

export function settleMails(db: Db, ids: string[], settled: Settled) {
  return db
    .update(transactionalMails)
    .set(settled)
    .where(and(isPending, among(ids)));
}

type Held = { callId: string; leaseUntil: number };
type Postponed = { nextAttemptAt: number; lastError: string };

function isHeld({ callId, leaseUntil }: Held) {
  return and(isPending, eq(transactionalMails.callId, callId), eq(transactionalMails.nextAttemptAt, leaseUntil));
}

/** The call may have been accepted: the same rows under the same key, later. */
export function postponeCall(db: Db, held: Held, postponed: Postponed) {
  return db.update(transactionalMails).set(postponed).where(isHeld(held));
}

/** Nothing of the call was accepted: its rows are free for another one, or each becomes a call of its own. */
export function dissolveCall(db: Db, held: Held, { each, ...postponed }: Postponed & { each: "free" | "alone" }) {
  return db
    .update(transactionalMails)
    .set({ ...postponed, callId: each === "free" ? null : sql`id`, keyAttempts: 0, firstAttemptAt: null })
    .where(isHeld(held));
}

/** Closes what is still waiting for a member, once they are deleted, but for what goes to them all the same. */
export function closeMailsOfDeleted(db: Db, memberId: string, now: number) {
  const deleted = db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.id, memberId), isNotNull(members.deletedAt)));
  return db
    .update(transactionalMails)
    .set({ state: "closed", lastError: "account_deleted", settledAt: now })
    .where(and(isPending, inArray(transactionalMails.memberId, deleted), sql`not ${isForClosed}`));
}
