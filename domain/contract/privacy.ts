import * as z from "zod";
import { DELETE_WORD } from "../rules/credentials.ts";
import { CONSENT_PURPOSES } from "../rules/payments.ts";
import { enteredPassword, instant } from "./fields.ts";

/** What members read of what is kept of them, and do about it. */

const CONFIRM = "Please confirm that you want this";
export const deleteAccountRequest = z.union(
  [z.object({ password: enteredPassword }), z.object({ word: z.literal(DELETE_WORD, CONFIRM) })],
  CONFIRM,
);
export type DeleteAccountRequest = z.infer<typeof deleteAccountRequest>;

/** Until when the account can be taken back. */
export const deleteAccountResponse = z.object({ purgeAt: instant });
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>;

const INVALID_LINK = "Invalid link. Please use the link from your email.";
const linkToken = z.string(INVALID_LINK).min(1, INVALID_LINK).max(200, INVALID_LINK);

export const keepAccountRequest = z.object({ token: linkToken });
export type KeepAccountRequest = z.infer<typeof keepAccountRequest>;

/** Whose account is as it was. */
export const keepAccountResponse = z.object({ email: z.string() });
export type KeepAccountResponse = z.infer<typeof keepAccountResponse>;

export const downloadDataRequest = z.object({ token: linkToken });
export type DownloadDataRequest = z.infer<typeof downloadDataRequest>;

/** Everything that is kept of a member: a file for other programs, and a page to read. */
export const downloadDataResponse = z.object({ name: z.string(), json: z.string(), page: z.string() });
export type DownloadDataResponse = z.infer<typeof downloadDataResponse>;

/** What somebody has agreed to; `text` as they read it. */
export const givenConsent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  at: instant,
  text: z.string(),
  priceText: z.string().nullable(),
  termsVersion: z.string(),
});

/** What the section Privacy shows. */
export const privacyResponse = z.object({
  /** Without one, a deletion is confirmed by a word. */
  hasPassword: z.boolean(),
  /** A subscription that charges, which a deletion cancels first. */
  hasLiveSubscription: z.boolean(),
  /** Until when what is paid for or given would have lasted; null without access. */
  accessEndsAt: instant.nullable(),
  /** The newest first. */
  consents: z.array(givenConsent),
});
export type PrivacyResponse = z.infer<typeof privacyResponse>;

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
