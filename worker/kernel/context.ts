import { createDb, type Db } from "#db/client.ts";
import type { AdminRole } from "#domain/rules/administrators.ts";
import { type Config, type Env, PUSH_QUEUES, readConfig } from "./env.ts";
import { errorFields, log } from "./log.ts";
import { createPayPal, type PayPal } from "./paypal/paypal.ts";
import { createMailer, type Mailer } from "./resend/mailer.ts";

/** Who works in the admin area. */
export type AdminCaller = { id: string; name: string; email: string; role: AdminRole };

/** The name under which rows keep who wrote them; null for the owner, whose password is no one person's. */
export const authorOf = ({ administrator }: Pick<Ctx, "administrator">): string | null =>
  administrator && administrator.role !== "owner" ? administrator.name : null;

/** Everything a use case can reach; nothing else is global. `now` is an instant in epoch milliseconds. */
export type Ctx = {
  db: Db;
  now: number;
  /** `now` plus the time elapsed since. Only work that waits needs it, such as pacing emails. */
  clock: () => number;
  config: Config;
  mailer: Mailer;
  paypal: PayPal | null;
  /** The lanes, which send batches in parallel. */
  wakeUpQueues: Env["WAKE_UP_QUEUE"][];
  pushQueues: Env["PUSH_1"][];
  mailEventsQueues: readonly [Env["MAIL_EVENTS_QUEUE"], ...Env["MAIL_EVENTS_QUEUE"][]];
  bucket: Env["MEDIA"];
  /** @throws Error if the file isn't in the build */
  readFile: (path: string) => Promise<string>;
  requestId: string;
  /** Extra fields for the request's log line. Never put an email address here. */
  line: { memberId?: string };
  /** The administrator who called; null for everyone else. */
  administrator: AdminCaller | null;
  /** The caller's address as the edge saw it; null for work that no request started. */
  ipAddress: string | null;
  userAgent: string | null;
  /** Runs work after the response is sent. Failures are logged because no caller would see them. */
  defer: (work: Promise<unknown>) => void;
};

type Origin = Pick<Ctx, "now" | "requestId" | "defer"> & Partial<Pick<Ctx, "ipAddress" | "userAgent" | "clock">>;

export function createContext(env: Env, origin: Origin): Ctx {
  const { now, clock = () => now, requestId, defer, ipAddress = null, userAgent = null } = origin;
  const config = readConfig(env);
  return {
    db: createDb(env.DB),
    now,
    clock,
    config,
    mailer: createMailer(config),
    paypal: createPayPal(config, now),
    wakeUpQueues: [env.WAKE_UP_QUEUE, env.WAKE_UP_QUEUE_2, env.WAKE_UP_QUEUE_3, env.WAKE_UP_QUEUE_4],
    pushQueues: PUSH_QUEUES.map((name) => env[name]),
    mailEventsQueues: [
      env.MAIL_EVENTS_QUEUE,
      env.MAIL_EVENTS_QUEUE_2,
      env.MAIL_EVENTS_QUEUE_3,
      env.MAIL_EVENTS_QUEUE_4,
    ],
    bucket: env.MEDIA,
    readFile: async (path) => {
      const file = await env.ASSETS.fetch(new URL(path, config.appUrl));
      if (!file.ok) throw new Error(`${path}: ${file.status}`);
      return file.text();
    },
    requestId,
    line: {},
    administrator: null,
    ipAddress,
    userAgent,
    defer: (work) => defer(work.catch((error) => log("error", "deferred_work_failed", errorFields(error)))),
  };
}
