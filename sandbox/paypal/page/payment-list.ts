import { html } from "hono/html";
import { act, badge, dollars, instant, type Purchase } from "./labels.ts";

export function paymentList({ id, payments }: Purchase) {
  if (payments.length === 0) return html`<section><h3>Payments</h3><p class="hint">None yet.</p></section>`;
  return html`<section>
    <h3>Payments</h3>
    <ol class="rows">
      ${payments.toReversed().map((payment) => {
        const left = payment.cents - payment.refundedCents;
        const about = { id, paymentId: payment.id };
        const isThere = !["REVERSED", "PENDING", "DECLINED"].includes(payment.status);
        const canRefund = left > 0 && isThere;
        return html`<li>
          <p><b>${dollars(payment.cents)}</b> ${badge(payment.status)}<br><span class="hint">${instant(payment.time)} · fee ${dollars(payment.feeCents)} · ${payment.id}</span></p>
          <div class="acts">
            ${canRefund ? act("Refund", { action: "refund", ...about }) : ""}
            ${canRefund && left > 100 ? act("Refund $1", { action: "refund", ...about, cents: 100 }) : ""}
            ${payment.status === "PENDING" ? act("Money arrives", { action: "clear", id }) : ""}
            ${payment.status === "PENDING" ? act("Money doesn't arrive", { action: "clear", id, isPaid: false }, { danger: true }) : ""}
            ${!isThere ? "" : act("Reverse", { action: "reverse", ...about }, { danger: true, title: "The buyer's bank takes the money back" })}
            ${!isThere && payment.status !== "REVERSED" ? "" : act("Dispute", { action: "dispute", ...about })}
          </div>
        </li>`;
      })}
    </ol>
  </section>`;
}
