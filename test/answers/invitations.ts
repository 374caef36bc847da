import type { InvitationsResponse } from "#domain/contract/imports.ts";

/** After an import of 1,200, before its invitations are started. */
export const INVITATIONS: InvitationsResponse = {
  state: "idle",
  stopReason: null,
  waiting: 1200,
  notStarted: 1200,
  open: 0,
  accepted: 0,
  sentToday: 0,
  mostToday: 50,
  isPurging: false,
};
