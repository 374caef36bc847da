import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal } from "#test/worker/purchases.ts";
import { createTurn } from "../../kernel/paypal/ask-in-turn.ts";
import { PayPalError } from "../../kernel/paypal/paypal-error.ts";
import { readUnfinished } from "./read-unfinished.ts";

async function unknownFee() {
  const { memberId } = await buy();
  const [payment] = await rowsOf("update payments set fee_cents = null where member_id = ? returning *", memberId);
  return { id: String(payment?.id), paidAt: Number(payment?.paid_at) };
}
const feeOf = async (id: string) => (await rowsOf("select fee_cents as fee from payments where id = ?", id))[0]?.fee;
const run = (now: number) => readUnfinished(contextAt(now), createTurn());

test("a fee that PayPal hadn't reported is asked for within an hour, and again after PayPal was away", async () => {
  const { id, paidAt } = await unknownFee();
  await payPal.arm({ kind: "server_error", times: 3, operation: "captures.get", about: id });
  await run(paidAt + HOUR_MS);
  expect(await feeOf(id)).toBeNull();
  await run(paidAt + 2 * HOUR_MS);
  expect(await feeOf(id)).toBeGreaterThan(0);
});

test("an older payment is asked about in one hour of each day", async () => {
  const { id, paidAt } = await unknownFee();
  const days = paidAt + 40 * DAY_MS;
  const hours = [];
  for (let hour = 0; hour < 24; hour += 1) {
    await run(days + hour * HOUR_MS);
    if ((await feeOf(id)) !== null) hours.push(hour);
    await rowsOf("update payments set fee_cents = null where id = ?", id);
  }
  expect(hours).toHaveLength(1);
});

test("20 fees are asked for in an hour, and those that fail wait until all others had their turn", async () => {
  const now = Date.now() + 40 * DAY_MS;
  const numbers = "with recursive n(i) as (select 1 union all select i + 1 from n where i < 50)";
  await rowsOf(
    `insert into payments (id, state, amount_cents, currency, paid_at, created_at) ${numbers}
    select 'FEE-' || i, 'completed', 999, 'USD', ? - i, 0 from n`,
    now - 30 * DAY_MS,
  );
  const asked: string[] = [];
  const ctx = contextAt(now);
  if (!ctx.paypal) throw new Error("Payment is set up.");
  const paypal = {
    ...ctx.paypal,
    readCapture: async (id: string) => {
      asked.push(id);
      throw new PayPalError(false, { operation: "read capture", status: 404 });
    },
  };
  for (const [hour, count] of [20, 40, 50].entries()) {
    await readUnfinished({ ...ctx, paypal, now: now + hour * HOUR_MS }, createTurn());
    expect([asked.length, new Set(asked).size]).toEqual([count, count]);
  }
  await rowsOf("delete from payments where id like 'FEE-%'");
});
