import * as z from "zod";
import { instant } from "./fields.ts";

/** One of the member's own sessions; the one that asks is current. */
const ownSession = z.object({
  id: z.string(),
  /** What the browser said of itself as it signed in; null where it did not. */
  userAgent: z.string().nullable(),
  createdAt: instant,
  /** Written at most once an hour. */
  lastUsedAt: instant,
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Those that live, the current one first and then the last used. */
export const sessionsResponse = z.object({ sessions: z.array(ownSession) });
export type SessionsResponse = z.infer<typeof sessionsResponse>;

export const sessionRef = z.object({ id: z.uuid("There is no such session") });
