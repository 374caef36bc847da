import { beforeEach, expect, test } from "vitest";
import { type LedgerPage, ledgerPage } from "#domain/contract/money/ledger.ts";
import { DAY_MS, HOUR_MS } from "#domain/durations.ts";
import { db, rowsOf } from "#test/worker/factories.ts";
import { contextAt } from "#test/worker/jobs.ts";
import { buy, payPal, report } from "#test/worker/purchases.ts";
import { request } from "#test/worker/request.ts";
import { createTurn } from "../../kernel/paypal/ask-in-turn.ts";
import { readUnfinished } from "./read-unfinished.ts";
import { putDispute } from "./unfinished.queries.ts";

beforeEach(() => rowsOf("delete from disputes"));

const disputes = () => rowsOf("select * from disputes");

async function disputed() {
  const bought = await buy();
  await payPal.control({ action: "dispute", id: bought.subscriptionId });
  const [payment] = await rowsOf("select id from payments where member_id = ?", bought.memberId);
  return { ...bought, paymentId: String(payment?.id) };
}
const open = (id: string) => report(id, "CUSTOMER.DISPUTE.CREATED");
const resolve = (id: string, result: string) => payPal.control({ action: "resolve", id, result });

test("a dispute is a row from its event to its outcome, found in Payments by its filter and in the CSV", async () => {
  const other = await buy();
  const { subscriptionId, paymentId } = await disputed();
  await open(subscriptionId);
  expect(await disputes()).toMatchObject([{ payment_id: paymentId, closed_at: null, result: null }]);
  const listed = async () => {
    const response = await request("/api/admin/payments?state=disputed", { admin: true });
    const { entries }: LedgerPage = ledgerPage.parse(await response.json());
    return entries.map(({ paymentId: id, dispute }) => [id, dispute?.result, dispute?.closedAt === null]);
  };
  expect(await listed()).toEqual([[paymentId, null, true]]);
  await resolve(subscriptionId, "RESOLVED_SELLER_FAVOUR");
  await report(subscriptionId, "CUSTOMER.DISPUTE.RESOLVED");
  expect(await disputes()).toMatchObject([{ result: "RESOLVED_SELLER_FAVOUR" }]);
  expect(await listed()).toEqual([[paymentId, "RESOLVED_SELLER_FAVOUR", false]]);
  const csv = await (await request("/api/admin/payments/export?state=disputed", { admin: true })).text();
  expect(csv).toContain("RESOLVED_SELLER_FAVOUR");
  expect(csv).not.toContain(other.subscriptionId);
});

test("an event counts only once the dispute is read at PayPal, and is applied when PayPal answers again", async () => {
  const { subscriptionId } = await disputed();
  await payPal.arm({ kind: "server_error", times: 3, operation: "disputes.get" });
  expect((await open(subscriptionId)).status).toBe(503);
  expect(await disputes()).toEqual([]);
  expect((await open(subscriptionId)).status).toBe(200);
  expect(await disputes()).toHaveLength(1);
  const audited = "select 1 from audit where action = 'payment.dispute' and details like ?";
  const [{ id } = {}] = await disputes();
  expect(await rowsOf(audited, `%${id}%`)).toHaveLength(1);
});

test("a dispute over several payments is on each of them that is ours", async () => {
  const ids = [await disputed(), await disputed()].map(({ paymentId }) => paymentId);
  const read = (status: string) =>
    putDispute(db, {
      dispute_id: "PP-1",
      status,
      create_time: 1000,
      update_time: 2000,
      disputed_transactions: [...ids, "OTHER"].map((id) => ({ seller_transaction_id: id })),
      dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
    });
  await read("OPEN");
  await read("RESOLVED");
  const rows = await rowsOf("select payment_id, closed_at from disputes where id = 'PP-1' order by 1");
  expect(rows).toEqual(ids.toSorted().map((id) => ({ payment_id: id, closed_at: 2000 })));
});

test("an open dispute is checked each day, and its end is found without an event", async () => {
  const { subscriptionId } = await disputed();
  await open(subscriptionId);
  await resolve(subscriptionId, "RESOLVED_BUYER_FAVOUR");
  const closed = [];
  for (let hour = 0; hour < 24; hour += 1) {
    await readUnfinished(contextAt(Date.now() + 40 * DAY_MS + hour * HOUR_MS), createTurn());
    closed.push((await disputes())[0]?.result);
  }
  expect(new Set(closed.filter(Boolean))).toEqual(new Set(["RESOLVED_BUYER_FAVOUR"]));
});

test("a dispute that PayPal doesn't answer about is asked for again, and one it doesn't let us read stays an alarm", async () => {
  const { subscriptionId } = await disputed();
  await open(subscriptionId);
  await resolve(subscriptionId, "RESOLVED_SELLER_FAVOUR");
  await payPal.arm({ kind: "server_error", times: 3, operation: "disputes.get" });
  const run = () => readUnfinished(contextAt(Date.now() + HOUR_MS), createTurn());
  await run();
  expect(await disputes()).toMatchObject([{ closed_at: null }]);
  await run();
  expect(await disputes()).toMatchObject([{ result: "RESOLVED_SELLER_FAVOUR" }]);
  const forbidden = await disputed();
  await payPal.arm({ kind: "forbidden", operation: "disputes.get" });
  expect((await open(forbidden.subscriptionId)).status).toBe(200);
  expect(await disputes()).toHaveLength(1);
});
