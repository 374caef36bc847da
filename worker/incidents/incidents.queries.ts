import { and, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { incidents } from "#db/schema/incidents.ts";
import type { IncidentKind, IncidentWay } from "#domain/rules/incidents.ts";
import { deleteOldest, type Old } from "../kernel/delete-oldest.queries.ts";

export type Incident = typeof incidents.$inferSelect;

/** Open incidents, and closed ones whose end hasn't been reported yet. */
export function selectUnsettled(db: Db) {
  return db.select().from(incidents).where(isNull(incidents.endNotifiedAt)).orderBy(incidents.startedAt);
}

/** Does nothing if an incident of this kind is open. */
export function beginIncident(db: Db, started: Pick<Incident, "id" | "kind" | "detail" | "startedAt">) {
  return db.insert(incidents).values(started).onConflictDoNothing().returning({ id: incidents.id });
}

export function endIncident(db: Db, kind: IncidentKind, endedAt: number) {
  return db
    .update(incidents)
    .set({ endedAt })
    .where(and(eq(incidents.kind, kind), isNull(incidents.endedAt)))
    .returning({ id: incidents.id });
}

/** What still needs reporting: the start while the incident is open, the end once it's over. */
const isUnreported = (incident: Incident) =>
  incident.endedAt === null
    ? and(isNull(incidents.notifiedAt), isNull(incidents.endedAt))
    : isNull(incidents.endNotifiedAt);

/** Lets only one check call the webhook for an incident; the others get no row. */
export function claimAlarm(db: Db, incident: Incident, { now, leaseUntil }: { now: number; leaseUntil: number }) {
  return db
    .update(incidents)
    .set({ leaseUntil })
    .where(and(eq(incidents.id, incident.id), isUnreported(incident), lte(incidents.leaseUntil, now)))
    .returning({ id: incidents.id });
}

/** Returns no row if another check has reported it. */
export function recordAlarm(db: Db, incident: Incident, { way, now }: { way: IncidentWay; now: number }) {
  const set = incident.endedAt === null ? { notifiedAt: now } : { endNotifiedAt: now };
  return db
    .update(incidents)
    .set({ ...set, way, leaseUntil: 0 })
    .where(and(eq(incidents.id, incident.id), isUnreported(incident)))
    .returning({ id: incidents.id });
}

export const deleteOldIncidents = (db: Db, old: Old) => deleteOldest(db, incidents.endNotifiedAt, old);
