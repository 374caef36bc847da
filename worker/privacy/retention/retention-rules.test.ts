import { expect, test } from "vitest";
import { DAY_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { isThere, oldRows } from "#test/worker/fill-member.ts";
import { hourAt } from "#test/worker/jobs.ts";
import { TRACES } from "../../account/invitations/untouched.queries.ts";
import { JOBS } from "../../entry/jobs.ts";
import { MEMBER_RULES } from "./retention-rules.queries.ts";

/** When a table's rows are deleted. */
type Ends =
  /** Deleted by age, by a part of the hourly cron. */
  | { kept: string; by: string }
  /** Kept as long as the law requires for money and contracts; the purge removes names and addresses. */
  | { books: true }
  /** Has at most one row per value of these columns, by a unique key. No key has members and dates; `fixed` is one of a few words. */
  | { oneFor: Record<string, "member" | "item" | "date" | "fixed"> }
  /** Grows only as administrators write. */
  | { byHand: true };

const ONE_A_DATE = { oneFor: { date: "date" } } as const;
const ONE_A_MEMBER = { oneFor: { member_id: "member" } } as const;
const BY_HAND = { byHand: true } as const;
const BOOKS = { books: true } as const;
const agedRows = (kept: string) => ({ kept, by: "purgeOldRows" });

/** Every table of the database. */
const RETENTION: Record<string, Ends> = {
  members: { oneFor: { id: "member" } },
  member_notes: BY_HAND,
  member_labels: BY_HAND,
  imports: BY_HAND,
  invitations: ONE_A_MEMBER,
  invitation_pace: { oneFor: { id: "fixed" } },
  access_grants: BOOKS,
  sessions: { kept: "30 days after their last use", by: "purgeSessions" },
  auth_tokens: agedRows("30 days after they expire"),
  admin_sessions: agedRows("30 days after they began; networks are hashes"),
  // Removed ones lose their address; their names stay for the audit log.
  administrators: BY_HAND,
  admin_keys: agedRows("a year after they were retired; keys are hashes"),
  attempt_counters: { kept: "until their window ends, within 30 days; keys are hashes", by: "forgetOverAttempts" },
  wake_up_plans: ONE_A_MEMBER,
  // At most ten a member.
  feeds: { oneFor: { member_id: "member", name: "fixed" } },
  // At most ten a member.
  push_devices: { oneFor: { id: "member" } },
  push_batches: { kept: "until their devices have results", by: "purgePushes" },
  push_deliveries: { kept: "35 days", by: "purgePushes" },
  push_counts: { oneFor: { local_date: "date" } },
  member_progress: { oneFor: { member_id: "member", content_number: "item" } },
  progress: { oneFor: { member_id: "member", content_id: "item" } },
  favorites: { oneFor: { member_id: "member", content_id: "item" } },
  repeats: { oneFor: { member_id: "member", morning: "item" } },
  deliveries: { kept: "35 days, or until their month is counted, whichever is later", by: "purgeWakeUps" },
  delivery_months: { kept: "WAKE_UP_MONTHS_KEPT", by: "purgeMonths" },
  wake_up_batches: { kept: "36 days, names and addresses a day after they settled", by: "purgeWakeUps" },
  wake_up_mails: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_slots: { kept: "36 days", by: "purgeWakeUps" },
  wake_up_resends: { oneFor: { local_date: "date" } },
  wake_up_counts: { oneFor: { local_date: "date", slot_at: "date" } },
  dispatcher: { oneFor: { id: "fixed" } },
  pauses: { oneFor: { kind: "fixed" } },
  incidents: { kept: "a year after they end", by: "purgeOldRows" },
  mail_events: { kept: "35 days", by: "purgeMailEvents" },
  mail_days: ONE_A_DATE,
  suppressions: { oneFor: { address_hash: "member" } },
  inbound_mails: { kept: "INBOUND_KEPT_DAYS", by: "purgeInbound" },
  transactional_mails: {
    kept: "MAILS_KEPT_DAYS, to strangers a year; answers as long as what they answer; receipts and refund emails as long as their payments",
    by: "purgeMails",
  },
  provider_events: BOOKS,
  refunds: BOOKS,
  disputes: BOOKS,
  payments: BOOKS,
  subscriptions: BOOKS,
  charged_subscriptions: ONE_A_MEMBER,
  checkouts: BOOKS,
  consents: BOOKS,
  gifts: {
    kept: "names, addresses, and messages a year after the gift was opened, refunded, or expired; unpaid gifts 30 days, or as long as PayPal still expects the money",
    by: "purgeOldRows",
  },
  audit: { kept: "AUDIT_KEPT_DAYS", by: "purgeOldRows" },
  content: BY_HAND,
  content_texts: { oneFor: { content_id: "item" } },
  content_months: { oneFor: { month: "date" } },
  library_version: { oneFor: { id: "fixed" } },
  content_revisions: { kept: "90 days", by: "purgeContent" },
  media: { kept: "30 days after nothing refers to them", by: "purgeMedia" },
  fallback_mornings: ONE_A_DATE,
  uploads: { kept: "a day without a new part", by: "purgeUploads" },
  upload_parts: { kept: "as long as their upload", by: "purgeUploads" },
  member_jobs: agedRows("as long as the audit log, a day if no one confirms them"),
  member_job_people: agedRows("as long as their job"),
  broadcasts: { kept: "a year, and as long as their emails", by: "purgeMails" },
  live_events: BY_HAND,
  live_event_drafts: agedRows("30 days after the event would have begun"),
  live_event_reminders: { oneFor: { event_id: "item", reminder: "fixed" } },
  totals: { oneFor: { id: "fixed" } },
  daily_stats: ONE_A_DATE,
  money_days: { oneFor: { part: "date" } },
  completions_by_day: { oneFor: { day: "date" } },
  settings: { oneFor: { key: "fixed" } },
};

/** Outside the ten minutes after a slot, when nothing is purged. */
const quarterPast = (now: number) => Math.floor(now / 900_000) * 900_000 - 60_000;

/** Without the table that 0.2.0 emptied, which a later release drops. */
const IS_OURS =
  "type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name not in ('d1_migrations', 'old_deliveries')";

test("every table has a rule, and every rule has a table", async () => {
  const tables = (await rowsOf(`select name from sqlite_schema where ${IS_OURS}`)).map(({ name }) => String(name));
  expect(tables.toSorted()).toEqual(Object.keys(RETENTION).toSorted());
  expect(tables).toEqual(expect.arrayContaining(Object.keys(MEMBER_RULES)));
});

test("the hourly cron runs every job that a rule names", () => {
  const named = Object.values(RETENTION).flatMap((rule) => ("by" in rule ? [rule.by] : []));
  expect(JOBS.flatMap(({ name, every }) => (every === "hourly" ? name : []))).toEqual(expect.arrayContaining(named));
});

test("a table without an age limit is bounded by members, items, dates, or administrators, as its key shows", async () => {
  for (const [table, rule] of Object.entries(RETENTION)) {
    if (!("oneFor" in rule)) continue;
    const keys = (await rowsOf(
      `select i.name as "key", group_concat(c.name) as columns from pragma_index_list('${table}') i
       join pragma_index_info(i.name) c where i."unique" = 1 and i.partial = 0 group by 1
       union all select 'primary', group_concat(name) from pragma_table_info('${table}') where pk > 0`,
    )) as { columns: string | null }[];
    const named = Object.keys(rule.oneFor).toSorted().join();
    expect(
      keys.map(({ columns }) => columns?.split(",").toSorted().join()),
      table,
    ).toContain(named);
    // Such a table would get another row per member every day.
    const bounds = Object.values(rule.oneFor);
    expect(bounds.includes("member") && bounds.includes("date"), table).toBe(false);
  }
});

test("the hourly cron deletes five-year-old rows from every table with an age limit", async () => {
  const now = Date.now();
  const old = await oldRows(now - 5 * 365 * DAY_MS);
  const kept = Object.keys(RETENTION).filter((table) => "kept" in (RETENTION[table] ?? {}));
  expect(old.map(({ table }) => table).toSorted()).toEqual(kept.toSorted());
  const left = async () => {
    const found = await Promise.all(old.map(async ({ table, row }) => ((await isThere(table, row)) ? [table] : [])));
    return found.flat();
  };
  expect(await left()).toHaveLength(kept.length);
  // Some rows are deleted only after others: a batch after its names, a delivery once its month is counted.
  for (let hours = 0; hours < 8; hours += 1) await hourAt(quarterPast(now) + hours);
  expect(await left()).toEqual([]);
});

test("a table that names a member has a rule for that member's rows, or its rows expire by age", async () => {
  const columns = await rowsOf(`
    select t.name as "table", c.name as "column" from sqlite_schema t join pragma_table_info(t.name) c
    where t.${IS_OURS.replace("type", "type").replaceAll(" name ", " t.name ")}
      and (c.name like '%member_id%' or c.name like '%email%' or c.name like '%address' or c.name like '%first_name%')`);
  expect(columns.length).toBeGreaterThan(20);
  for (const { table } of columns) {
    const name = String(table);
    if (name === "administrators") continue; // They aren't members.
    expect(name in MEMBER_RULES || "by" in (RETENTION[name] ?? {}), name).toBe(true);
  }
});

/** Tables with rows of a member that keep no unaccepted account from an undo or a purge. */
const NO_TRACE: Record<string, string> = {
  invitations: "the import's own",
  access_grants: "counted by source: only the import's own don't keep an account",
  auth_tokens: "counted by purpose: only invitations don't keep an account",
  member_labels: "the file has labels, too",
  member_job_people: "what a job does for many leaves a trace of its own, if any",
  transactional_mails: "each has a cause, which is counted, or is an invitation",
  charged_subscriptions: "follows from subscriptions",
  deliveries: "only to members who accepted",
  delivery_months: "only of members who accepted",
  push_deliveries: "only of devices, which are counted",
};

test("each table with a member's rows keeps an unaccepted account from being removed, or says why it doesn't", async () => {
  const tables = await rowsOf(`
    select t.name from sqlite_schema t join pragma_table_info(t.name) c
    where t.${IS_OURS.replaceAll(" name ", " t.name ")} and c.name = 'member_id'`);
  const kept = Object.values(TRACES).flat();
  expect(tables.map(({ name }) => String(name)).toSorted()).toEqual([...kept, ...Object.keys(NO_TRACE)].toSorted());
});
