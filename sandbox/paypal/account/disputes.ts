import { toInstant } from "./billing-calendar.ts";
import type { Emit } from "./events.ts";
import { newId } from "./ids.ts";
import { toMoney } from "./money.ts";
import type { Payment } from "./payment.ts";

type Dispute = { id: string; payment: Payment; openedAt: number; closedAt: number | null; result: string | null };

function disputeAnswer({ id, payment, openedAt, closedAt, result }: Dispute) {
  const custom = payment.customId === null ? {} : { custom: payment.customId };
  return {
    dispute_id: id,
    create_time: toInstant(openedAt),
    update_time: toInstant(closedAt ?? openedAt),
    disputed_transactions: [{ seller_transaction_id: payment.id, ...custom }],
    reason: "UNAUTHORISED",
    status: closedAt === null ? "OPEN" : "RESOLVED",
    dispute_amount: toMoney(payment.cents, payment.currency),
    dispute_life_cycle_stage: "INQUIRY",
    ...(result === null ? {} : { dispute_outcome: { outcome_code: result } }),
  };
}

export function createDisputes({ emit }: { emit: Emit }) {
  const disputes = new Map<string, Dispute>();

  const report = (dispute: Dispute, type: string, summary: string, at: number) =>
    emit(dispute.payment.about, { type, summary, resource: disputeAnswer(dispute), at });

  return {
    open(payment: Payment, { at, type }: { at: number; type: string }): void {
      const dispute = { id: newId.dispute(), payment, openedAt: at, closedAt: null, result: null };
      disputes.set(dispute.id, dispute);
      report(dispute, type, `A new dispute opened with Case # ${dispute.id}`, at);
    },
    /** Ends the latest dispute about a payment. */
    close(payment: Payment, { at, result }: { at: number; result: string }): boolean {
      const dispute = [...disputes.values()].findLast((one) => one.payment === payment && one.closedAt === null);
      if (!dispute) return false;
      Object.assign(dispute, { closedAt: at, result });
      report(dispute, "CUSTOMER.DISPUTE.RESOLVED", `A dispute was resolved with Case # ${dispute.id}`, at);
      return true;
    },
    answerOf(id: string) {
      const dispute = disputes.get(id);
      return dispute && disputeAnswer(dispute);
    },
  };
}
