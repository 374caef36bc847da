import { createDb, type Db } from "#db/client.ts";
import { type Config, type Env, readConfig } from "./env.ts";
import { errorFields, log } from "./log.ts";
import { createMailer, type Mailer } from "./mail/mailer.ts";

/** Everything a use case may reach: nothing else is global. `now` is an instant in epoch milliseconds. */
export type Ctx = {
  db: Db;
  now: number;
  config: Config;
  mailer: Mailer;
  wakeUpQueue: Env["WAKE_UP_QUEUE"];
  /** Where the media lie. */
  bucket: Env["MEDIA"];
  requestId: string;
  /** Lets work go on after the answer has left; what fails in it is logged, since nobody else would hear of it. */
  defer: (work: Promise<unknown>) => void;
};

type Origin = { now: number; requestId: string; defer: (work: Promise<unknown>) => void };

export function createContext(env: Env, { now, requestId, defer }: Origin): Ctx {
  const config = readConfig(env);
  return {
    db: createDb(env.DB),
    now,
    config,
    mailer: createMailer(config),
    wakeUpQueue: env.WAKE_UP_QUEUE,
    bucket: env.MEDIA,
    requestId,
    defer: (work) =>
      defer(work.catch((error) => log("error", "deferred_work_failed", { requestId, ...errorFields(error) }))),
  };
}
