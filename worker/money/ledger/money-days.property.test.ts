import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { HOUR_MS } from "#domain/durations.ts";
import { addSums, centralMonth, monthBounds, partOf } from "#domain/rules/money-months.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { at, emptyLedger, sum } from "#test/worker/ledger.ts";
import { selectMoneyDays } from "./ledger.queries.ts";

beforeEach(emptyLedger);

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
