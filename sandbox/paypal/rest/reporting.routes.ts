import { Hono } from "hono";
import type { Account } from "../account/account.ts";
import { toMoney } from "../account/money.ts";
import type { Payment } from "../account/payment.ts";
import { refuse } from "../answers.ts";
import { type Operation, readCount, requireInstant } from "./call.ts";

const LONGEST_MS = 31 * 24 * 60 * 60 * 1000;
const EVENT_CODES = { sale: "T0002", capture: "T0006", refund: "T1107", reversal: "T1106" };
const CLEARING = { PENDING: "P", DECLINED: "D" };

type Moved = { id: string; code: string; status: string; cents: number; feeCents: number; time: number; of?: string };

/** PayPal writes offsets without a colon here. */
const instantOf = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+0000`;

function movedBy(payment: Payment): Moved[] {
  const { id, kind, cents, feeCents, time, refunds, reversedAt, reversalId, clearing } = payment;
  const back = (of: { id: string; cents: number; time: number }, code: string) => ({
    ...{ id: of.id, code, status: "S", cents: -of.cents, feeCents: 0, time: of.time, of: id },
  });
  const status = clearing ? CLEARING[clearing] : reversedAt === null ? "S" : "V";
  return [
    { id, code: EVENT_CODES[kind], status, cents, feeCents, time },
    ...refunds.map((refund) => back(refund, EVENT_CODES.refund)),
    ...(reversedAt === null
      ? []
      : [back({ id: reversalId ?? `R${id}`, cents, time: reversedAt }, EVENT_CODES.reversal)]),
  ];
}

/** What moved the account's balance, as in PayPal's Transaction Search 1.9. Its document isn't among ours. */
export function reportingRoutes(operation: Operation, { payments }: Account) {
  return new Hono().get(
    "/v1/reporting/transactions",
    operation("reporting.transactions", (call) => {
      const from = requireInstant(call, "start_date");
      const until = requireInstant(call, "end_date");
      const description = "Date range is greater than 31 days";
      if (until - from > LONGEST_MS) throw refuse("INVALID_REQUEST", [{ issue: "INVALID_REQUEST", description }]);
      const pageSize = readCount(call, "page_size", { fallback: 100, max: 500 });
      const page = readCount(call, "page", { fallback: 1, max: 2_147_483_647 });
      const found = payments.list().flatMap((payment) =>
        movedBy(payment)
          .filter(({ time }) => time >= from && time < until + 1000)
          .map((moved) => ({ ...moved, currency: payment.currency })),
      );
      found.sort((one, other) => one.time - other.time);
      const transaction_details = found.slice((page - 1) * pageSize, page * pageSize).map((moved) => ({
        transaction_info: {
          paypal_account_id: "SANDBOXBUYER1",
          transaction_id: moved.id,
          ...(moved.of ? { paypal_reference_id: moved.of, paypal_reference_id_type: "TXN" } : {}),
          transaction_event_code: moved.code,
          transaction_initiation_date: instantOf(moved.time),
          transaction_updated_date: instantOf(moved.time),
          transaction_amount: toMoney(moved.cents, moved.currency),
          ...(moved.feeCents > 0 ? { fee_amount: toMoney(-moved.feeCents, moved.currency) } : {}),
          transaction_status: moved.status,
        },
      }));
      return {
        status: 200,
        body: () => ({
          transaction_details,
          account_number: "SANDBOXMERCHANT",
          start_date: instantOf(from),
          end_date: instantOf(until),
          last_refreshed_datetime: instantOf(until),
          page,
          total_items: found.length,
          total_pages: Math.ceil(found.length / pageSize),
          links: [{ href: `${call.origin}${call.path}`, rel: "self", method: "GET" }],
        }),
      };
    }),
  );
}
