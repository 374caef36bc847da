import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pushDevices } from "#db/schema/push.ts";
import { MOST_PUSH_DEVICES } from "#domain/rules/push.ts";

export type DeviceRow = typeof pushDevices.$inferSelect;
type Own = Pick<DeviceRow, "id" | "memberId">;

const isOwn = ({ id, memberId }: Own) => and(eq(pushDevices.id, id), eq(pushDevices.memberId, memberId));

export function selectDevices(db: Db, memberId: string) {
  return db
    .select()
    .from(pushDevices)
    .where(eq(pushDevices.memberId, memberId))
    .orderBy(desc(pushDevices.createdAt), pushDevices.id);
}

export function selectAnyDevice(db: Db, memberId: string) {
  return db.select({ id: pushDevices.id }).from(pushDevices).where(eq(pushDevices.memberId, memberId)).limit(1);
}

/** A browser belongs to the last member who added it. */
export function deleteByEndpoint(db: Db, endpoint: string, exceptId: string) {
  return db.delete(pushDevices).where(and(eq(pushDevices.endpoint, endpoint), ne(pushDevices.id, exceptId)));
}

type NewDevice = Omit<DeviceRow, "timezone" | "weekdayHour" | "weekendHour" | "acceptedAt">;

/** Returns no row if the member has as many devices as allowed, or the session has ended. */
export function insertDevice(db: Db, row: NewDevice) {
  return db.all<{ id: string }>(sql`
    insert into push_devices (id, member_id, session_id, endpoint, p256dh, auth, kid, user_agent, hides_titles, timezone,
      weekday_hour, weekend_hour, created_at)
    select ${row.id}, m.id, s.id, ${row.endpoint}, ${row.p256dh}, ${row.auth}, ${row.kid}, ${row.userAgent},
      ${Number(row.hidesTitles)}, m.timezone, m.wake_up_hour, coalesce(m.weekend_hour, m.wake_up_hour), ${row.createdAt}
    from members m join sessions s on s.id = ${row.sessionId} and s.member_id = m.id
    where m.id = ${row.memberId} and m.deleted_at is null
      and (select count(*) from push_devices p where p.member_id = m.id) < ${MOST_PUSH_DEVICES}
    returning id`);
}

type Change = Pick<DeviceRow, "endpoint" | "p256dh" | "auth" | "kid" | "hidesTitles" | "sessionId">;

/** A device that the member removed doesn't come back this way, and none outlives a session that has just ended. */
export function changeDevice(db: Db, own: Own, change: Change) {
  const isOpen = sql`exists (select 1 from sessions s where s.id = ${change.sessionId} and s.member_id = ${own.memberId})`;
  return db
    .update(pushDevices)
    .set(change)
    .where(and(isOwn(own), isOpen));
}

/** With an endpoint, only while the device has it. */
export function deleteDevice(db: Db, { endpoint, ...own }: Own & { endpoint?: string }) {
  return db.delete(pushDevices).where(and(isOwn(own), endpoint ? eq(pushDevices.endpoint, endpoint) : undefined));
}
