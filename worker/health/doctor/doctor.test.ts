import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { paypalEvents } from "#db/schema/paypal-events.ts";
import { type DoctorReport, doctorReport, health } from "#domain/contract/health.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { addDays, formatLongDate } from "#domain/rules/calendar-days.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";
import { createItem, createMedium, db, rowsOf } from "#test/worker/factories.ts";
import { hourAt, tickAt } from "#test/worker/jobs.ts";
import { setDomainStatus } from "#test/worker/outbox.ts";
import { answerForPayPal } from "#test/worker/paypal.ts";
import { answerTo, requestWith } from "#test/worker/request.ts";
import { wrappedD1 } from "#test/worker/wrapped-d1.ts";
import { createContext } from "../../kernel/context.ts";
import { pauseKind, setPause } from "../../mail/pauses.queries.ts";
import { examine } from "./examine.ts";

const NOW = Date.now();
const DOWN = wrappedD1(() => Promise.reject(new Error("D1 is down.")));

async function askHealth(bindings: Record<string, unknown> = {}) {
  const response = await requestWith(bindings, "/api/health");
  expect(response.headers.get("cache-control")).toContain("no-store");
  return [response.status, health.parse(await response.json())] as const;
}

function byName({ findings }: DoctorReport) {
  return Object.fromEntries(findings.map(({ name, ...said }) => [name, said]));
}

async function findings(bindings: Record<string, unknown> = {}) {
  const response = await requestWith(bindings, "/api/admin/doctor", { admin: true });
  expect(response.status).toBe(200);
  return byName(doctorReport.parse(await response.json()));
}

const lastTick = (at: number) => db.run(`update dispatcher set last_tick_at = ${at}`);

test("the health route returns 503 after three minutes without a tick, or without a database", async () => {
  await db.run("delete from dispatcher");
  expect(await askHealth()).toEqual([503, { status: "late", lastTickAt: null }]);
  await tickAt(NOW);
  expect(await askHealth()).toEqual([200, { status: "ok", lastTickAt: new Date(NOW).toISOString() }]);
  await lastTick(NOW - 3 * MINUTE_MS - 1);
  expect(await askHealth()).toMatchObject([503, { status: "late" }]);
  expect(await askHealth({ DB: DOWN })).toEqual([503, { status: "failing", lastTickAt: null }]);
});

test("a complete installation has no failing check, and unset options are named", async () => {
  // Left by other tests.
  for (const table of ["incidents", "daily_stats"]) await db.run(`delete from ${table}`);
  await tickAt(NOW);
  await hourAt(NOW);
  await createItem(dateIn(DEFAULT_ZONE, NOW), { audioKey: await createMedium("audio", new Uint8Array(8)) });
  const said = await findings();
  expect(Object.entries(said).filter(([, { state }]) => state === "failing" || state === "unknown")).toEqual([]);
  for (const name of [
    "Database",
    "Migrations",
    "Clock",
    "Scheduler",
    "Hourly jobs",
    "Storage",
    "Media",
    "SPF",
    "DMARC",
  ])
    expect([name, said[name]]).toMatchObject([name, { state: "ok", fix: null }]);
  expect(said.SPF?.text).toBe("Published: v=spf1 include:amazonses.com ~all");
  expect(said["PayPal plans"]?.state).toBe("ok");
  expect(said.Variables?.text).toContain("ADMIN_TOTP_SECRET");
});

test("a stopped part of the system fails its check, which says how to fix it", async () => {
  await tickAt(NOW);
  await lastTick(NOW - 20 * MINUTE_MS);
  await db.run("update dispatcher set last_hourly_at = null");
  await setPause(db, NOW + MINUTE_MS, "daily_quota");
  await db.run("delete from d1_migrations where name like '0016%'");
  const said = await findings();
  expect(said.Scheduler).toMatchObject({
    state: "failing",
    text: expect.stringMatching(/It last ran on [A-Z][a-z]{2} \d+, \d{4}, \d+:\d\d\s[AP]M Central\.$/),
  });
  expect(said["Hourly jobs"]).toMatchObject({ state: "failing", text: "It has never run." });
  expect(said.Sending).toMatchObject({ state: "failing", text: expect.stringContaining("daily_quota") });
  expect(said.Migrations).toMatchObject({
    state: "failing",
    text: expect.stringContaining("0016_abandoned_checkouts"),
  });
  for (const { state, fix } of Object.values(said)) if (state === "failing") expect(fix).toMatch(/\w/);
  await db.run("insert into d1_migrations (name) values ('0016_abandoned_checkouts.sql')");
  for (const table of ["dispatcher", "pauses"]) await db.run(`delete from ${table}`);
});

test("a kind of email paused by complaints is named", async () => {
  await tickAt(NOW);
  await pauseKind(db, "gift", { until: NOW + MINUTE_MS * 60, now: NOW });
  const { "Spam complaints": complaints, Sending } = await findings();
  expect(complaints).toMatchObject({ state: "failing", text: "Paused: gift emails." });
  expect(Sending?.state).toBe("ok");
  for (const table of ["dispatcher", "pauses"]) await db.run(`delete from ${table}`);
});

test("the sending domain's history says how much it has sent and since when", async () => {
  await db.run("delete from daily_stats");
  expect((await findings())["Sending history"]).toMatchObject({ state: "ok", text: "Nothing was sent before today." });
  const day =
    "insert into daily_stats select ?1, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?2, 0, 0, 0, 0, ?3, 0, 0, 0, 0, 0, 0, 0, 0, null, null, null, null";
  const past = addDays(dateIn(DEFAULT_ZONE, NOW), -40);
  for (const [date, wakeUps, others] of [
    ["2026-01-01", 0, 0],
    [past, 100, 20],
    [addDays(past, 39), 1000, 5],
  ] as const)
    await rowsOf(day, date, wakeUps, others);
  const text = (await findings())["Sending history"]?.text;
  expect(text).toContain("1,125 emails from ");
  expect(text).toContain(` since ${formatLongDate(past)}, 1,005 of them in the last 30 days.`);
});

test("the media check fails if an upcoming morning's file is missing from storage", async () => {
  const date = addDays(dateIn(DEFAULT_ZONE, NOW), 3);
  const audioKey = await createMedium("audio", new Uint8Array(8));
  await createItem(date, { audioKey });
  expect((await findings()).Media?.state).toBe("ok");
  await env.MEDIA.delete(audioKey);
  expect((await findings()).Media).toMatchObject({ state: "failing", text: `Not in storage: ${date} (${audioKey}).` });
  await db.run(`delete from content where date = '${date}'`);
});

test("a sender domain without DNS records and a DNS that doesn't answer have different findings", async () => {
  const bare = { MAIL_FROM: "Daybolt <wake-up@mail.nobody-has-this.example>" };
  const said = await findings(bare);
  expect([said["Sender domain and DKIM"]?.state, said.SPF?.state, said.DMARC?.state]).toEqual(Array(3).fill("failing"));
  expect(said.DMARC?.text).toContain("_dmarc.nobody-has-this.example");
  const unasked = await findings({ ...bare, DNS_URL: "http://localhost:9/dns-query" });
  expect([unasked.SPF?.state, unasked.DMARC?.state]).toEqual(["unknown", "unknown"]);
  const domain = `${crypto.randomUUID().slice(0, 8)}.daybolt.test`;
  await setDomainStatus(domain, "pending");
  const pending = await findings({ MAIL_FROM: `Daybolt <wake-up@${domain}>` });
  expect(pending["Sender domain and DKIM"]).toMatchObject({ state: "failing", fix: expect.stringMatching(/\w/) });
});

test("PayPal's credentials and plans are tested", async () => {
  const name = "PayPal plans";
  expect((await findings({ PAYPAL_CLIENT_ID: "another" }))[name]).toMatchObject({
    state: "failing",
    text: "PayPal rejects the credentials.",
  });
  const unknown = await findings({ PAYPAL_PLAN_ANNUAL: "P-NOBODYHASTHIS" });
  expect(unknown[name]).toMatchObject({ state: "failing", text: "PayPal doesn't have the annual plan." });
  const away = answerForPayPal("/v1/billing/plans/", 503);
  expect((await findings())[name]).toMatchObject({ state: "unknown", text: "PayPal isn't responding." });
  away.mockRestore();
  const none = { PAYPAL_CLIENT_ID: "", PAYPAL_CLIENT_SECRET: "", PAYPAL_WEBHOOK_ID: "" };
  const without = await findings({ ...none, PAYPAL_PLAN_MONTHLY: "", PAYPAL_PLAN_ANNUAL: "" });
  expect(without.PayPal).toMatchObject({ state: "warning", text: "Not set up, so no one can buy." });
});

test("PayPal's webhook is looked up by its ID and must point to this site", async () => {
  const name = "PayPal webhook";
  expect((await findings({ PAYPAL_WEBHOOK_ID: "0NOBODYHASTHIS" }))[name]).toMatchObject({
    state: "failing",
    text: "PayPal has no webhook with this ID, so we reject its events.",
  });
  const url = "http://localhost:1/api/paypal/webhook";
  expect((await findings())[name]).toMatchObject({
    state: "warning",
    text: `It points to ${url} instead of ${env.APP_URL}/api/paypal/webhook.`,
  });
  const here = { APP_URL: "http://localhost:1" };
  await db.run("delete from provider_events");
  expect((await findings(here))[name]).toMatchObject({ state: "warning", text: "No events in the last 30 days." });
  await db
    .insert(paypalEvents)
    .values({ id: "WH-DOCTOR", type: "PAYMENT.SALE.COMPLETED", body: "{}", receivedAt: NOW });
  expect((await findings(here))[name]).toEqual({
    state: "ok",
    text: expect.stringMatching(/^Last event on [A-Z][a-z]{2} \d+, \d{4}\.$/),
    fix: null,
  });
  answerForPayPal("/v1/notifications/webhooks/", 503);
  expect((await findings())[name]).toMatchObject({ state: "unknown", text: "PayPal isn't responding." });
});

test("the report is still returned while the database is down, and says so", async () => {
  const ctx = createContext({ ...env, DB: DOWN }, { now: NOW, requestId: "down", defer: () => undefined });
  const said = byName(await examine(ctx));
  expect(said.Database).toMatchObject({ state: "failing", text: "It couldn't be checked." });
  expect(said.Secrets?.state).toBe("ok");
});

test("a down database or wrong settings make the report a 500, and the health route names the settings", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const wrong = { APP_SECRET: "too short a word", ADMIN_PASSWORD: "", RESEND_RATE: "often" };
  // At the site's own host: for localhost, the Worker would list missing settings.
  const asked = () =>
    new Request("https://daybolt.example/api/admin/doctor", { headers: { "x-admin-password": env.ADMIN_PASSWORD } });
  for (const bindings of [{ DB: DOWN }, wrong])
    expect((await answerTo({ ...env, ...bindings }, asked())).status).toBe(500);
  expect(await askHealth({ DB: DOWN })).toEqual([503, { status: "failing", lastTickAt: null }]);
  const names = ["ADMIN_PASSWORD", "APP_SECRET", "RESEND_RATE"];
  expect(await askHealth(wrong)).toEqual([503, { status: "misconfigured", lastTickAt: null, wrong: names }]);
  const said = await (await requestWith(wrong, "/api/health")).text();
  for (const value of [wrong.APP_SECRET, wrong.RESEND_RATE]) expect(said).not.toContain(value);
  vi.restoreAllMocks();
});
