import type { Finding } from "#domain/contract/health.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { CADENCES } from "#domain/rules/cadences.ts";
import journal from "../../../db/migrations/meta/_journal.json";
import type { Ctx } from "../../kernel/context.ts";
import { selectDispatcher } from "../../mail/dispatcher.queries.ts";
import { complaintPauses } from "../../mail/sending-state.ts";
import { MOST_BATCHES, selectDatabaseClock, selectMigrations, selectWaitingBatches } from "./doctor.queries.ts";
import { failing, ok, warning } from "./finding.ts";

const QUEUE_LATE_MS = 10 * MINUTE_MS;
/** Sign-in and mails stand more than this. */
const CLOCK_OFF_MS = 30_000;

const minutes = (ms: number) => `${Math.round(ms / MINUTE_MS)} minutes`;

/** The database with its migrations and clock, the crons, the queue and the pause of all sending. */
export async function examineDatabase(ctx: Ctx): Promise<Finding[]> {
  const [[[dispatcher], [waiting], [clock]], migrations] = await Promise.all([
    ctx.db.batch([selectDispatcher(ctx.db), selectWaitingBatches(ctx.db, ctx.now), selectDatabaseClock(ctx.db)]),
    examineMigrations(ctx),
  ]);
  const off = Math.abs((clock?.now ?? 0) - ctx.clock());
  return [
    ok("Database", "It answers."),
    migrations,
    off > CLOCK_OFF_MS
      ? warning(
          "Clock",
          `The database's clock and the Worker's are ${Math.round(off / 1000)} s apart.`,
          "Tell Cloudflare.",
        )
      : ok("Clock", "The database's clock agrees with the Worker's."),
    ranFinding("Minute tick", dispatcher?.lastTickAt, ctx.now, CADENCES.tick.lateAfterMs),
    ranFinding("Hourly cron", dispatcher?.lastHourlyAt, ctx.now, CADENCES.hourly.lateAfterMs),
    queueFinding(ctx, waiting),
    waiting && waiting.dead > 0
      ? warning(
          "Dead letters",
          `${waiting.dead} batches used up their retries.`,
          "See queue_message_failed in the log; the ticks try them again.",
        )
      : ok("Dead letters", "None."),
    sendingFinding(ctx, dispatcher),
  ];
}

function sendingFinding({ now }: Ctx, dispatcher: Parameters<typeof complaintPauses>[0]): Finding {
  const name = "Sending";
  if (dispatcher?.pausedUntil && dispatcher.pausedUntil > now)
    return failing(
      name,
      `All mail is paused: ${dispatcher.pauseReason ?? "no reason is known"}`,
      "Mend what it names; Overview has Try now.",
    );
  const held = complaintPauses(dispatcher, now).map(({ kind }) => kind);
  if (held.length === 0) return ok(name, "It is not paused.");
  return failing(
    name,
    `Paused for complaints: ${held.join(", ")} emails.`,
    "See why people complain; Delivery has Resume.",
  );
}

async function examineMigrations({ db }: Ctx): Promise<Finding> {
  const name = "Migrations";
  const applied = new Set((await selectMigrations(db)).map((row) => row.name.replace(/\.sql$/, "")));
  const missing = journal.entries.map(({ tag }) => tag).filter((tag) => !applied.has(tag));
  if (missing.length === 0) return ok(name, `All ${journal.entries.length} are applied.`);
  return failing(name, `Not applied: ${missing.join(", ")}.`, "npm run deploy; on this machine npm start.");
}

function ranFinding(name: string, lastAt: number | null | undefined, now: number, lateMs: number): Finding {
  const mend = "Look at the Worker's cron triggers and its log. Members are not woken while the tick stands still.";
  if (!lastAt) return failing(name, "It has never run.", mend);
  if (lastAt < now - lateMs) return failing(name, `It last ran ${minutes(now - lastAt)} ago.`, mend);
  return ok(name, "It runs.");
}

type Waiting = Awaited<ReturnType<typeof selectWaitingBatches>>[number];

function queueFinding({ now }: Ctx, waiting: Waiting | undefined): Finding {
  const name = "Queue";
  if (!waiting?.oldest) return ok(name, "No batch waits.");
  const batches = waiting.waiting < MOST_BATCHES ? `${waiting.waiting} batches` : `${MOST_BATCHES} batches or more`;
  const age = now - waiting.oldest;
  if (age < QUEUE_LATE_MS) return ok(name, `${batches} wait for the next tick.`);
  const mend = "Delivery shows them with their last error; at a great hour RESEND_RATE may be too small.";
  return warning(name, `${batches} wait, the oldest since ${minutes(age)}.`, mend);
}
