import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { imports } from "#db/schema/imports.ts";
import { GRANT_PLANS } from "#domain/rules/access.ts";
import type { ImportState } from "#domain/rules/imports.ts";
import { isClosedKey, isKnownKey, isSuppressedHash } from "../access/imported.queries.ts";

export type ImportRow = typeof imports.$inferSelect;

const LISTED = 20;

export function insertImport(db: Db, row: typeof imports.$inferInsert) {
  return db.insert(imports).values(row).onConflictDoNothing();
}

export function selectImport(db: Db, id: string) {
  return db.select().from(imports).where(eq(imports.id, id));
}

export function selectImports(db: Db) {
  return db.select().from(imports).orderBy(desc(imports.createdAt)).limit(LISTED);
}

/** Changes an import that is in one of these states; no row if it isn't. */
export function changeImport(db: Db, id: string, from: ImportState[], change: Partial<ImportRow>) {
  return db
    .update(imports)
    .set(change)
    .where(and(eq(imports.id, id), inArray(imports.state, from)))
    .returning();
}

/** Moves the check that this row began; no row if it ended, or another has begun. */
export function moveCheck(db: Db, { id, mapping }: ImportRow, change: Partial<ImportRow>) {
  const isSame = and(eq(imports.id, id), eq(imports.state, "checking"), eq(imports.mapping, mapping));
  return db.update(imports).set(change).where(isSame).returning();
}

// Must match the partial index's condition word for word.
const IS_BUSY = sql`state in ('waiting','running','undoing')`;

/** Whether there's anything to do: cheaper than trying to take it. */
export function selectBusy(db: Db) {
  return db.all<{ id: string }>(sql`select id from imports where ${IS_BUSY} limit 1`);
}

/** Takes the import whose turn it is for one tick: what has begun, else the first that waits. No row while another tick has it. */
export function claimImport(db: Db, now: number, leaseUntil: number) {
  return db
    .update(imports)
    .set({ state: sql`iif(state = 'waiting', 'running', state)`, leaseUntil })
    .where(
      and(
        eq(imports.id, sql`(select id from imports where ${IS_BUSY} order by state = 'waiting', started_at limit 1)`),
        lt(imports.leaseUntil, now),
      ),
    )
    .returning();
}

export function releaseImport(db: Db, id: string) {
  return db.update(imports).set({ leaseUntil: 0 }).where(eq(imports.id, id));
}

/** Whether the import still runs and the slice that begins at this byte isn't done. */
export function isAt(id: string, offsetBytes: number): SQL {
  return sql`exists (select 1 from imports w where w.id = ${id} and w.state = 'running' and w.offset_bytes = ${offsetBytes})`;
}

type Invited = { id: string; row: number; isUnsubscribed: boolean; labels: string[] };

/** A row for each account that the slice created. */
export function insertInvitations(db: Db, importId: string, people: Invited[]) {
  return db.run(sql`
    insert into invitations (member_id, import_id, row, is_unsubscribed)
    select m.id, ${importId}, r.value ->> '$.row', r.value ->> '$.isUnsubscribed'
    from json_each(${JSON.stringify(people)}) r cross join members m on m.id = r.value ->> '$.id'`);
}

export function insertImportLabels(db: Db, people: Invited[]) {
  const rows = people.filter(({ labels }) => labels.length > 0);
  return db.run(sql`
    insert into member_labels (member_id, label)
    select m.id, l.value from json_each(${JSON.stringify(rows)}) r cross join members m on m.id = r.value ->> '$.id'
      cross join json_each(r.value -> '$.labels') l`);
}

type Slice = { from: number; to: number; firstRow: number; lastRow: number; rows: number; isLast: boolean };

/** Ends a slice: counts its accounts and moves on. `rows` are those that aren't empty. */
export function endSlice(db: Db, id: string, { from, to, firstRow, lastRow, rows, isLast }: Slice, now: number) {
  return db.all<{ id: string }>(sql`
    update imports set offset_bytes = ${to}, rows_done = ${lastRow}, created = created + made, refused = refused + ${rows} - made,
      state = iif(${isLast}, 'done', state), ended_at = iif(${isLast}, ${now}, ended_at)
    from (select count(*) as made from invitations where import_id = ${id} and row between ${firstRow} and ${lastRow})
    where id = ${id} and state = 'running' and offset_bytes = ${from} returning id`);
}

/** Counts what has come of an import whose work is over. */
export function recordResult(db: Db, id: string) {
  const byPlan = GRANT_PLANS.map((plan) => sql`${sql.raw(`'${plan}'`)}, count(*) filter (where g.plan = ${plan})`);
  // Who is suppressed is unsubscribed, too.
  const suppressedAt = sql`(select m.suppressed_at from members m where m.id = i.member_id)`;
  return db.run(sql`
    update imports set mapping = json_set(mapping, '$.result', json((
      select json_object(${sql.join(byPlan, sql`, `)}, 'none', count(*) filter (where g.id is null),
        'noEmail', count(*) filter (where i.is_unsubscribed and ${suppressedAt} is null),
        'unreachable', count(*) filter (where i.is_unsubscribed and ${suppressedAt} is not null))
      from invitations i
      left join access_grants g on g.source = 'import' and g.source_id = i.import_id || ':' || i.row
      where i.import_id = ${id})))
    where id = ${id} and state in ('done', 'cancelled')`);
}

export type Holder = {
  row: number;
  isMade: 0 | 1;
  isKnown: 0 | 1;
  /** The row of this import that has the address, if one does. */
  twin: number | null;
  isClosed: 0 | 1;
  isSuppressed: 0 | 1;
};

/** What already exists for each row's address. */
export function selectHolders(db: Db, importId: string, rows: { row: number; key: string; hash: string }[]) {
  const [row, key, hash] = [sql`r.value ->> '$.row'`, sql`r.value ->> '$.key'`, sql`r.value ->> '$.hash'`];
  return db.all<Holder>(sql`
    select ${row} as "row", exists (select 1 from invitations i where i.import_id = ${importId} and i.row = ${row}) as "isMade",
      ${isKnownKey(key)} as "isKnown", ${isClosedKey(key)} as "isClosed", ${isSuppressedHash(hash)} as "isSuppressed",
      (select i.row from members m join invitations i on i.member_id = m.id
        where m.email_key = ${key} and m.deleted_at is null and i.import_id = ${importId}) as twin
    from json_each(${JSON.stringify(rows)}) r`);
}

/** Deletes a cancelled import that created nothing. */
export function deleteUnstarted(db: Db, id: string) {
  return db.delete(imports).where(and(eq(imports.id, id), eq(imports.state, "cancelled"), eq(imports.rowsDone, 0)));
}

/** Which of these rows have an account. */
export function selectMade(db: Db, importId: string, rows: number[]) {
  return db.all<{ row: number }>(sql`
    select row from invitations where import_id = ${importId} and row in (select value from json_each(${JSON.stringify(rows)}))`);
}

/** Imports whose file is older than an instant and not in use. */
export function selectOldFiles(db: Db, before: number, limit: number) {
  return db
    .select({ id: imports.id })
    .from(imports)
    .where(and(isNull(imports.fileDeletedAt), lt(imports.createdAt, before), sql`not (${IS_BUSY})`))
    .limit(limit);
}

/** Without its file, an import can't start anymore. What its plan has of the file's text goes, too. */
export function recordFileDeleted(db: Db, id: string, now: number) {
  return db
    .update(imports)
    .set({
      fileDeletedAt: now,
      state: sql`iif(state in ('uploaded','checking','checked'), 'cancelled', state)`,
      mapping: sql`json_remove(mapping, '$.samples', '$.found', '$.answers.plans')`,
    })
    .where(eq(imports.id, id))
    .returning();
}
