import * as z from "zod";
import { BRAND } from "#domain/brand.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { ComplaintLimits } from "#domain/rules/mail-events.ts";
import { missingParticulars } from "#domain/rules/operator.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { DEFAULT_WAKE_UP_HOURS, parseHourRange } from "#domain/rules/wake-up-hours.ts";
import { faultsOfKeys, keyVariables, signingKeysOf } from "./links/signing-keys.ts";
import { PAYMENT_VARIABLES, payPalOf, turnstileOf } from "./provider-accounts.ts";
import type { BatchMessage, MailEvent } from "./queue-messages.ts";

/** What wrangler.toml binds. Variables and secrets are read through `readConfig` only. */
export type Env = {
  DB: D1Database;
  MEDIA: R2Bucket;
  // The lanes: each is worked at by one consumer at a time.
  WAKE_UP_QUEUE: Queue<BatchMessage>;
  WAKE_UP_QUEUE_2: Queue<BatchMessage>;
  WAKE_UP_QUEUE_3: Queue<BatchMessage>;
  WAKE_UP_QUEUE_4: Queue<BatchMessage>;
  MAIL_EVENTS_QUEUE: Queue<MailEvent>;
  ASSETS: Fetcher;
  AUTH_RATE_LIMIT: RateLimit;
  ADMIN_RATE_LIMIT: RateLimit;
  UNSUBSCRIBE_RATE_LIMIT: RateLimit;
};

const SENDER = /^(?:[^<>]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;
const count = z.coerce.number().int().min(1);
const percent = z.coerce.number().gt(0).max(100);
/** OWASP's scrypt choice that fits an isolate (16 MiB, with r 8 and p 5); workerd refuses N·r·p above 2^20. */
const SCRYPT_COST = 16_384;
/** One password opens every member's data; of a botnet each address has its guesses. */
const ADMIN_PASSWORD_LENGTH = 16;

/** Whether an address leads to this machine alone. */
export function isLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return hostname === "localhost" || hostname === "[::1]" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}

type MailVariables = { ENVIRONMENT: "production" | "development"; MAIL_FROM: string; RESEND_BASE_URL: string };

/**
 * Why no mail may be sent, or null when it may: mail that reaches people has to say who sends it, and from where. What a sandbox
 * on this machine takes reaches nobody.
 */
function mailHindrance({ ENVIRONMENT, MAIL_FROM, RESEND_BASE_URL }: MailVariables): string | null {
  if (ENVIRONMENT === "development" || isLoopback(RESEND_BASE_URL)) return null;
  const missing = missingParticulars({ ...BRAND, mailSender: MAIL_FROM });
  if (missing.length === 0) return null;
  return `Empty or a placeholder in domain/brand.ts or MAIL_FROM: ${missing.join(", ")}.`;
}

const optional = z.string().default("");

export const variables = z
  .object({
    ENVIRONMENT: z.enum(["production", "development"]).default("production"),
    APP_URL: z
      .url({ protocol: /^https?$/ })
      // It is written into pages and mails, and an address allows quotes in a host's name.
      .regex(/^[\w.:/[\]-]*$/, "must name a host in letters, digits, dots and hyphens")
      .refine((url) => URL.canParse(url) && new URL(url).origin === url, "must be an origin, without path or slash"),
    ...keyVariables,
    ADMIN_PASSWORD: z
      .string()
      .min(8, "must have at least 8 characters")
      .regex(/^[\x20-\x7e]+$/, "must be ASCII, since it travels in a header"),
    ADMIN_TOTP_SECRET: z
      .literal("")
      // 128 bits, as RFC 4226 asks for; apps show it in groups.
      .or(z.string().regex(/^[A-Z2-7]{26,128}=*$/i, "must be base32 of 26 characters or more"))
      .default(""),
    RESEND_API_KEY: z.string().min(1),
    RESEND_BASE_URL: z.literal("").or(z.url()).default(""),
    RESEND_RATE: count.max(1000).default(5),
    MAIL_FROM: z.string().regex(SENDER, "must be an address or Name <address>").default(BRAND.mailSender),
    WAKE_UP_HOURS: z
      .string()
      .default(DEFAULT_WAKE_UP_HOURS)
      .transform((text, context) => {
        const hours = parseHourRange(text);
        if (hours) return hours;
        context.addIssue("must be a range such as 05-09");
        return z.NEVER;
      }),
    WAKE_UP_ZONES: z.enum(["us", "world"]).default("us"),
    ADMIN_MAX_FAILURES: count.default(10),
    ADMIN_ALARM_FAILURES: count.default(100),
    LOGIN_MAX_FAILURES_PER_ACCOUNT: count.default(10),
    LOGIN_MAX_PER_ACCOUNT: count.default(30),
    LOGIN_MAX_FAILURES_PER_ADDRESS: count.default(50),
    LOGIN_ALARM_FAILURES: count.default(1000),
    RESET_MAX_PER_NETWORK: count.default(30),
    RESET_MAX_PER_ACCOUNT: count.default(2),
    RESET_MAX_PER_ACCOUNT_DAY: count.default(5),
    RESET_MAX_IN_TOTAL: count.default(60),
    TURNSTILE_SITE_KEY: optional,
    TURNSTILE_SECRET_KEY: optional,
    TURNSTILE_BASE_URL: z.url().default("https://challenges.cloudflare.com"),
    SCRYPT_COST: count.max(SCRYPT_COST).default(SCRYPT_COST),
    PAYPAL_CLIENT_ID: optional,
    PAYPAL_CLIENT_SECRET: optional,
    PAYPAL_WEBHOOK_ID: optional,
    PAYPAL_PLAN_MONTHLY: optional,
    PAYPAL_PLAN_ANNUAL: optional,
    PAYPAL_PLAN_QUARTERLY: optional,
    PAYPAL_BASE_URL: z.url().default("https://api-m.paypal.com"),
    PAYPAL_SDK_URL: z.url().default("https://www.paypal.com/sdk/js"),
    PAYMENT_GRACE_DAYS: count
      .min(SERVICE_TERMS.suspensionAfterDays, `must be at least ${SERVICE_TERMS.suspensionAfterDays}`)
      .default(SERVICE_TERMS.paymentGraceDays),
    CHECKOUT_MAX_PER_NETWORK: count.default(30),
    OPERATOR_EMAIL: z.literal("").or(z.email()).default(""),
    ALARM_WEBHOOK_URL: z
      .literal("")
      .or(z.url({ protocol: /^https?$/ }))
      .default(""),
    SUPPORT_MAILBOX: z.literal("").or(z.email()).default(""),
    UNSUBSCRIBE_ADDRESS: z
      .literal("")
      // With the member's token behind a plus it has to stay within 64 characters.
      .or(z.email().regex(/^[^@+]{1,11}@/, "must have at most 11 characters before the @, and no plus"))
      .default(""),
    RESEND_WEBHOOK_SECRET: z
      .literal("")
      .or(z.string().regex(/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/))
      .default(""),
    COMPLAINTS_ALARM_PERCENT: percent.default(0.1),
    COMPLAINTS_ALARM_FROM: count.default(3),
    COMPLAINTS_PAUSE_PERCENT: percent.default(0.3),
    COMPLAINTS_PAUSE_FROM: count.default(20),
    DNS_URL: z.url().default("https://cloudflare-dns.com/dns-query"),
    INBOUND_KEPT_DAYS: count.default(SERVICE_TERMS.retentionDays),
    // Longer than any notice is ahead of what it tells of, whose mail says that it was told.
    MAILS_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.otherMailsKeptDays),
    // The administrator's view of a member shows the last of them.
    WAKE_UP_MONTHS_KEPT: count.min(12).max(1200).default(SERVICE_TERMS.mailMonthsKept),
    // The audit is what tells a second look from the first: not shorter than what it is asked about.
    AUDIT_KEPT_DAYS: count.min(SERVICE_TERMS.retentionDays).default(SERVICE_TERMS.auditKeptYears * 365),
  })
  .refine((parsed) => (parsed.TURNSTILE_SITE_KEY === "") === (parsed.TURNSTILE_SECRET_KEY === ""), {
    path: ["TURNSTILE_SECRET_KEY"],
    error: "belongs to TURNSTILE_SITE_KEY: set both, or neither",
  })
  .superRefine((parsed, context) => {
    for (const { name, message } of faultsOfKeys(parsed)) context.addIssue({ code: "custom", path: [name], message });
    const missing = PAYMENT_VARIABLES.filter((name) => parsed[name] === "");
    // A secret is set apart from the variables, and outlives them: alone it means that nothing is for sale.
    const given = PAYMENT_VARIABLES.filter((name) => !missing.includes(name) && name !== "PAYPAL_CLIENT_SECRET");
    if (missing.length === 0 || given.length === 0) return;
    for (const name of missing)
      context.addIssue({ code: "custom", path: [name], message: "is missing, where other PAYPAL_ variables are set" });
  })
  .refine((parsed) => parsed.ENVIRONMENT === "development" || parsed.ADMIN_PASSWORD.length >= ADMIN_PASSWORD_LENGTH, {
    path: ["ADMIN_PASSWORD"],
    error: `must have at least ${ADMIN_PASSWORD_LENGTH} characters outside development`,
  })
  // Development opens entry points that need no password and tells reset links to whoever asks.
  .refine((parsed) => parsed.ENVIRONMENT !== "development" || isLoopback(parsed.APP_URL), {
    path: ["ENVIRONMENT"],
    error: "may be development only where APP_URL is http://localhost or another loopback address",
  })
  .transform((parsed) => ({
    isDevelopment: parsed.ENVIRONMENT === "development",
    appUrl: parsed.APP_URL,
    signingKeys: signingKeysOf(parsed),
    /** Whichever key signs: what is stored by it could not be found by another. */
    lookUpSecret: parsed.APP_SECRET,
    adminPassword: parsed.ADMIN_PASSWORD,
    adminTotpSecret: parsed.ADMIN_TOTP_SECRET || null,
    resendApiKey: parsed.RESEND_API_KEY,
    resendBaseUrl: parsed.RESEND_BASE_URL || null,
    /** Calls a second that the provider takes from us. */
    resendRate: parsed.RESEND_RATE,
    mailFrom: parsed.MAIL_FROM,
    mailHindrance: mailHindrance(parsed),
    wakeUpHours: parsed.WAKE_UP_HOURS,
    wakeUpZones: zoneOptions(parsed.WAKE_UP_ZONES),
    adminMaxFailures: parsed.ADMIN_MAX_FAILURES,
    adminAlarmFailures: parsed.ADMIN_ALARM_FAILURES,
    loginMaxFailuresPerAccount: parsed.LOGIN_MAX_FAILURES_PER_ACCOUNT,
    /** Tries, right ones too. */
    loginMaxPerAccount: parsed.LOGIN_MAX_PER_ACCOUNT,
    loginAlarmFailures: parsed.LOGIN_ALARM_FAILURES,
    resetMaxPerNetwork: parsed.RESET_MAX_PER_NETWORK,
    resetMaxPerAccount: parsed.RESET_MAX_PER_ACCOUNT,
    resetMaxPerAccountDay: parsed.RESET_MAX_PER_ACCOUNT_DAY,
    resetMaxInTotal: parsed.RESET_MAX_IN_TOTAL,
    // Production hashes at full cost whatever is set; tests need not spend seconds on it.
    scryptCost: parsed.ENVIRONMENT === "development" ? parsed.SCRYPT_COST : SCRYPT_COST,
    loginMaxFailuresPerAddress: parsed.LOGIN_MAX_FAILURES_PER_ADDRESS,
    turnstile: turnstileOf(parsed),
    paypal: payPalOf(parsed),
    paymentGraceMs: parsed.PAYMENT_GRACE_DAYS * DAY_MS,
    checkoutMaxPerNetwork: parsed.CHECKOUT_MAX_PER_NETWORK,
    operatorEmail: parsed.OPERATOR_EMAIL || null,
    /** Whoever has it can write to the operator: a secret. */
    alarmWebhookUrl: parsed.ALARM_WEBHOOK_URL || null,
    /** Where mail that comes in is answered; null: it is only stored. */
    supportMailbox: parsed.SUPPORT_MAILBOX || null,
    unsubscribeAddress: parsed.UNSUBSCRIBE_ADDRESS || null,
    /** Null: what the provider tells is not taken. */
    resendWebhookSecret: parsed.RESEND_WEBHOOK_SECRET || null,
    complaintLimits: {
      alarmShare: parsed.COMPLAINTS_ALARM_PERCENT / 100,
      alarmFrom: parsed.COMPLAINTS_ALARM_FROM,
      pauseShare: parsed.COMPLAINTS_PAUSE_PERCENT / 100,
      pauseFrom: parsed.COMPLAINTS_PAUSE_FROM,
    } satisfies ComplaintLimits,
    dnsUrl: parsed.DNS_URL,
    inboundKeptMs: parsed.INBOUND_KEPT_DAYS * DAY_MS,
    mailsKeptMs: parsed.MAILS_KEPT_DAYS * DAY_MS,
    wakeUpMonthsKept: parsed.WAKE_UP_MONTHS_KEPT,
    auditKeptMs: parsed.AUDIT_KEPT_DAYS * DAY_MS,
  }));

export type Config = z.infer<typeof variables>;

const parsed = new WeakMap<object, Config>();

/** Names every variable that is missing or wrong, never its value. */
export class ConfigError extends Error {
  readonly names: string[];

  constructor(issues: { path: PropertyKey[]; message: string }[]) {
    const problems = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    super(`Configuration is incomplete (see the README, "Deploy"). ${problems.join("; ")}`);
    this.names = [...new Set(issues.map(({ path }) => path.join(".")))].sort();
  }
}

/** Variables and secrets, parsed once per isolate. @throws ConfigError */
export function readConfig(env: Env): Config {
  const known = parsed.get(env);
  if (known) return known;
  const result = variables.safeParse(env);
  if (!result.success) throw new ConfigError(result.error.issues);
  parsed.set(env, result.data);
  return result.data;
}
