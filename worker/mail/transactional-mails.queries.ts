import { and, asc, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { transactionalMails } from "#db/schema/mail.ts";
import type { TransactionalMailState } from "#domain/rules/mail-states.ts";
import { areInvitationsStopped } from "./dispatcher.queries.ts";
import { kindOf, kindsPausedAs, kindsThat } from "./kinds/kinds.ts";
import { kindNotPaused, notPaused } from "./pauses.queries.ts";

export type TransactionalMailRow = typeof transactionalMails.$inferSelect;
/** A row claimed for an attempt. `unsubscribeKey` belongs to its member. */
export type ClaimedMail = TransactionalMailRow & { unsubscribeKey: number | null };
type NewTransactionalMail = typeof transactionalMails.$inferInsert;

/** Rows of one provider call; `callId` is its idempotency key. With `ids`, those not in another call; without, all rows already in it. */
export type Call = { callId: string; ids?: string[] };

// SQLite uses the partial indexes only if this text matches exactly.
const isPending = sql`state = 'pending'`;

const among = (ids: string[]) => sql`id in (select value from json_each(${JSON.stringify(ids)}))`;

function isOf({ callId, ids }: Call): SQL {
  return ids ? sql`${among(ids)} and coalesce(call_id, ${callId}) = ${callId}` : sql`call_id = ${callId}`;
}

export function insertTransactionalMail(db: Db, row: NewTransactionalMail) {
  return db.insert(transactionalMails).values(row);
}

type Many = { onlyIf?: SQL | undefined; shared?: object };

/** Skips existing IDs. `shared` holds the rows' common parameters, because repeating them could exceed D1's limit. */
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

/** Put it directly after the statement that records the change. It does nothing if that wrote nothing. */
export function insertNoticeOfChange(db: Db, row: NewTransactionalMail) {
  return insertMailsOnce(db, [row], { onlyIf: sql`changes() > 0` });
}

/** Selects IDs by prefix, using the primary key. */
export function beginningWith(prefix: string): SQL {
  return sql`id >= ${prefix} and id < ${prefix} || char(1114111)`;
}

type Closing = { now: number; reason: string; isUnsent?: boolean };

/** With `isUnsent`, only those that can't have left yet. */
export function closePendingMails(db: Db, prefix: string, { now, reason, isUnsent = false }: Closing) {
  return db
    .update(transactionalMails)
    .set({ state: "closed", lastError: reason, settledAt: now })
    .where(and(isPending, isUnsent ? isNull(transactionalMails.callId) : undefined, beginningWith(prefix)));
}

/** Merges parameters into unsent emails by ID prefix. Emails that may have left already stay identical byte for byte. */
export function rewritePendingMails(db: Db, prefix: string, parameters: object) {
  return db
    .update(transactionalMails)
    .set({ parameters: sql`json_patch(parameters, ${JSON.stringify(parameters)})` })
    .where(and(isPending, isNull(transactionalMails.callId), beginningWith(prefix)));
}

export function selectTransactionalMail(db: Db, id: string) {
  return db.select().from(transactionalMails).where(eq(transactionalMails.id, id));
}

/** An account's first email of each kind: with `min()`, SQLite takes a group's other columns from the row that has it. */
export function selectFirstMails(db: Db, memberId: string, kinds: string[]) {
  const isOwn = and(eq(transactionalMails.memberId, memberId), inArray(transactionalMails.kind, kinds));
  return db
    .select()
    .from(transactionalMails)
    .where(isOwn)
    .groupBy(transactionalMails.kind)
    .having(sql`min(created_at)`);
}

/** Must match the text of the partial indexes exactly. */
export const isOneOf = (kinds: string[]) => sql.raw(`kind in (${kinds.map((kind) => `'${kind}'`).join(",")})`);

const isAtThePace = sql`(${isOneOf([...kindsPausedAs("invitation"), ...kindsPausedAs("offer")])} and id = kind || ':' || member_id)`;

/** Condition: nothing holds the email's kind back. An invitation that someone asked for leaves even while the others are stopped. */
function mayLeave(now: number): SQL {
  return sql`${kindNotPaused(now)} and not (${isAtThePace} and ${areInvitationsStopped})`;
}

/** Due emails, longest wait first. That's the index's own order; sorting would cost a row even if there are none. */
export function selectDueMails(db: Db, now: number, limit: number) {
  return db
    .select({ id: transactionalMails.id, kind: transactionalMails.kind, callId: transactionalMails.callId })
    .from(transactionalMails)
    .where(and(isPending, lte(transactionalMails.nextAttemptAt, now), mayLeave(now)))
    .orderBy(asc(transactionalMails.nextAttemptAt))
    .limit(limit);
}

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

/** Closes emails that must not be sent. Attempted ones keep their content; the provider may have forgotten keys older than `keysFrom`. */
export function closeUnsendable(db: Db, call: Call, { now, keysFrom, signingKeys }: Unsendable) {
  const listed = sql`(select value from json_each(${JSON.stringify(signingKeys)}))`;
  const isOver = sql`(t.used_at is not null or t.email_key <> (select m.email_key from members m where m.id = t.member_id))`;
  const isLinkEnded = sql`exists (select 1 from auth_tokens t where t.id = token_id
    and (t.signing_key not in ${listed} or call_id is null and ${isOver}))`;
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

export function selectSuppressed(db: Db, hashes: string[]) {
  return db.all<{ addressHash: string }>(sql`
    select address_hash as "addressHash" from suppressions
    where address_hash in (select value from json_each(${JSON.stringify(hashes)})) and lifted_at is null`);
}

type Claim = { now: number; leaseUntil: number; signingKey: number };

/** A message's text is stored once, in its broadcast; its emails' rows only name it. */
export const wholeParameters = sql<string>`case kind when 'service-message' then coalesce((
  select json_object('broadcastId', b.id, 'title', b.subject, 'body', b.body) from broadcasts b
  where b.id = parameters ->> 'broadcastId'), parameters) else parameters end`;

/** Claims a call's rows for one attempt and binds them to its key. Returns no rows while another attempt holds them. */
export function claimCall(db: Db, call: Call, { now, leaseUntil, signingKey }: Claim) {
  return db
    .update(transactionalMails)
    .set({
      callId: call.callId,
      attempts: sql`attempts + 1`,
      keyAttempts: sql`key_attempts + 1`,
      firstAttemptAt: sql`coalesce(first_attempt_at, ${now})`,
      nextAttemptAt: leaseUntil,
      // A link's token is looked up by hash, so sign with the key that first made it.
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
        mayLeave(now),
      ),
    )
    .returning({
      ...getTableColumns(transactionalMails),
      parameters: wholeParameters,
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

type Lease = { callId: string; leaseUntil: number };
type Postponed = { nextAttemptAt: number; lastError: string };

function isLeased({ callId, leaseUntil }: Lease) {
  return and(isPending, eq(transactionalMails.callId, callId), eq(transactionalMails.nextAttemptAt, leaseUntil));
}

/** Postpones a call that may have been accepted: the same rows with the same key, later. */
export function postponeCall(db: Db, lease: Lease, postponed: Postponed) {
  return db.update(transactionalMails).set(postponed).where(isLeased(lease));
}

/** Ends a call that wasn't accepted: frees its rows for another call, or makes each its own call. */
export function dissolveCall(db: Db, lease: Lease, { each, ...postponed }: Postponed & { each: "free" | "alone" }) {
  return db
    .update(transactionalMails)
    .set({ ...postponed, callId: each === "free" ? null : sql`id`, keyAttempts: 0, firstAttemptAt: null })
    .where(isLeased(lease));
}

/** Closes the waiting emails of a closed account, except kinds that still go to closed accounts. */
export function closeMailsOfClosed(db: Db, closed: SQL, now: number) {
  return db
    .update(transactionalMails)
    .set({ state: "closed", lastError: "account_deleted", settledAt: now })
    .where(and(isPending, inArray(transactionalMails.memberId, closed), sql`not ${isForClosed}`));
}
