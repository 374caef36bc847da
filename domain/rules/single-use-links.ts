import { HOUR_MS, MINUTE_MS } from "../durations.ts";
import { INVITATION_DAYS } from "./invitations.ts";
import { SERVICE_TERMS } from "./service-terms.ts";

/** What a single-use link, emailed or in an address, can be used for. */
export const LINK_PURPOSES = [
  "setup",
  "reset",
  "exchange",
  "address",
  "export",
  "keep-account",
  "invitation",
  // These two have a code. A confirmation's code replaces the password, and its link opens nothing.
  "sign-in",
  "confirmation",
] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

export const LINK_LIFETIME_MS: Record<LinkPurpose, number> = {
  setup: 7 * 24 * HOUR_MS,
  reset: HOUR_MS,
  exchange: HOUR_MS / 6,
  address: 24 * HOUR_MS,
  export: 24 * HOUR_MS,
  invitation: INVITATION_DAYS * 24 * HOUR_MS,
  "sign-in": 15 * MINUTE_MS,
  confirmation: 10 * MINUTE_MS,
  "keep-account": SERVICE_TERMS.deletionUndoDays * 24 * HOUR_MS,
};
