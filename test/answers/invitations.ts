import type { InvitationChoices, InvitationsResponse } from "#domain/contract/imports.ts";

/** After an import of 1,200, before its invitations are started. */
export const INVITATIONS: InvitationsResponse = {
  state: "idle",
  stopReason: null,
  areOffersStopped: false,
  waiting: 1200,
  open: 0,
  accepted: 0,
  sentToday: 0,
  mostToday: 50,
  isPurging: false,
};

export const INVITATION_CHOICES: InvitationChoices = {
  invited: 34,
  withAccess: 900,
  withoutAccess: 250,
  optedOut: 44,
  unreachable: 6,
  agreed: 0,
};
