import type * as z from "zod";
import { accountConfig } from "../account/account.config.ts";
import { invitationsConfig } from "../account/invitations/invitations.config.ts";
import { incidentsConfig } from "../incidents/incidents.config.ts";
import { mailConfig } from "../mail/mail.config.ts";
import { mailResponsesConfig } from "../mail-responses/mail-responses.config.ts";
import { moneyConfig } from "../money/money.config.ts";
import { privacyConfig } from "../privacy/privacy.config.ts";
import { pushConfig } from "../push/push.config.ts";
import { wakeUpConfig } from "../wake-up/wake-up.config.ts";
import { kernelConfig } from "./kernel.config.ts";
import type { BatchMessage, MailEvent, PushBatchMessage } from "./queue-messages.ts";

/** The lanes of notifications. */
export const PUSH_QUEUES = [
  "PUSH_1",
  "PUSH_2",
  "PUSH_3",
  "PUSH_4",
  "PUSH_5",
  "PUSH_6",
  "PUSH_7",
  "PUSH_8",
  "PUSH_9",
  "PUSH_10",
] as const;

/** Bindings from wrangler.toml. Read variables and secrets through `readConfig` only. */
export type Env = {
  DB: D1Database;
  MEDIA: R2Bucket;
  // The lanes. Each has one consumer at a time.
  WAKE_UP_QUEUE: Queue<BatchMessage>;
  WAKE_UP_QUEUE_2: Queue<BatchMessage>;
  WAKE_UP_QUEUE_3: Queue<BatchMessage>;
  WAKE_UP_QUEUE_4: Queue<BatchMessage>;
  // Each takes the events of a fourth of the emails.
  MAIL_EVENTS_QUEUE: Queue<MailEvent>;
  MAIL_EVENTS_QUEUE_2: Queue<MailEvent>;
  MAIL_EVENTS_QUEUE_3: Queue<MailEvent>;
  MAIL_EVENTS_QUEUE_4: Queue<MailEvent>;
  ASSETS: Fetcher;
  AUTH_RATE_LIMIT: RateLimit;
  ADMIN_RATE_LIMIT: RateLimit;
  UNSUBSCRIBE_RATE_LIMIT: RateLimit;
} & Record<(typeof PUSH_QUEUES)[number], Queue<PushBatchMessage>>;

/** Each room declares its own variables. Only this file imports from the rooms below it. */
export const PARTS = [
  kernelConfig,
  accountConfig,
  mailConfig,
  incidentsConfig,
  wakeUpConfig,
  moneyConfig,
  mailResponsesConfig,
  privacyConfig,
  invitationsConfig,
  pushConfig,
] as const;

type Parsed<Parts> = Parts extends readonly [infer First, ...infer Rest] ? z.output<First> & Parsed<Rest> : unknown;
export type Config = Parsed<typeof PARTS>;

const parsed = new WeakMap<object, Config>();

/** Names every missing or invalid variable, never its value. */
export class ConfigError extends Error {
  readonly names: string[];

  constructor(issues: { path: PropertyKey[]; message: string }[]) {
    const problems = issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    super(
      `The configuration is incomplete or invalid (see the README, "Deploy"). ${[...new Set(problems)].join("; ")}`,
    );
    this.names = [...new Set(issues.map(({ path }) => path.join(".")))].sort();
  }
}

export function issuesOf(given: object) {
  return PARTS.flatMap((part) => part.safeParse(given).error?.issues ?? []);
}

/** Parses variables and secrets once per isolate. @throws ConfigError */
export function readConfig(env: Env): Config {
  const known = parsed.get(env);
  if (known) return known;
  const issues = issuesOf(env);
  if (issues.length > 0) throw new ConfigError(issues);
  const config: Config = Object.assign({}, ...PARTS.map((part) => part.parse(env)));
  parsed.set(env, config);
  return config;
}
