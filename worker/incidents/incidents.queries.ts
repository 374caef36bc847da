import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { incidents } from "#db/schema/incidents.ts";
import type { IncidentKind, IncidentWay } from "#domain/rules/incidents.ts";

export type Incident = typeof incidents.$inferSelect;

/** Those that go on, and those whose end nobody was told of yet. */
export function selectUnsettled(db: Db) {
  return db.select().from(incidents).where(isNull(incidents.endNotifiedAt)).orderBy(incidents.begunAt);
}

/** Begins an incident, unless one of its kind goes on. */
export function beginIncident(db: Db, begun: Pick<Incident, "id" | "kind" | "detail" | "begunAt">) {
  return db.insert(incidents).values(begun).onConflictDoNothing().returning({ id: incidents.id });
}

export function endIncident(db: Db, kind: IncidentKind, endedAt: number) {
  return db
    .update(incidents)
    .set({ endedAt })
    .where(and(eq(incidents.kind, kind), isNull(incidents.endedAt)))
    .returning({ id: incidents.id });
}

/** What is to be told of an incident: its begin while it goes on, its end once it is over. */
const isUntold = (incident: Incident) =>
  incident.endedAt === null
    ? and(isNull(incidents.notifiedAt), isNull(incidents.endedAt))
    : isNull(incidents.endNotifiedAt);

/** Lets one look alone call the webhook for an incident; no row for the others, and none when it was told meanwhile. */
export function claimNotice(db: Db, incident: Incident, { now, leaseUntil }: { now: number; leaseUntil: number }) {
  return db
    .update(incidents)
    .set({ leaseUntil })
    .where(and(eq(incidents.id, incident.id), isUntold(incident), lte(incidents.leaseUntil, now)))
    .returning({ id: incidents.id });
}

/** No row when another look has told it. */
export function recordNotice(db: Db, incident: Incident, { way, now }: { way: IncidentWay; now: number }) {
  const set = incident.endedAt === null ? { notifiedAt: now } : { endNotifiedAt: now };
  return db
    .update(incidents)
    .set({ ...set, way, leaseUntil: 0 })
    .where(and(eq(incidents.id, incident.id), isUntold(incident)))
    .returning({ id: incidents.id });
}

/** Forgets a slice of those whose end was told before an instant. */
export function deleteOldIncidents(db: Db, { before, limit }: { before: number; limit: number }) {
  return db.run(sql`
    delete from incidents where id in (
      select id from incidents where end_notified_at is not null and end_notified_at < ${before}
      order by end_notified_at limit ${limit})`);
}
