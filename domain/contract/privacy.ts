import * as z from "zod";
import { DELETE_WORD } from "../rules/credentials.ts";
import { CONSENT_PURPOSES } from "../rules/payments.ts";
import { sixDigits } from "./account.ts";
import { enteredPassword, instant, signedKey } from "./fields.ts";

const CONFIRM = "Enter your password, or type DELETE, to confirm";
/** An emailed `code` can replace the password. */
export const deleteAccountRequest = z.union(
  [
    z.object({ password: enteredPassword }),
    z.object({ code: sixDigits }),
    z.object({ word: z.literal(DELETE_WORD, CONFIRM) }),
  ],
  CONFIRM,
);
export type DeleteAccountRequest = z.infer<typeof deleteAccountRequest>;

export const deleteAccountResponse = z.object({ purgeAt: instant });
export type DeleteAccountResponse = z.infer<typeof deleteAccountResponse>;

/** From a link that restores an account or opens a copy of its data. */
export const keyRequest = z.object({ token: signedKey });
export type KeyRequest = z.infer<typeof keyRequest>;

/** Everything stored about a member: a file for other programs and a page to read. */
export const downloadDataResponse = z.object({ name: z.string(), json: z.string(), page: z.string() });
export type DownloadDataResponse = z.infer<typeof downloadDataResponse>;

export const givenConsent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  at: instant,
  text: z.string(),
  priceText: z.string().nullable(),
  termsVersion: z.string(),
});

export const privacyResponse = z.object({
  /** What confirms deleting the account. A `code` can replace the password. */
  asks: z.enum(["word", "code", "password"]),
  /** A subscription that still charges; deleting the account cancels it first. */
  hasLiveSubscription: z.boolean(),
  accessEndsAt: instant.nullable(),
  /** Newest first. */
  consents: z.array(givenConsent),
});
export type PrivacyResponse = z.infer<typeof privacyResponse>;

const comingPurge = z.object({
  id: z.string(),
  email: z.string(),
  /** When their access ended or, for a closed account, when it was closed. */
  since: instant,
  reason: z.enum(["access_ended", "account_closed"]),
  purgeAt: instant,
  /** Whether the notice has been written; members who closed their account were told right away. */
  isNotified: z.boolean(),
  /** A live subscription or a waiting gift keeps their data past that day. */
  isHeld: z.boolean(),
});
export type ComingPurge = z.infer<typeof comingPurge>;

/** Members whose data is deleted within 30 days, soonest first, and members whose data already was. Reading it changes nothing. */
export const retentionReport = z.object({
  coming: z.array(comingPurge),
  purged: z.array(
    z.object({
      memberId: z.string(),
      at: instant,
      /** Rows deleted or emptied per table, and files. */
      counts: z.record(z.string(), z.int()),
    }),
  ),
});
export type RetentionReport = z.infer<typeof retentionReport>;
