import { type SQL, sql } from "drizzle-orm";
import type { StayReason } from "#domain/rules/imports.ts";

/** Tables in which a member has a row only if they, or an administrator, began something here. */
export const TRACES: Record<"paid" | "activity", string[]> = {
  paid: ["subscriptions", "checkouts", "payments", "gifts"],
  activity: [
    "consents",
    "favorites",
    "feeds",
    "inbound_mails",
    "member_notes",
    "member_progress",
    "progress",
    "push_devices",
    "repeats",
    "sessions",
    "wake_up_plans",
  ],
};

const inAny = (tables: string[]) =>
  sql.join(
    tables.map((table) => sql`exists (select 1 from ${sql.identifier(table)} t where t.member_id = m.id)`),
    sql` or `,
  );
const isReason = (reason: StayReason) => sql.raw(`'${reason}'`);

/**
 * Why member `m` of invitation `i` stays when unaccepted accounts are removed, or null if they have nothing but what the import and
 * its invitation made. The one rule for undo, purge, and retention.
 */
export const stayReason: SQL = sql`case
  when m.is_unaccepted = 0 then ${isReason("accepted")}
  when ${inAny(TRACES.paid)} then ${isReason("paid")}
  when exists (select 1 from access_grants g where g.member_id = m.id and g.source <> 'import') then ${isReason("access")}
  when ${inAny(TRACES.activity)}
    or exists (select 1 from auth_tokens t where t.member_id = m.id and t.purpose <> 'invitation') then ${isReason("activity")} end`;
