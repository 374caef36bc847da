import { and, asc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { audit } from "#db/schema/audit.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import type { Ctx } from "../kernel/context.ts";

/** Details never hold passwords, tokens, or a person's earlier account data. */
export type Entry = { actor: string; action: AuditAction; subject: string; details?: Record<string, unknown> };
type Occasion = Pick<Ctx, "db" | "now" | "requestId" | "ipAddress" | "userAgent" | "administrator">;

const detailsOf = ({ details }: Entry) => (details === undefined ? null : JSON.stringify(details));

const ADMIN_ACTOR = "admin:";

/** The owner is "admin", whose password several people may know; everyone else is named. */
export function actorOf({ administrator }: Pick<Occasion, "administrator">, { actor }: Pick<Entry, "actor">): string {
  return actor === "admin" && administrator && administrator.role !== "owner" ? ADMIN_ACTOR + administrator.id : actor;
}

/** Keeps an administrator's IP address and browser, but not a member's. */
function toRow(occasion: Occasion, entry: Entry) {
  const { ipAddress, userAgent } = entry.actor === "admin" ? occasion : { ipAddress: null, userAgent: null };
  const { now: at, requestId } = occasion;
  return { ...entry, actor: actorOf(occasion, entry), at, details: detailsOf(entry), requestId, ipAddress, userAgent };
}

const INSERT = sql`insert into audit (actor, action, subject, details, request_id, ip_address, user_agent, at)`;

function valuesOf(occasion: Occasion, entry: Entry, subject: string | SQL = entry.subject) {
  const { actor, action, details, requestId, ipAddress, userAgent } = toRow(occasion, entry);
  return sql`${actor}, ${action}, ${subject}, ${details}, ${requestId}, ${ipAddress}, ${userAgent}`;
}

/** Records a change. Put it in the same batch, directly after the statement it describes; it writes nothing if that changed no row. */
export function auditChange(occasion: Occasion, entry: Entry) {
  return occasion.db.run(sql`${INSERT} select ${valuesOf(occasion, entry)}, ${occasion.now} where changes() > 0`);
}

/** Records what the next statement changes for each of some members, selected as `id`. */
export function auditEach(occasion: Occasion, entry: Omit<Entry, "subject">, ids: SQL) {
  const values = valuesOf(occasion, { ...entry, subject: "" }, sql`id`);
  return occasion.db.run(sql`${INSERT} select ${values}, ${occasion.now} from (${ids})`);
}

/** Like `auditChange`, but aborts the whole batch if nothing changed, for batches that make no sense without it; or unless `condition` holds. */
export function auditChangeOrEnd(occasion: Occasion, entry: Entry, condition = sql`changes() > 0`) {
  // The table rejects a null instant, which rolls back the batch.
  const at = sql`iif(${condition}, ${occasion.now}, null)`;
  return occasion.db.run(sql`${INSERT} values (${valuesOf(occasion, entry)}, ${at})`);
}

/** Records something that changed none of our rows, such as a copy of an email. */
export function auditEvent(occasion: Occasion, entry: Entry) {
  return occasion.db.insert(audit).values(toRow(occasion, entry));
}

const isEntry = (entry: Entry) =>
  sql`subject = ${entry.subject} and action = ${entry.action} and details is ${detailsOf(entry)}`;

/** Records something that each reading sees again, once per subject and details. Returns no row if already recorded. */
export function auditOnce(occasion: Occasion, entry: Entry) {
  return occasion.db.all<{ id: number }>(sql`${INSERT} select ${valuesOf(occasion, entry)}, ${occasion.now}
    where not exists (select 1 from audit where ${isEntry(entry)}) returning id`);
}

/** When an action was recorded about a subject, and its details. */
export function selectRecorded(db: Db, action: AuditAction, subject: string) {
  return db
    .select({ at: audit.at, details: audit.details })
    .from(audit)
    .where(and(eq(audit.subject, subject), eq(audit.action, action)))
    .limit(1);
}

export function selectEntry(db: Db, entry: Entry) {
  return db.select({ id: audit.id }).from(audit).where(isEntry(entry)).limit(1);
}

/** Entries for some actions, oldest first. `before` is exclusive. */
export function selectAuditBetween(db: Db, actions: AuditAction[], { from, before }: { from: number; before: number }) {
  return db
    .select({ action: audit.action, subject: audit.subject, details: audit.details })
    .from(audit)
    .where(and(inArray(audit.action, actions), gte(audit.at, from), lt(audit.at, before)))
    .orderBy(asc(audit.id));
}

/** Finds a dispute's earlier entry by its ID, or its payment's if it has none. An alert that failed doesn't count. */
export function selectDisputeAudit(db: Db, subject: string, id: string) {
  return db.all<{ id: number }>(sql`
    select id from audit where subject = ${subject} and action = 'payment.dispute'
      and coalesce(details ->> 'disputeId', details ->> 'paymentId') = ${id}
      and details ->> 'told' is null limit 1`);
}

type Filter = {
  actions?: AuditAction[] | undefined;
  subject?: string | undefined;
  before?: number | undefined;
};
type AuditRow = Omit<typeof audit.$inferSelect, "requestId"> & {
  actorName: string | null;
  subjectName: string | null;
  isMember: 0 | 1;
};

const MEMBER_ACTOR = "member:";

/** The newest entries of each action, so the rows read grow with the page, not with the log. */
function ofActions(actions: AuditAction[], before: number, limit: number) {
  return sql`from json_each(${JSON.stringify(actions)}) j cross join audit a on a.action = j.value
    and a.id >= coalesce((
      select id from audit where action = j.value and id < ${before} order by id desc limit 1 offset ${limit - 1}), 0)`;
}

/** The subject of an entry about a noun, else null, which reads no row. */
const subjectOf = (noun: string) => sql`iif(a.action glob ${`${noun}.*`}, a.subject, null)`;

/** Entries before an ID, newest first. `subject` may be a member's address. The unary plus keeps SQLite on the subject index, which narrows more. */
export function selectAudit(db: Db, { actions, subject, before = Number.MAX_SAFE_INTEGER }: Filter, limit: number) {
  const isNarrow = subject !== undefined;
  const ofAny = sql`and +a.action in (select value from json_each(${JSON.stringify(actions)}))`;
  const ofSubject = sql`and a.subject = coalesce(
    (select id from members where email_key = lower(${subject}) and deleted_at is null), ${subject})`;
  return db.all<AuditRow>(sql`
    select a.id, a.at, a.actor, a.action, a.subject, coalesce(m.email, e.title, b.subject, s.name, d.title, f.filename, nullif(i.subject, ''), i.from_address,
        'for ' || nullif(g.recipient_name, '')) as "subjectName", m.id is not null as "isMember", a.details,
      coalesce(o.name, nullif(trim(coalesce(w.first_name, '') || ' ' || coalesce(w.last_name, '')), ''), w.email) as "actorName",
      a.ip_address as "ipAddress", a.user_agent as "userAgent"
    ${actions === undefined || isNarrow ? sql`from audit a` : ofActions(actions, before, limit)}
      left join members m on m.id = a.subject
      left join live_events e on e.id = ${subjectOf("live-event")}
      left join broadcasts b on b.id = ${subjectOf("broadcast")}
      left join administrators s on s.id = ${subjectOf("administrator")}
      left join live_event_drafts d on d.id = ${subjectOf("live-event")}
      left join imports f on f.id = ${subjectOf("import")}
      left join inbound_mails i on i.id = ${subjectOf("inbound")}
      left join gifts g on g.id = a.subject
      left join administrators o on a.actor like ${`${ADMIN_ACTOR}%`} and o.id = substr(a.actor, ${ADMIN_ACTOR.length + 1})
      left join members w on a.actor like ${`${MEMBER_ACTOR}%`} and w.id = substr(a.actor, ${MEMBER_ACTOR.length + 1})
    where a.id < ${before}
      ${isNarrow ? ofSubject : sql``} ${isNarrow && actions !== undefined ? ofAny : sql``}
    order by a.id desc limit ${limit}`);
}
