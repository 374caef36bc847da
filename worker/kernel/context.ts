import { type Db, metered } from "#db/client.ts";
import type { Meter } from "#db/metered-d1.ts";
import { type Config, type Env, readConfig } from "./env.ts";
import { errorFields, log } from "./log.ts";
import { createPayPal, type PayPal } from "./paypal/paypal.ts";
import { createMailer, type Mailer } from "./resend/mailer.ts";

/** Everything a use case may reach: nothing else is global. `now` is an instant in epoch milliseconds. */
export type Ctx = {
  db: Db;
  /** What went through `db`, for the log. */
  meter: Meter;
  now: number;
  /** `now` and the time that has passed since, for work that waits: the pace of mails alone. */
  clock: () => number;
  config: Config;
  mailer: Mailer;
  /** Null where payment is not set up. */
  paypal: PayPal | null;
  /** The lanes in which batches go out side by side. */
  wakeUpQueues: Env["WAKE_UP_QUEUE"][];
  mailEventsQueue: Env["MAIL_EVENTS_QUEUE"];
  /** Where the media lie. */
  bucket: Env["MEDIA"];
  /** A file of the build, by its path. @throws Error where it cannot be had */
  readFile: (path: string) => Promise<string>;
  requestId: string;
  /** What the log line of a request says beside the request: whose it is, never an address. */
  line: { memberId?: string };
  /** Where the request came from, as the edge saw it; null for work that none started. */
  ipAddress: string | null;
  userAgent: string | null;
  /** Lets work go on after the answer has left; what fails in it is logged, since nobody else would hear of it. */
  defer: (work: Promise<unknown>) => void;
};

type Origin = Pick<Ctx, "now" | "requestId" | "defer"> & Partial<Pick<Ctx, "ipAddress" | "userAgent" | "clock">>;

export function createContext(env: Env, origin: Origin): Ctx {
  const { now, clock = () => now, requestId, defer, ipAddress = null, userAgent = null } = origin;
  const config = readConfig(env);
  return {
    ...metered(env.DB),
    now,
    clock,
    config,
    mailer: createMailer(config),
    paypal: createPayPal(config, now),
    wakeUpQueues: [env.WAKE_UP_QUEUE, env.WAKE_UP_QUEUE_2, env.WAKE_UP_QUEUE_3, env.WAKE_UP_QUEUE_4],
    mailEventsQueue: env.MAIL_EVENTS_QUEUE,
    bucket: env.MEDIA,
    readFile: async (path) => {
      const file = await env.ASSETS.fetch(new URL(path, config.appUrl));
      if (!file.ok) throw new Error(`${path}: ${file.status}`);
      return file.text();
    },
    requestId,
    line: {},
    ipAddress,
    userAgent,
    defer: (work) => defer(work.catch((error) => log("error", "deferred_work_failed", errorFields(error)))),
  };
}
