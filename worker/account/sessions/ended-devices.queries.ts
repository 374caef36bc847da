import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { pushDevices } from "#db/schema/push.ts";

/** A device ends with the session that added it. */
export function endDevice(db: Db, { id, memberId }: { id: string; memberId: string }) {
  return db.delete(pushDevices).where(and(eq(pushDevices.sessionId, id), eq(pushDevices.memberId, memberId)));
}

/** Also those whose session expired. `owner` selects the account's ID while the batch may change it. */
export function endDevicesOf(db: Db, owner: SQLWrapper, keptSession: string | null = null) {
  const isOther = sql`${pushDevices.sessionId} is not ${keptSession}`;
  return db.delete(pushDevices).where(and(inArray(pushDevices.memberId, owner), isOther));
}

/** As an owner, where the account's being closed decides. */
export const closedAccount = (id: string) => sql`(select id from members where id = ${id} and deleted_at is not null)`;
