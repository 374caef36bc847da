import * as z from "zod";
import { CREDENTIAL_TEXTS, codeIn } from "../rules/credentials.ts";
import { challengeToken } from "./errors.ts";
import { keptFeeds, namedFeed } from "./feed.ts";
import { bounded, email, enteredPassword, instant, newPassword, subscriber } from "./fields.ts";
import { wakeUpChoice, wakeUpQuestion } from "./wake-up-choice.ts";

export const loginRequest = z.object({ email, password: enteredPassword, challenge: challengeToken.optional() });
export type LoginRequest = z.infer<typeof loginRequest>;

/**
 * Resets a password or, in development, logs in without one. `POST /api/auth/sign-in` emails a link and a code: its response
 * is the same for every address, and sets the cookie that the code needs.
 */
export const addressRequest = z.object({ email });
export type AddressRequest = z.infer<typeof addressRequest>;

const linkToken = bounded("This link doesn't work. Use the link in your latest email.", 200);

/** `POST /api/auth/setup-link`: whether the link still works, and what its page asks. Uses nothing up. */
export const setupLinkRequest = z.object({ token: linkToken, email });
/**
 * `isReset`: replaces a password. `wakeUp` is null for everyone but a new trial and an invited member who gets wake-up emails. `feeds` are
 * those that a new password may keep.
 */
export const setupLinkResponse = z.object({ isReset: z.boolean(), wakeUp: wakeUpQuestion, feeds: z.array(namedFeed) });
export type SetupLinkRequest = z.infer<typeof setupLinkRequest>;
export type SetupLinkResponse = z.infer<typeof setupLinkResponse>;

/** `consent` is required of an imported account that isn't accepted yet. Without `keepFeeds`, all play on. */
export const setupPasswordRequest = setupLinkRequest.extend({
  password: newPassword,
  ...keptFeeds.shape,
  consent: z.boolean().optional(),
  ...wakeUpChoice,
});
export type SetupPasswordRequest = z.infer<typeof setupPasswordRequest>;

/** From an email or an authenticator app. */
export const sixDigits = z
  .string({ error: CREDENTIAL_TEXTS.code })
  .transform(codeIn)
  .pipe(z.string().regex(/^\d{6}$/, CREDENTIAL_TEXTS.code));

/** An account without a password leaves out both `currentPassword` and the emailed `code` that can replace it. */
export const changePasswordRequest = z.object({
  currentPassword: enteredPassword.optional(),
  code: sixDigits.optional(),
  newPassword,
});
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>;

/** From a link that logs in or confirms a new address. */
export const linkRequest = z.object({ token: linkToken });
export type LinkRequest = z.infer<typeof linkRequest>;

/** A confirmed new address, or the address of an account that is kept. */
export const addressResponse = z.object({ email: z.string() });
export type AddressResponse = z.infer<typeof addressResponse>;

/** What the first proof of the mailbox ended, as a sentence; absent if nothing. */
export const ended = z.string().optional();

/** `isChanged`: from another address. */
export const confirmedAddress = addressResponse.extend({ isChanged: z.boolean(), ended });
export type ConfirmedAddress = z.infer<typeof confirmedAddress>;

export const keptAccount = addressResponse.extend({ ended });
export type KeptAccount = z.infer<typeof keptAccount>;

export const signInCodeRequest = z.object({ code: sixDigits, challenge: challengeToken.optional() });
export type SignInCodeRequest = z.infer<typeof signInCodeRequest>;

/** Who the link logs in, and when and with which browser it was requested. */
export const signInLinkResponse = z.object({ email: z.string(), askedAt: instant, userAgent: z.string().nullable() });
export type SignInLinkResponse = z.infer<typeof signInLinkResponse>;

export const sessionResponse = z.object({ token: z.string(), ended });
export type SessionResponse = z.infer<typeof sessionResponse>;

/** `resetLink` is present only in development; everywhere else the link is only emailed. */
export const passwordResetResponse = z.object({ message: z.string(), resetLink: z.string().optional() });
export type PasswordResetResponse = z.infer<typeof passwordResetResponse>;

const sessionUser = z.object({
  ...subscriber,
  /** Whether content opens right now; the status above is only a label. */
  hasAccess: z.boolean(),
  /** Whether items open a day early. The highest plan decides this, not the type above. */
  hasEarlyAccess: z.boolean(),
  /** The paid time is over and access isn't: a payment failed, or is about to be seen. */
  isInGrace: z.boolean(),
  timezone: z.string(),
  /** Today in the member's zone. */
  today: z.string(),
  /** The day they became a member here, in their zone: the account's first, or the day a person from elsewhere accepted the invitation. */
  memberSince: z.string(),
  /** Newest month, up to today, with live content, `YYYY-MM`. */
  defaultMonth: z.string(),
});
export type SessionUser = z.infer<typeof sessionUser>;

/** `token` is a fresh one if the token sent is older than a day. */
export const verifyResponse = z.object({ user: sessionUser, token: z.string().optional() });
export type VerifyResponse = z.infer<typeof verifyResponse>;

export const okResponse = z.object({ ok: z.literal(true) });
export type OkResponse = z.infer<typeof okResponse>;

const ownSession = z.object({
  id: z.string(),
  userAgent: z.string().nullable(),
  createdAt: instant,
  lastUsedAt: instant,
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Sessions still valid: the current one first, then by most recent use. */
export const sessionsResponse = z.object({ sessions: z.array(ownSession) });
export type SessionsResponse = z.infer<typeof sessionsResponse>;

export const sessionRef = z.object({ id: z.uuid("Device not found") });

/** With a second factor, the body carries the authenticator app's code; without one, the body may be missing. */
export const adminVerifyRequest = z.object({
  totp: sixDigits.optional(),
});
