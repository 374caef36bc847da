import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HOUR_MS, MINUTE_MS } from "#domain/durations.ts";
import { addDays } from "#domain/rules/calendar-days.ts";
import type { IncidentKind } from "#domain/rules/incidents.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { uniqueEmail } from "#test/support/fixtures.ts";
import { ROWS } from "#test/support/usage.ts";
import { createItem, createMember, db, rowsOf } from "#test/worker/factories.ts";
import { checkAt, tickAt } from "#test/worker/jobs.ts";
import { alarmsOf, alarmUrl, armFault, outboxOf, setUsage } from "#test/worker/outbox.ts";
import { requestIn, requestWith } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { wrongCodesKey } from "../../account/admin/admin-totp.ts";
import { readConfig } from "../../kernel/env.ts";
import { attemptKey } from "../../kernel/limits/attempt-limit.ts";
import { recordTick } from "../../mail/dispatcher.queries.ts";
import { setPause } from "../../mail/pauses.queries.ts";

// Not in the first minutes of an hour, when the provider is asked for its quotas.
const NOW = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 22 * MINUTE_MS;
const TOMORROW = addDays(dateIn(DEFAULT_ZONE, NOW), 1);

beforeEach(async () => {
  const tables = [
    "incidents",
    "wake_up_batches",
    "wake_up_counts",
    "wake_up_slots",
    "provider_events",
    "daily_stats",
    "push_counts",
  ];
  const emptied = [...tables, "mail_days", "audit", "attempt_counters", "transactional_mails", "dispatcher", "pauses"];
  await env.DB.batch(emptied.map((table) => env.DB.prepare(`delete from ${table}`)));
  await db.run("delete from content_revisions");
  await db.run("delete from member_progress");
  await db.run("delete from content");
  // Also the day after: between midnight and 1 AM in Chicago, tests on the real clock have a different tomorrow.
  for (const days of [0, 1]) await createItem(addDays(TOMORROW, days));
  await recordTick(db, NOW);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const openKinds = async () =>
  (await rowsOf("select kind from incidents where ended_at is null order by kind")).map(({ kind }) => kind);

/** A separate operator for one test. */
function operator({ hasWebhook = true, hasMail = true } = {}) {
  const [name, address] = [crypto.randomUUID(), uniqueEmail()];
  return {
    bindings: {
      ...(hasWebhook ? { ALARM_WEBHOOK_URL: alarmUrl(name) } : {}),
      ...(hasMail ? { OPERATOR_EMAIL: address } : {}),
    },
    alarms: async () => (await alarmsOf(name)).map(({ text }) => text).reverse(),
    incidents: async () => (await alarmsOf(name)).map(({ incident }) => incident).reverse(),
    mails: async () => (await outboxOf(address)).map(({ subject }) => subject).reverse(),
    address,
  };
}

const fallSilent = () => db.run(`update dispatcher set last_tick_at = ${NOW - HOUR_MS}`);
const linesOf = (written: { mock: { calls: unknown[][] } }) =>
  written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);

test("when Resend rejects us, the webhook reports the incident and its end, and email resumes", async () => {
  const { bindings, alarms, incidents, mails } = operator();
  const { email } = await createMember();
  await armFault({ kind: "unauthorized", to: email });
  await requestWith({}, "/api/auth/request-password-reset", { json: { email }, now: NOW });
  expect(await rowsOf("select 1 from pauses where kind = 'all'")).toHaveLength(1);
  await checkAt(NOW, bindings);
  expect(await alarms()).toEqual([
    expect.stringMatching(
      /^Daybolt alarm: All email is paused\. No email goes out until .* Runbook: docs\/runbook\.md#sending-paused$/,
    ),
  ]);
  const url = `http://localhost:8787/admin?tab=delivery&date=${dateIn(DEFAULT_ZONE, NOW)}`;
  expect((await alarms())[0]).toContain(` Open ${url} Runbook:`);
  expect(await incidents()).toMatchObject([{ severity: "alarm", url }]);
  await recordTick(db, NOW + 5 * MINUTE_MS);
  await checkAt(NOW + 5 * MINUTE_MS, bindings);
  expect(await alarms()).toHaveLength(1);

  await tickAt(NOW + 6 * MINUTE_MS);
  expect(await outboxOf(email)).toHaveLength(1);
  await checkAt(NOW + 8 * MINUTE_MS, bindings);
  await checkAt(NOW + 9 * MINUTE_MS, bindings);
  expect(await alarms()).toEqual([
    expect.any(String),
    expect.stringMatching(/^Daybolt alarm resolved: All email is paused\. It lasted from .* Central to .* Central\.$/),
  ]);
  expect(await mails()).toEqual([]);
});

test("incidents that don't affect email are emailed once each, however many simultaneous checks find them", async () => {
  const { bindings, alarms, mails, address } = operator();
  const checks = async (at: number) => void (await Promise.all([1, 2, 3, 4].map(() => checkAt(at, bindings))));
  await fallSilent();
  await checks(NOW);
  await checks(NOW + 5 * MINUTE_MS);
  expect(await mails()).toEqual(["Alarm: Scheduler stopped: no wake-up emails"]);
  await recordTick(db, NOW + 9 * MINUTE_MS);
  await checks(NOW + 10 * MINUTE_MS);
  expect(await mails()).toEqual([
    "Alarm: Scheduler stopped: no wake-up emails",
    "Resolved: Scheduler stopped: no wake-up emails",
  ]);
  // It stops again, which is another incident.
  await checks(NOW + 20 * MINUTE_MS);
  expect(await mails()).toHaveLength(3);
  expect(await alarms()).toEqual([]);
  expect((await outboxOf(address))[0]?.text).toMatch(/Runbook:\s+docs\/runbook\.md#no-tick/);
  for (const { text } of await outboxOf(address)) expect(text).toMatch(/^http:\S+\/admin\?tab=delivery&date=\d{4}-/m);
  const [over] = (await outboxOf(address)).filter(({ subject }) => subject.startsWith("Resolved"));
  expect(over?.text).toMatch(/First seen:\n[A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M Central/);
});

test("the webhook is called once, however many checks find the incident at the same time", async () => {
  const { bindings, alarms } = operator({ hasMail: false });
  await fallSilent();
  await Promise.all([1, 2, 3, 4].map(() => checkAt(NOW, bindings)));
  expect(await alarms()).toHaveLength(1);
});

test("the next check retries a failed webhook, and its address appears in no log line", async () => {
  const { bindings, alarms } = operator({ hasMail: false });
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await fallSilent();
  const wrong = bindings.ALARM_WEBHOOK_URL?.replace("/alarms/", "/nowhere/secret-");
  await checkAt(NOW, { ...bindings, ALARM_WEBHOOK_URL: wrong });
  await checkAt(NOW + 5 * MINUTE_MS, { ...bindings, ALARM_WEBHOOK_URL: "http://localhost:9/secret-" });
  await checkAt(NOW + 10 * MINUTE_MS, bindings);
  expect(await alarms()).toHaveLength(1);
  const failed = linesOf(written).filter(({ event }) => event === "alarm_webhook_failed");
  expect(failed).toMatchObject([{ kind: "no-tick", status: 404 }, { kind: "no-tick" }]);
  expect(JSON.stringify(written.mock.calls)).not.toContain("secret-");
});

test("an email incident without a webhook is logged, and emailed once sending resumes", async () => {
  const { bindings, mails } = operator({ hasWebhook: false });
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await setPause(db, NOW + MINUTE_MS, "The key of ana@daybolt.test is wrong");
  await checkAt(NOW, bindings);
  expect(linesOf(written)).toMatchObject([
    { event: "incident_begun", kind: "sending-paused", detail: expect.stringContaining("The key of … is wrong") },
    { event: "incident_alerted_by_mail_only", kind: "sending-paused" },
  ]);
  expect(await mails()).toEqual([]);
  await tickAt(NOW + 2 * MINUTE_MS);
  expect(await mails()).toEqual(["Alarm: All email is paused"]);
});

test("without an email address or webhook, an incident is logged once", async () => {
  const written = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await fallSilent();
  await checkAt(NOW, {});
  await checkAt(NOW + 5 * MINUTE_MS, {});
  expect(linesOf(written).map(({ event }) => event)).toEqual(["incident_begun", "incident_not_alerted"]);
});

const batch = (columns: Record<string, unknown>) => {
  const row = { timezone: DEFAULT_ZONE, hour: 6, local_date: TOMORROW, member_ids: "[]", created_at: 0, ...columns };
  const names = Object.keys(row);
  return env.DB.prepare(`insert into wake_up_batches (${names.join(", ")}) values (${names.map(() => "?").join(", ")})`)
    .bind(...Object.values(row))
    .run();
};
const open = (columns: Record<string, unknown>) =>
  batch({ id: crypto.randomUUID(), state: "open", slot_at: NOW - 5 * MINUTE_MS, next_attempt_at: NOW, ...columns });
const slot = (at: number, outcome: string | null, due: number) =>
  db.run(`insert into wake_up_slots (slot_at, outcome, due_count, settled_at)
    values (${at}, ${outcome === null ? "null" : `'${outcome}'`}, ${due}, ${NOW - MINUTE_MS})`);
const event = (columns: string) =>
  db.run(
    `insert into provider_events (id, type, body, received_at, applied_at) values ('${crypto.randomUUID()}', 'x', ${columns})`,
  );
const refused = () =>
  db.run(
    `insert into audit (at, actor, action, subject) values (${NOW - MINUTE_MS}, 'paypal', 'webhook.refused', 'x')`,
  );
const countedDay = async (sent: number) => {
  const columns = (await rowsOf("select name from pragma_table_info('daily_stats')")).map(({ name }) => String(name));
  const valueFor = (name: string) => ({ date: `'${addDays(TOMORROW, -2)}'`, wake_ups_sent: sent })[name] ?? 0;
  await db.run(`insert into daily_stats (${columns.join(", ")}) values (${columns.map(valueFor).join(", ")})`);
};

const CASES: [IncidentKind, () => Promise<unknown>, () => Promise<unknown>][] = [
  [
    "late-mornings",
    () => open({ slot_at: NOW - 11 * MINUTE_MS }),
    () => db.run("update wake_up_batches set state = 'sent'"),
  ],
  [
    "late-mornings",
    () => slot(NOW - 15 * MINUTE_MS, null, 0),
    () => db.run("update wake_up_slots set outcome = 'batched'"),
  ],
  [
    "late-mornings",
    () => slot(NOW - 4 * HOUR_MS, "missed", 3),
    () => db.run("update wake_up_slots set settled_at = 1"),
  ],
  [
    "sending-failed",
    () => open({ state: "failed", settled_at: NOW - MINUTE_MS }),
    () => db.run("update wake_up_batches set sent_again_as = 'other'"),
  ],
  [
    "sending-failed",
    () => open({ state: "failed", settled_at: NOW - MINUTE_MS }),
    // Too late to resend: its members' day has ended.
    () => db.run(`update wake_up_batches set slot_at = ${NOW - 18 * HOUR_MS}`),
  ],
  [
    "dead-letters",
    () => open({ last_error: "dead_letter" }),
    () => db.run("update wake_up_batches set state = 'sent'"),
  ],
  [
    "push-refused",
    () => db.run(`insert into push_counts (local_date, refused) values ('${addDays(TOMORROW, -1)}', 1)`),
    () => db.run("update push_counts set accepted = 101"),
  ],
  ["runway-empty", () => db.run("update content set hidden = 1"), () => db.run("update content set hidden = 0")],
  [
    "paypal-webhook",
    () => event(`'{}', ${NOW - 2 * HOUR_MS}, null`),
    () => db.run(`update provider_events set applied_at = ${NOW}`),
  ],
  [
    "paypal-webhook",
    async () => void (await Promise.all([refused(), refused(), refused()])),
    () => event(`'{}', ${NOW - MINUTE_MS}, ${NOW}`),
  ],
  [
    "resend-webhook",
    () => countedDay(50),
    () => db.run(`insert into mail_days (date, told) values ('${addDays(TOMORROW, -1)}', 1)`),
  ],
  [
    "reset-total",
    () =>
      db.run(`insert into attempt_counters (key, count, window_ends_at)
        values ('${attemptKey(readConfig(env), "reset-total", "")}', 60, ${NOW + HOUR_MS})`),
    () => db.run("delete from attempt_counters"),
  ],
  ...(["login-total", "admin-total"] as const).map((total): (typeof CASES)[number] => [
    "password-guessing",
    () =>
      db.run(`insert into attempt_counters (key, count, window_ends_at)
          values ('${attemptKey(readConfig(env), total, "")}', 1000, ${NOW + 9 * MINUTE_MS})`),
    () => db.run("update attempt_counters set count = 1"),
  ]),
  [
    "admin-password-known",
    () =>
      db.run(`insert into attempt_counters (key, count, window_ends_at)
        values ('${wrongCodesKey(readConfig(env))}', 100, ${NOW + HOUR_MS})`),
    () => db.run("delete from attempt_counters"),
  ],
];

test.for(CASES.map(([kind, begin, end], index) => [`${kind} (${index})`, kind, begin, end] as const))(
  "the incident %s begins and ends with its cause",
  async ([, kind, begin, end]) => {
    await createMember({ accessEndsAt: NOW + 30 * 24 * HOUR_MS });
    await db.run("update totals set members_with_access = 1");
    await checkAt(NOW, {});
    expect(await openKinds()).toEqual([]);
    await begin();
    await checkAt(NOW, {});
    expect(await openKinds()).toEqual([kind]);
    await end();
    await checkAt(NOW + MINUTE_MS, {});
    expect(await openKinds()).toEqual([]);
  },
);

test("a nearly used quota is reported by the one check an hour that asks for it", async () => {
  const firstOfHour = Math.floor(NOW / HOUR_MS) * HOUR_MS + 3 * MINUTE_MS;
  const paid = { daily: { used: 90, limit: null } };
  await setUsage({ ...paid, monthly: { used: 45_000, limit: 50_000 } });
  await recordTick(db, firstOfHour);
  await checkAt(firstOfHour + 5 * MINUTE_MS, {});
  expect(await openKinds()).not.toContain("quota-near");
  await checkAt(firstOfHour, {});
  expect(await openKinds()).toContain("quota-near");
  await setUsage({ ...paid, monthly: { used: 100, limit: 50_000 } });
  await checkAt(firstOfHour + 5 * MINUTE_MS, {});
  expect(await openKinds()).toContain("quota-near");
  await recordTick(db, firstOfHour + HOUR_MS);
  await checkAt(firstOfHour + HOUR_MS, {});
  expect(await openKinds()).not.toContain("quota-near");
});

test("while everything is fine, a check makes one call, reads at most 25 rows, and writes none", async () => {
  for (let quarter = 0; quarter < 16; quarter += 1) await slot(NOW - quarter * 15 * MINUTE_MS, "batched", 5);
  await Promise.all(Array.from({ length: 60 }, () => open({})));
  await Promise.all(Array.from({ length: 60 }, () => open({ state: "sent", settled_at: NOW - MINUTE_MS })));
  await Promise.all(Array.from({ length: 60 }, () => event(`'{}', ${NOW - 3 * HOUR_MS}, ${NOW}`)));
  await Promise.all(Array.from({ length: 5 }, refused));
  await event(`'{}', ${NOW - MINUTE_MS}, ${NOW}`);
  for (let day = 2; day < 9; day += 1) await createItem(addDays(TOMORROW, day));
  await countedDay(50);
  await db.run(`insert into mail_days (date, told) values ('${addDays(TOMORROW, -1)}', 50), ('${TOMORROW}', 50)`);
  await db.run(`insert into incidents (id, kind, detail, begun_at, notified_at, ended_at, end_notified_at)
    select value, 'no-tick', '', 0, 1, 2, 3 from json_each('[1,2,3,4,5,6,7,8,9]')`);
  const { d1: DB, cost } = countingD1(env.DB);
  await checkAt(NOW, { DB });
  expect(await openKinds()).toEqual([]);
  expect(cost).toMatchObject({ calls: 1, rowsWritten: 0 });
  expect(cost.rowsRead).toBeLessThanOrEqual(ROWS.check.read);
  expect(cost.rowsRead).toBeGreaterThan(0);
});

test("requests detect missing ticks once a minute per isolate, and never in development", async () => {
  const { bindings, mails } = operator();
  await db.run(`update dispatcher set last_tick_at = ${Date.now() - HOUR_MS}`);
  const isolate = { ...env, ...bindings, ENVIRONMENT: "production" } as typeof env;
  await requestIn(isolate, "/api/health/nothing");
  expect(await mails()).toEqual([]);
  const later = Date.now() + 2 * MINUTE_MS;
  vi.spyOn(Date, "now").mockImplementation(() => later);
  await requestIn({ ...isolate, ENVIRONMENT: "development" } as typeof env, "/api/health/nothing");
  expect(await mails()).toEqual([]);
  await requestIn(isolate, "/api/health/nothing");
  vi.restoreAllMocks();
  expect(await mails()).toEqual(["Alarm: Scheduler stopped: no wake-up emails"]);
});

test("a monitor's health request can raise the alarm", async () => {
  const { bindings, mails } = operator();
  await db.run(`update dispatcher set last_tick_at = ${Date.now() - HOUR_MS}`);
  const response = await requestWith(bindings, "/api/health");
  expect(response.status).toBe(503);
  expect(await mails()).toEqual(["Alarm: Scheduler stopped: no wake-up emails"]);
});

test("frequent health requests make an isolate check for incidents only once a minute", async () => {
  const { bindings, mails } = operator();
  const { d1, cost } = countingD1(env.DB);
  const isolate = { ...env, ...bindings, DB: d1 };
  await fallSilent();
  const statementsOf = async (now: number) => {
    const before = cost.calls;
    expect((await requestIn(isolate, "/api/health", { now })).status).toBe(503);
    return cost.calls - before;
  };
  expect(await statementsOf(NOW)).toBeGreaterThan(1);
  for (const second of [1, 2, 30, 59]) expect(await statementsOf(NOW + second * 1000), `${second} s later`).toBe(1);
  expect(await statementsOf(NOW + MINUTE_MS)).toBeGreaterThan(1);
  expect(await mails()).toEqual(["Alarm: Scheduler stopped: no wake-up emails"]);
});
