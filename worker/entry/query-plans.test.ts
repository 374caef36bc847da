import { env } from "cloudflare:workers";
import { beforeAll, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { slotAhead } from "#test/support/fixtures.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { buyGift } from "#test/worker/gifts.ts";
import { catchQueued } from "#test/worker/jobs.ts";
import { fillLargeHouse, itemsUntil } from "#test/worker/large-house.ts";
import { eventOf } from "#test/worker/mail-events.ts";
import { allTables, collectingD1, scannedBy } from "#test/worker/query-plans.ts";
import { raiseAlarms } from "../health/checks/raise-alarms.ts";
import { type Ctx, createContext } from "../kernel/context.ts";
import type { SendOutcome } from "../kernel/resend/send-outcome.ts";
import { applyMailEvents } from "../mail-responses/events/apply-mail-events.ts";
import { sendBatch } from "../wake-up/batches/send-batch.ts";
import { CUT_OFF_MS } from "../wake-up/slots/slots.ts";
import { JOBS, runJobs } from "./jobs.ts";

/** On the hour, the tick also looks for gifts. */
const SLOT_AT = slotAhead(1, 6);

const { d1: DB, collected } = collectingD1();
/** The statements of each entry point, by name. */
const madeBy = new Map<string, [string, unknown[]][]>();

async function collect(entrance: string, now: number, run: (ctx: Ctx) => Promise<unknown>): Promise<void> {
  const defer = () => undefined;
  const ctx = createContext({ ...env, DB }, { now, requestId: crypto.randomUUID(), defer });
  catchQueued(ctx);
  await run(ctx);
  madeBy.set(entrance, [...(madeBy.get(entrance) ?? []), ...collected]);
  collected.clear();
}

const ANSWERS: SendOutcome[] = [
  { kind: "accepted", rejected: [{ index: 0, message: "Invalid `to` field." }] },
  { kind: "refused", message: "no" },
  { kind: "unclear", message: "gone" },
  { kind: "rate_limited", retryAfterSeconds: 60 },
  { kind: "blocked", reason: "account", message: "bad key" },
];
const answering = (ctx: Ctx, outcome: SendOutcome) => vi.spyOn(ctx.mailer, "sendBatch").mockResolvedValue(outcome);

beforeAll(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await fillLargeHouse(db, SLOT_AT - DAY_MS, { members: 700, items: itemsUntil(SLOT_AT), deliveries: 7000 });
  await buyGift({ deliverOn: new Date(SLOT_AT).toISOString().slice(0, 10) });
  await rowsOf("update content set status = 'published'");
  await rowsOf(
    `insert into broadcasts (id, kind, audience, subject, body, recipients, state, created_at, begins_at)
     values ('plan', 'service', 'members', 'Hello', 'Hello', 700, 'waiting', 0, 0)`,
  );
  await rowsOf("delete from dispatcher");
  await rowsOf("insert into dispatcher (id, last_tick_at) values (1, ?)", SLOT_AT - 6 * HOUR_MS);
  // Starts with access changes due this minute, and with hours that weren't dispatched.
  await rowsOf("update members set access_changes_at = ? where email < 'large-000010'", SLOT_AT);
  await collect("tick", SLOT_AT, (ctx) => runJobs(ctx, "tick", SLOT_AT));
  const batches = await rowsOf("select id from wake_up_batches where state = 'open' order by id");
  expect(batches.length).toBeGreaterThanOrEqual(ANSWERS.length);
  for (const [index, { id }] of batches.entries()) {
    await collect("batch", SLOT_AT, async (ctx) => {
      answering(ctx, ANSWERS[index % ANSWERS.length] ?? { kind: "in_flight" });
      await sendBatch(ctx, { batchId: String(id), tickAt: SLOT_AT });
    });
    await rowsOf("delete from pauses");
    await rowsOf("update dispatcher set last_start_at = null, slowed_until = null");
  }
  for (const [minutes, outcome] of ANSWERS.entries())
    await collect("tick", SLOT_AT + (1 + minutes) * HOUR_MS, async (ctx) => {
      await rowsOf(
        "update transactional_mails set state = 'pending', next_attempt_at = 0, settled_at = null where kind = 'gift'",
      );
      answering(ctx, outcome);
      await runJobs(ctx, "tick", ctx.now);
    });
  await collect("tick", SLOT_AT + CUT_OFF_MS + 5 * MINUTE_MS, (ctx) => runJobs(ctx, "tick", ctx.now));
  const [sent, ...others] = await rowsOf("select member_id as id, local_date as date from wake_up_deliveries limit 6");
  await collect("mail events", SLOT_AT + HOUR_MS, async (ctx) => {
    const about = ({ id, date }: Record<string, unknown> = {}) => ({
      memberId: String(id),
      emailKey: `${id}@large.daybolt.test`,
      date: String(date),
    });
    const kinds = ["bounced", "complained", "refused", "failed", "delivered"] as const;
    const limits = { ...ctx.config.complaintLimits, pauseFrom: 1, alarmFrom: 1 };
    const config = { ...ctx.config, complaintLimits: limits, operatorEmail: "operator@daybolt.test" };
    const events = kinds.map((kind, index) => eventOf(kind, about(others[index]), ctx.now));
    await applyMailEvents({ ...ctx, config }, [eventOf("sent", about(sent), ctx.now), ...events]);
  });
  await collect("check", SLOT_AT + HOUR_MS, raiseAlarms);
  // Twelve hours later it's evening, when the operator gets the email about an empty morning.
  for (const days of [0, 0.5, 8, 40, 100])
    for (const { name, run } of JOBS.filter(({ every }) => every === "hourly"))
      await collect(`hourly: ${name}`, SLOT_AT + days * DAY_MS + 12 * MINUTE_MS, (ctx) =>
        run(ctx, { tickAt: ctx.now }),
      );
}, 600_000);

/** What a statement may read in full, because it doesn't grow with members, emails, or days, or is limited. */
const MAY_BE_READ: Record<string, string> = {
  dispatcher: "one row",
  live_event_drafts: "a row an event that an editor wrote and nobody released",
  imports: "a row a file that an administrator imported",
  pauses: "a row a kind",
  totals: "a row a count",
};

/** Indexes that a statement may read in full, because they contain only what is waiting. */
const MAY_BE_READ_AS_INDEX: Record<string, string> = {
  incidents_unsettled: "incidents that go on, a few kinds",
  disputes_open: "until 20 whose turn it is",
  payments_without_fee: "until 20 whose turn it is",
};

test("no scheduled job scans a growing table from end to end", async () => {
  const tables = await allTables();
  const found = new Set<string>();
  for (const [entrance, statements] of madeBy) {
    expect(statements.length, entrance).toBeGreaterThan(0);
    for (const [sql, values] of statements) {
      const whole = await scannedBy(sql, values, tables, MAY_BE_READ_AS_INDEX);
      const scanned = whole.filter((table) => !(table in MAY_BE_READ));
      for (const table of scanned) found.add(`${entrance}: ${table}: ${sql.replace(/\s+/g, " ").slice(0, 400)}`);
    }
  }
  expect([...found]).toEqual([]);
});
