import { and, eq, inArray, type SQLWrapper, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { sessions } from "#db/schema/account.ts";
import { pushDevices } from "#db/schema/push.ts";

/** Ends a session and, before it, the device it added. */
export function endOneSession(db: Db, { id, memberId }: { id: string; memberId: string }) {
  return [
    db.delete(pushDevices).where(and(eq(pushDevices.sessionId, id), eq(pushDevices.memberId, memberId))),
    db.delete(sessions).where(and(eq(sessions.id, id), eq(sessions.memberId, memberId))),
  ] as const;
}

/** Ends all sessions but one, and devices, also those whose session expired. `owner` selects the account's ID while the batch may change it. */
export function endSessionsOf(db: Db, owner: SQLWrapper, kept: string | null = null) {
  return [
    db
      .delete(pushDevices)
      .where(and(inArray(pushDevices.memberId, owner), sql`${pushDevices.sessionId} is not ${kept}`)),
    db.delete(sessions).where(and(inArray(sessions.memberId, owner), sql`${sessions.id} is not ${kept}`)),
  ] as const;
}
