import * as z from "zod";
import { INVITATION_STOPS } from "../rules/invitations.ts";

/** `GET /api/admin/invitations`, and the answer to each change. */
export const invitationsResponse = z.object({
  state: z.enum(["idle", "sending", "stopped"]),
  stopReason: z.enum(INVITATION_STOPS).nullable(),
  /** Not invited yet, and those among them that an administrator hasn't started. */
  waiting: z.int(),
  notStarted: z.int(),
  /** Invited and not accepted. */
  open: z.int(),
  accepted: z.int(),
  /** UTC. */
  sentToday: z.int(),
  mostToday: z.int(),
  /** All that aren't accepted are being deleted. */
  isPurging: z.boolean(),
});
export type InvitationsResponse = z.infer<typeof invitationsResponse>;
