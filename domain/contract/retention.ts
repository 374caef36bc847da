import * as z from "zod";
import { instant } from "./fields.ts";

/** Somebody whose data go if nothing changes. */
const comingPurge = z.object({
  id: z.string(),
  email: z.string(),
  /** When their access ended; of an account that was closed, when that was. */
  since: instant,
  reason: z.enum(["access_ended", "account_closed"]),
  purgeAt: instant,
  /** Whether the mail that says so has been written; who has closed their account was told at once. */
  isTold: z.boolean(),
  /** Something keeps their data beyond that day: a live subscription, or a gift that waits. */
  isHeld: z.boolean(),
});
export type ComingPurge = z.infer<typeof comingPurge>;

/** Whose data go within 30 days, the first to go first, and whose went: nothing is changed by reading it. */
export const retentionReport = z.object({
  coming: z.array(comingPurge),
  purged: z.array(
    z.object({
      memberId: z.string(),
      at: instant,
      /** Rows of each table that were deleted or emptied, and files. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
});
export type RetentionReport = z.infer<typeof retentionReport>;
