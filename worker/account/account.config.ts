import * as z from "zod";
import { allOrNone, count, environment, optional, orNull } from "../kernel/variables.ts";

/** An OWASP scrypt setting that fits an isolate (16 MiB, with r 8 and p 5). workerd rejects N·r·p above 2^20. */
const SCRYPT_COST = 16_384;
/** This one password opens every member's data, and each address of a botnet gets its own guesses. */
const ADMIN_PASSWORD_LENGTH = 16;

export const accountConfig = z
  .object({
    ENVIRONMENT: environment,
    ADMIN_PASSWORD: z
      .string()
      .min(8, "must have at least 8 characters")
      .regex(/^[\x20-\x7e]+$/, "must contain only ASCII characters, because it's sent in a header"),
    /** Empty: the administrator has no second factor. At least 128 bits, as RFC 4226 requires; authenticator apps show it in groups. */
    ADMIN_TOTP_SECRET: orNull(z.string().regex(/^[A-Z2-7]{26,128}=*$/i, "must be at least 26 base32 characters")),
    ADMIN_MAX_FAILURES: count.default(10),
    ADMIN_ALARM_FAILURES: count.default(100),
    LOGIN_MAX_FAILURES_PER_ACCOUNT: count.default(10),
    /** Counts successful logins too. */
    LOGIN_MAX_PER_ACCOUNT: count.default(30),
    LOGIN_MAX_FAILURES_PER_ADDRESS: count.default(50),
    LOGIN_ALARM_FAILURES: count.default(1000),
    RESET_MAX_PER_NETWORK: count.default(30),
    RESET_MAX_PER_ACCOUNT: count.default(2),
    RESET_MAX_PER_ACCOUNT_DAY: count.default(5),
    RESET_MAX_IN_TOTAL: count.default(60),
    SIGN_IN_MAX_PER_NETWORK: count.default(30),
    SIGN_IN_MAX_PER_ACCOUNT_DAY: count.default(5),
    // Empty: Turnstile is off. The secret is set before the deploy that brings the site key, so it may come alone.
    TURNSTILE_SITE_KEY: optional,
    TURNSTILE_SECRET_KEY: optional,
    TURNSTILE_BASE_URL: z.url().default("https://challenges.cloudflare.com"),
    SCRYPT_COST: count.max(SCRYPT_COST).default(SCRYPT_COST),
  })
  .superRefine(
    allOrNone(
      ["TURNSTILE_SITE_KEY", "TURNSTILE_SECRET_KEY"],
      "is missing, but the other TURNSTILE_ key is set",
      (name) => name === "TURNSTILE_SITE_KEY",
    ),
  )
  .refine((given) => given.ENVIRONMENT === "development" || given.ADMIN_PASSWORD.length >= ADMIN_PASSWORD_LENGTH, {
    path: ["ADMIN_PASSWORD"],
    error: `must have at least ${ADMIN_PASSWORD_LENGTH} characters outside development`,
  })
  .transform((given) => ({
    adminPassword: given.ADMIN_PASSWORD,
    adminTotpSecret: given.ADMIN_TOTP_SECRET,
    adminMaxFailures: given.ADMIN_MAX_FAILURES,
    adminAlarmFailures: given.ADMIN_ALARM_FAILURES,
    loginMaxFailuresPerAccount: given.LOGIN_MAX_FAILURES_PER_ACCOUNT,
    loginMaxPerAccount: given.LOGIN_MAX_PER_ACCOUNT,
    loginMaxFailuresPerAddress: given.LOGIN_MAX_FAILURES_PER_ADDRESS,
    loginAlarmFailures: given.LOGIN_ALARM_FAILURES,
    resetMaxPerNetwork: given.RESET_MAX_PER_NETWORK,
    resetMaxPerAccount: given.RESET_MAX_PER_ACCOUNT,
    resetMaxPerAccountDay: given.RESET_MAX_PER_ACCOUNT_DAY,
    resetMaxInTotal: given.RESET_MAX_IN_TOTAL,
    signInMaxPerNetwork: given.SIGN_IN_MAX_PER_NETWORK,
    signInMaxPerAccountDay: given.SIGN_IN_MAX_PER_ACCOUNT_DAY,
    turnstile:
      given.TURNSTILE_SITE_KEY === ""
        ? null
        : {
            siteKey: given.TURNSTILE_SITE_KEY,
            secretKey: given.TURNSTILE_SECRET_KEY,
            baseUrl: given.TURNSTILE_BASE_URL,
          },
    // Production always hashes at full cost; tests can skip the wait.
    scryptCost: given.ENVIRONMENT === "development" ? given.SCRYPT_COST : SCRYPT_COST,
  }));
