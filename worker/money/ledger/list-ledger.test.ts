import { env } from "cloudflare:workers";
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { createDb } from "#db/client.ts";
import { type LedgerEntry, type LedgerPage, ledgerPage } from "#domain/contract/money/ledger.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { centralMonth, monthBounds, netOf, partOf } from "#domain/rules/money-months.ts";
import { createMember, db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { insertGift, insertPayment, insertRefund, insertSubscription } from "#test/worker/ledger.ts";
import { allTables, collectingD1, scannedBy } from "#test/worker/query-plans.ts";
import { request } from "#test/worker/request.ts";
import { countingD1 } from "#test/worker/wrapped-d1.ts";
import { selectMoneyDays } from "./ledger.queries.ts";
import { addSums, listLedger } from "./list-ledger.ts";

beforeEach(async () => {
  for (const table of [
    "refunds",
    "payments",
    "subscriptions",
    "checkouts",
    "gifts",
    "access_grants",
    "members",
    "audit",
  ])
    await rowsOf(`delete from ${table}`);
});

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

async function exported(query: Query = {}): Promise<Record<string, string>[]> {
  const response = await request(`/api/admin/payments/export?${new URLSearchParams(query)}`, { admin: true });
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="payments.csv"');
  return parse(await response.text(), { bom: true, columns: true });
}

const at = (time: string) => Date.parse(`2031-${time}Z`);

/** Forty payments of two members and two gifts from February to April, most of them in March, with all that can happen to them. */
async function handMade(): Promise<void> {
  const ana = await createMember({ firstName: "Ana", lastName: "=SUM(A1)", email: "ana@ledger.test" });
  const ben = await createMember({ firstName: "Ben", lastName: null, email: "ben@ledger.test" });
  await insertSubscription("I-ANA", ana.id);
  await insertSubscription("I-BEN", ben.id, "annual");
  await insertGift("g1");
  await insertGift("g2", { plan: "monthly" });
  const monthly = { cents: 999, fee: 84, subscriptionId: "I-ANA" };
  // The last of February and the first of March in Central Standard Time; then the first of April in Daylight Time.
  await insertPayment({ ...monthly, id: "FEB", at: at("03-01T05:59:59.999") });
  await insertPayment({ ...monthly, id: "MAR-FIRST", at: at("03-01T06:00:00") });
  await insertPayment({ ...monthly, id: "MAR-LAST", at: at("04-01T04:59:59.999") });
  await insertPayment({ ...monthly, id: "APR", at: at("04-01T05:00:00") });
  for (let day = 1; day <= 30; day += 1)
    await insertPayment({ ...monthly, id: `M-${day}`, at: at(`03-${String(day).padStart(2, "0")}T18:00:00`) });
  await insertPayment({ id: "YEAR-1", subscriptionId: "I-BEN", cents: 7999, fee: 329, at: at("03-09T08:00:00") });
  await insertPayment({ id: "YEAR-2", subscriptionId: "I-BEN", cents: 7999, fee: null, at: at("03-20T08:00:00") });
  await insertPayment({ id: "GIFT-1", giftId: "g1", cents: 7999, fee: 329, at: at("03-10T08:00:00") });
  await insertPayment({ id: "GIFT-2", giftId: "g2", cents: 999, fee: null, at: at("03-11T08:00:00") });
  await insertPayment({ ...monthly, id: "ODD-1", cents: 1, fee: 0, at: at("03-12T08:00:00") });
  await insertPayment({ ...monthly, id: "ODD-2", cents: 1001, fee: null, at: at("03-13T08:00:00") });
  // In parts, in full, taken back, in another month than it was paid, and not made or refused.
  await insertRefund({ of: "YEAR-1", cents: 1000, at: at("03-15T08:00:00") });
  await insertRefund({ of: "YEAR-1", cents: 2333, at: at("03-16T08:00:00") });
  await insertRefund({ of: "GIFT-2", cents: 999, at: at("03-17T08:00:00") });
  await insertRefund({ of: "M-1", cents: 999, at: at("03-18T08:00:00"), kind: "reversal" });
  await insertRefund({ of: "M-2", cents: 999, at: at("04-02T08:00:00") });
  await insertRefund({ of: "FEB", cents: 499, at: at("03-02T08:00:00") });
  await insertRefund({ of: "M-3", cents: 999, at: at("03-19T08:00:00"), kind: "requested" });
  await insertRefund({ of: "M-4", cents: 999, at: at("03-19T09:00:00"), kind: "refused" });
}

const made = (entries: LedgerEntry[]) => entries.filter(({ state }) => state === "made");
const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);

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
  const lines = await exported({ month: "2031-03" });
  expect(lines.map((line) => line["time (UTC)"])).toEqual(shown.map((entry) => entry.at));
  const total = (column: string) => sum(lines.map((line) => Math.round(Number(line[column]) * 100)));
  expect([total("gross"), total("fee"), total("net")]).toEqual([57_966 - 5830, 3346, 48_790]);
  const months = await Promise.all(["2031-02", "2031-04"].map(async (month) => (await read({ month })).sums));
  expect(months).toEqual([
    { grossCents: 999, refundedCents: 0, feeCents: 84, unknownFees: 0 },
    { grossCents: 999, refundedCents: 999, feeCents: 84, unknownFees: 0 },
  ]);
});

test("the CSV names a refund's payment and both clocks, quotes names that look like formulas, and leaves amounts numbers", async () => {
  await handMade();
  const lines = await exported({ month: "2031-03" });
  const of = (id: string) => lines.find((line) => line["PayPal ID"] === id);
  expect(of("MAR-LAST")).toEqual({
    "date (Central)": "2031-03-31",
    "time (UTC)": "2031-04-01T04:59:59.999Z",
    kind: "payment",
    status: "made",
    "PayPal ID": "MAR-LAST",
    "refund of": "",
    name: "Ana =SUM(A1)",
    email: "ana@ledger.test",
    plan: "monthly",
    currency: "USD",
    gross: "9.99",
    fee: "0.84",
    net: "9.15",
  });
  expect(of(`P-YEAR-1-${at("03-15T08:00:00")}`)).toMatchObject({
    kind: "refund",
    "refund of": "YEAR-1",
    gross: "-10.00",
    fee: "0.00",
    net: "-10.00",
  });
  expect(of("GIFT-2")).toMatchObject({ name: "Bo", plan: "gift, monthly", fee: "", net: "9.99" });
  expect(lines.filter(({ status }) => status !== "made").map(({ status, gross, net }) => [status, gross, net])).toEqual(
    [
      ["refused", "", ""],
      ["requested", "", ""],
    ],
  );
  await rowsOf("update members set first_name = '=SUM(A1)' where email = 'ana@ledger.test'");
  expect((await exported({ q: "MAR-LAST" }))[0]?.name).toBe("'=SUM(A1) =SUM(A1)");
  const [entry] = await rowsOf(
    "select subject, details from audit where action = 'payments.export' order by id limit 1",
  );
  expect(entry).toEqual({ subject: "payments", details: '{"month":"2031-03","filteredBy":["month"]}' });
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

const HOURS = 24 * 70;
const hour = fc.integer({ min: 0, max: HOURS });
const change = fc.record({
  what: fc.constantFrom("pay", "refund", "settle", "fee", "move", "forget"),
  of: fc.nat(5),
  hour,
  cents: fc.integer({ min: 0, max: 99_999 }),
  fee: fc.option(fc.integer({ min: 0, max: 500 })),
});

test("a month's kept sums equal the sums of its rows, whatever is written, changed, or deleted, in any order", async () => {
  // From before the clocks change to after it.
  const start = at("02-10T00:00:00");
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
      await rowsOf("delete from refunds");
      await rowsOf("delete from payments");
      for (const { what, of, hour: hours, cents, fee } of changes) {
        const time = start + hours * HOUR_MS;
        const id = `x${of}`;
        const first = (columns: string) => `(select ${columns} from payments limit 1)`;
        if (what === "pay")
          await rowsOf(
            `insert into payments (id, state, amount_cents, currency, fee_cents, paid_at, created_at) values (?, 'completed', ?, 'USD', ?, ?, 0)
            on conflict (id) do update set fee_cents = excluded.fee_cents`,
            id,
            cents,
            fee,
            time,
          );
        if (what === "refund" || what === "settle")
          await rowsOf(
            `insert into refunds (id, payment_id, amount_cents, currency, asked_at, done_at) select ?, p.id, ?, 'USD', 0, ? from payments p limit 1
            on conflict (id) do update set done_at = excluded.done_at, amount_cents = excluded.amount_cents`,
            id,
            cents,
            what === "settle" ? time : null,
          );
        if (what === "fee") await rowsOf("update payments set fee_cents = ? where id = ?", fee, id);
        if (what === "move") await rowsOf(`update payments set paid_at = ? where id = ${first("id")}`, time);
        if (what === "forget") await rowsOf("delete from refunds where id = ?", id);
      }
      const paid = await rowsOf("select amount_cents, fee_cents, paid_at from payments");
      const refunded = await rowsOf("select amount_cents, done_at from refunds where done_at is not null");
      for (const month of ["2031-01", "2031-02", "2031-03", "2031-04"]) {
        const own = paid.filter(({ paid_at }) => centralMonth(Number(paid_at)) === month);
        const back = refunded.filter(({ done_at }) => centralMonth(Number(done_at)) === month);
        const { from, before } = monthBounds(month);
        expect(addSums(await selectMoneyDays(db, { from: partOf(from), before: partOf(before) }))).toEqual({
          grossCents: sum(own.map(({ amount_cents }) => Number(amount_cents))),
          refundedCents: sum(back.map(({ amount_cents }) => Number(amount_cents))),
          feeCents: sum(own.map(({ fee_cents }) => Number(fee_cents ?? 0))),
          unknownFees: own.filter(({ fee_cents }) => fee_cents === null).length,
        });
      }
    }),
    { numRuns: 40 },
  );
});

test("a page reads rows in proportion to what it shows, along indexes, however many payments there are", async () => {
  const { id } = await createMember({ email: "many@ledger.test" });
  await insertSubscription("I-MANY", id);
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)";
  await rowsOf(`insert into payments (id, subscription_id, state, amount_cents, currency, paid_at, created_at)
    ${numbers} select 'n' || i, 'I-MANY', 'completed', 999, 'USD', i * 3600000, 0 from n`);
  await rowsOf(`insert into refunds (id, payment_id, amount_cents, currency, asked_at, done_at)
    ${numbers} select 'r' || i, 'n' || i, 1, 'USD', 0, i * 3600000 from n where i % 10 = 0`);
  // In slices, without gaps or repeats.
  expect(new Set((await exported()).map((line) => `${line.kind} ${line["PayPal ID"]}${line["refund of"]}`)).size).toBe(
    5500,
  );
  const tables = await allTables();
  const late = { cursor: `${4000 * HOUR_MS}.n` };
  const month = centralMonth(100 * DAY_MS);
  for (const [filter, most] of [
    [{}, 200],
    [late, 200],
    [{ month }, 260],
    [{ state: "refunded" as const }, 200],
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
