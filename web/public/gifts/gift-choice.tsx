import { formatCount } from "#domain/formats.ts";
import { GIFT_MONTHS } from "#domain/rules/payments.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { PlanRadios } from "../paypal/plan-radio.tsx";

/** The form's first question, which the page shows without a script. */
export function GiftChoice(choice: { chosen: PlanId | null; onChoose: (plan: PlanId) => void }) {
  return (
    <PlanRadios legend="Your gift" {...choice}>
      {(id) => (
        <span className="grid min-w-0 gap-0.5">
          <span className="font-bold semi-wide">
            {`${formatCount(GIFT_MONTHS[id], "month")} for ${formatPrice(PLANS[id].price.cents)}`}
          </span>
          <span className="text-muted text-sm">{PLANS[id].name}</span>
        </span>
      )}
    </PlanRadios>
  );
}
