import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { type LedgerEntry, type LedgerPage, ledgerPage } from "#domain/contract/money/ledger.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { centralMonth, netOf } from "#domain/rules/money-months.ts";
import { createMember, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import {
  at,
  emptyLedger,
  exportedLedger,
  handMade,
  insertPayment,
  insertRefund,
  insertSubscription,
  sum,
} from "#test/worker/ledger.ts";
import { allTables, collectingD1, scannedBy } from "#test/worker/query-plans.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { listLedger } from "./list-ledger.ts";

beforeEach(emptyLedger);

type Query = Record<string, string>;

async function read(query: Query = {}): Promise<LedgerPage> {
  const response = await request(`/api/admin/payments?${new URLSearchParams(query)}`, { admin: true });
  expect(response.status).toBe(200);
  return ledgerPage.parse(await response.json());
}

async function readAll(query: Query = {}): Promise<LedgerEntry[]> {
  const entries: LedgerEntry[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: LedgerPage = await read({ ...query, ...(cursor && { cursor }) });
    entries.push(...page.entries);
    cursor = page.next;
  }
  return entries;
}

const made = (entries: LedgerEntry[]) => entries.filter(({ state }) => state === "made");

test("forty payments with parts, reversals, and gifts add up to the cent on the page, in its sums, and in the CSV", async () => {
  await handMade();
  const { sums, firstMonth } = await read({ month: "2031-03" });
  // 32 × 9.99 + 2 × 79.99 + 79.99 + 9.99 + 0.01 + 10.01, by hand.
  expect(sums).toEqual({ grossCents: 57_966, refundedCents: 5830, feeCents: 3346, unknownFees: 3 });
  expect(firstMonth).toBe("2031-02");
  const shown = await readAll({ month: "2031-03" });
  expect(shown).toHaveLength(38 + 7);
  const inSums = made(shown);
  expect(sum(inSums.map(({ amountCents, feeCents }) => amountCents - (feeCents ?? 0)))).toBe(48_790);
  expect(netOf(sums ?? { grossCents: 0, refundedCents: 0, feeCents: 0, unknownFees: 0 })).toBe(48_790);
  const lines = await exportedLedger({ month: "2031-03" });
  expect(lines.map((line) => line["time (UTC)"])).toEqual(shown.map((entry) => entry.at));
  const total = (column: string) => sum(lines.map((line) => Math.round(Number(line[column]) * 100)));
  expect([total("gross"), total("fee"), total("net")]).toEqual([57_966 - 5830, 3346, 48_790]);
  const months = await Promise.all(["2031-02", "2031-04"].map(async (month) => (await read({ month })).sums));
  expect(months).toEqual([
    { grossCents: 999, refundedCents: 0, feeCents: 84, unknownFees: 0 },
    { grossCents: 999, refundedCents: 999, feeCents: 84, unknownFees: 0 },
  ]);
});

test("filters and the search find payments with their refunds", async () => {
  await handMade();
  const ids = async (query: Query) => (await readAll(query)).map(({ id }) => id.replace(/-\d+$/, ""));
  expect(await ids({ plan: "gift" })).toEqual(["r-GIFT-2", "GIFT", "GIFT"]);
  expect(await ids({ plan: "annual" })).toEqual(["YEAR", "r-YEAR-1", "r-YEAR-1", "YEAR"]);
  expect(await ids({ plan: "monthly", q: "GIFT-2" })).toEqual([]);
  expect(
    (await readAll({ state: "refunded", month: "2031-03" })).map(({ id }) => id.split("-20")[0]?.slice(0, 8)),
  ).toHaveLength(11);
  for (const q of ["ben@l", "Ben", "I-BEN"]) expect(await ids({ q })).toEqual(["YEAR", "r-YEAR-1", "r-YEAR-1", "YEAR"]);
  for (const q of ["bo@giver.test", "GIFT-2"])
    expect(await ids({ q })).toEqual(expect.arrayContaining(["r-GIFT-2", "GIFT"]));
  expect(await ids({ q: `P-GIFT-2-${at("03-17T08:00:00")}` })).toEqual(["r-GIFT-2", "GIFT"]);
  expect(await ids({ q: "nobody" })).toEqual([]);
});

test("the ledger names who paid until their data is deleted, and then only counts them", async () => {
  await handMade();
  const [{ payer } = { payer: null }] = (await read({ q: "YEAR-1" })).entries.slice(-1);
  expect(payer).toEqual({ memberId: expect.any(String), name: "Ben", email: "ben@ledger.test" });
  await rowsOf(
    "update members set email = '', email_key = '', first_name = null, last_name = null, purged_at = 1, deleted_at = 1 where email = 'ben@ledger.test'",
  );
  const { entries } = await read({ q: "YEAR-1" });
  expect(entries.at(-1)?.payer).toEqual({ memberId: null, name: "", email: "" });
  expect((await read({ month: "2031-03" })).sums?.grossCents).toBe(57_966);
});

test("pages follow each other without gaps or repeats, even if many payments share an instant", async () => {
  await insertSubscription("I-TIED", (await createMember()).id);
  for (let number = 0; number < 60; number += 1)
    await insertPayment({ id: `T${number}`, at: at("05-01T12:00:00"), cents: 999, subscriptionId: "I-TIED" });
  await insertRefund({ of: "T5", cents: 1, at: at("05-01T12:00:00") });
  const ids = (await readAll()).map(({ id }) => id);
  expect(ids).toHaveLength(61);
  expect(new Set(ids).size).toBe(61);
  expect((await request("/api/admin/payments?cursor=x", { admin: true })).status).toBe(400);
});

test("a page reads rows in proportion to what it shows, along indexes, however many payments there are", async () => {
  const { id } = await createMember({ email: "many@ledger.test" });
  await insertSubscription("I-MANY", id);
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)";
  await rowsOf(`insert into payments (id, subscription_id, state, amount_cents, currency, paid_at, created_at)
    ${numbers} select 'n' || i, 'I-MANY', 'completed', 999, 'USD', i * 3600000, 0 from n`);
  await rowsOf(`insert into refunds (id, payment_id, amount_cents, currency, asked_at, done_at)
    ${numbers} select 'r' || i, 'n' || i, 1, 'USD', 0, i * 3600000 from n where i % 10 = 0`);
  await rowsOf(
    `insert into disputes (id, payment_id, opened_at) select 'd' || id, id, 0 from payments where id like 'n77_'`,
  );
  // In slices, without gaps or repeats.
  expect(
    new Set((await exportedLedger()).map((line) => `${line.kind} ${line["PayPal ID"]}${line["refund of"]}`)).size,
  ).toBe(5500);
  const tables = await allTables();
  const late = { cursor: `${4000 * HOUR_MS}.n` };
  const month = centralMonth(100 * DAY_MS);
  for (const [filter, most] of [
    [{}, 200],
    [late, 200],
    [{ month }, 260],
    [{ state: "refunded" as const }, 750],
    [{ state: "disputed" as const }, 150],
    [{ plan: "annual" as const }, 750],
    [{ plan: "gift" as const }, 750],
    [{ q: "many@" }, 150],
    [{ q: "n4000", ...late }, 150],
  ] as const) {
    const { d1, cost } = countingD1(env.DB);
    await listLedger({ ...contextAt(1), db: createDb(d1) }, filter);
    expect.soft(cost.rowsRead, JSON.stringify(filter)).toBeLessThanOrEqual(most);
    const { d1: DB, collected } = collectingD1();
    await listLedger({ ...contextAt(1), db: createDb(DB) }, filter);
    for (const [statement, values] of collected) expect(await scannedBy(statement, values, tables, {})).toEqual([]);
  }
});
