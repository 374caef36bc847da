import { AUDIO_READS, bytesAfter, REQUESTS_A_MORNING, ROWS } from "../test/support/usage.ts";

const MILLION = 1_000_000;
const GIGABYTE = 1_000_000_000;
/** A D1 database's limit. */
const LIMIT_GB = 10;

/** What Cloudflare's paid plan includes a month, and what each more costs: on 2026-11-28, for logs from December 1 on. */
const PRICES = {
  "D1 rows written, millions": { included: 50, dollars: 1 },
  "D1 rows read, millions": { included: 25_000, dollars: 0.001 },
  "D1 after a year, GB": { included: 5, dollars: 0.75 },
  "Requests, millions": { included: 10, dollars: 0.3 },
  "CPU milliseconds, millions": { included: 30, dollars: 0.02 },
  "Queue operations, millions": { included: 1, dollars: 0.4 },
  "R2 reads, millions": { included: 10, dollars: 0.36 },
  "Logs and traces written, GB": { included: 50, dollars: 0.25 },
  "Logs and traces kept, GB": { included: 12, dollars: 0.1 },
};
const PLAN_DOLLARS = 5;
type Meter = keyof typeof PRICES;
type Usage = Record<Meter, number>;
const METERS = Object.keys(PRICES) as Meter[];

/** Resend's plans of 2025. */
function resendDollars(emails: number): number {
  return emails <= 50_000 ? 20 : (emails * (emails < MILLION ? 0.9 : 0.65)) / 1000;
}

const DAYS = 30;
/** Wake-ups and a receipt. */
const EMAILS = DAYS + 1;
const TICKS = DAYS * 24 * 60;
const CHECKS = TICKS / 5;
/** Resend reports that it was delivered. */
const EVENTS_AN_EMAIL = 1;
const EMAILS_A_BATCH = 100;
/** A message is written, read, and deleted. */
const OPERATIONS_A_MESSAGE = 3;
// Estimates, which only a real account can replace. One request in 20 is traced, with about five spans.
const CPU_MS_A_REQUEST = 2;
const BYTES_A_LOG_LINE = 1000;
const SPANS_A_REQUEST = 5 / 20;
const LOG_DAYS_KEPT = 7;

/** A month in which each member gets an email a day and plays its session, and PayPal charges each once. */
function usageOf(members: number): Usage {
  const millionsOf = (rows: "read" | "written") => {
    const { wakeUpEmail, emailEvent, oldDelivery, morning, countedMonth, renewal, tick, check } = ROWS;
    const ofDay = wakeUpEmail[rows] + emailEvent[rows] + oldDelivery[rows] + morning[rows];
    const ofMonth = members * (DAYS * ofDay + countedMonth[rows] + renewal[rows]);
    return (ofMonth + TICKS * tick[rows] + CHECKS * check[rows]) / MILLION;
  };
  const requests = members * (DAYS * REQUESTS_A_MORNING + EMAILS * EVENTS_AN_EMAIL + 1) + TICKS + CHECKS;
  const messages = members * (DAYS / EMAILS_A_BATCH + EMAILS * EVENTS_AN_EMAIL);
  const logged = (requests * (1 + SPANS_A_REQUEST) * BYTES_A_LOG_LINE) / GIGABYTE;
  return {
    "D1 rows written, millions": millionsOf("written"),
    "D1 rows read, millions": millionsOf("read"),
    "D1 after a year, GB": (members * bytesAfter(1, 1)) / GIGABYTE,
    "Requests, millions": requests / MILLION,
    "CPU milliseconds, millions": (requests * CPU_MS_A_REQUEST) / MILLION,
    "Queue operations, millions": (messages * OPERATIONS_A_MESSAGE) / MILLION,
    "R2 reads, millions": (members * DAYS * AUDIO_READS) / MILLION,
    "Logs and traces written, GB": logged,
    "Logs and traces kept, GB": (logged * LOG_DAYS_KEPT) / DAYS,
  };
}

const dollarsOf = (usage: Usage, meter: Meter) =>
  Math.max(0, usage[meter] - PRICES[meter].included) * PRICES[meter].dollars;
const text = (value: number) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });

function table(head: string[], rows: string[][]): string {
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [first, `|${"---|".repeat(head.length)}`, ...others].join("\n");
}

/** The table of docs/operations.md, "Sizes": D1's limit is 10 GB. */
export function storageTable(): string {
  const rows = [0.1, 0.3, 0.6].map((share) => [
    `${share * 100}%`,
    text(bytesAfter(1, share)),
    ...[1, 3].flatMap((years) => [
      text((100_000 * bytesAfter(years, share)) / GIGABYTE),
      text(Math.floor((LIMIT_GB * GIGABYTE) / bytesAfter(years, share) / 10_000) * 10_000),
    ]),
  ]);
  const after = (years: string) => [`100,000 after ${years}, GB`, `10 GB hold after ${years}`];
  return table(["play a day", "bytes a member, first year", ...after("a year"), ...after("3 years")], rows);
}

/** The tables of docs/operations.md, "Costs". */
export function billTables(): string {
  const sizes = [1000, 10_000, 100_000, MILLION].map((members) => {
    const usage = usageOf(members);
    const bill = METERS.reduce((sum, meter) => sum + dollarsOf(usage, meter), PLAN_DOLLARS);
    return [members.toLocaleString("en-US"), ...[bill, resendDollars(members * EMAILS)].map(Math.round).map(text)];
  });
  const parts = METERS.map((meter) => [
    meter,
    ...[100_000, MILLION]
      .map(usageOf)
      .flatMap((usage) => [usage[meter], Math.round(dollarsOf(usage, meter))].map(text)),
  ]);
  return [
    table(["members", "Cloudflare, $ a month", "Resend, $ a month"], sizes),
    table(["Cloudflare, a month", "100,000 members", "$", "1,000,000 members", "$"], parts),
  ].join("\n\n");
}

if (import.meta.main) console.log(`${storageTable()}\n\n${billTables()}`);
