import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { TEXT_LINK } from "../../ui/button.tsx";
import { PlanRadios } from "../paypal/plan-radio.tsx";

export type Offer = CheckoutOffers["offers"][number];

/** The chosen plan, once, as long as it isn't being changed. */
export function PlanLine({ plan, onChange }: { plan: PlanId; onChange: () => void }) {
  return (
    <div className="flex items-center justify-between gap-x-3">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <span className="font-extrabold semi-wide sm:text-lg">{PLANS[plan].name}</span>{" "}
        <span className="text-muted">{`${formatPrice(PLANS[plan].price.cents)} per ${PLANS[plan].price.per}`}</span>
      </p>
      <button type="button" className={`${TEXT_LINK} shrink-0 font-semibold`} onClick={onChange}>
        Change <span className="sr-only">plan</span>
      </button>
    </div>
  );
}

type PlanChoiceProps = { plan: PlanId | null; current: PlanId | undefined; onChoose: (plan: PlanId) => void };

export function PlanChoice({ plan, current, onChoose }: PlanChoiceProps) {
  return (
    <PlanRadios legend="Your plan" chosen={plan} onChoose={onChoose}>
      {(id) => (
        <span className="flex grow flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
          <span className="font-bold semi-wide">
            {PLANS[id].name}
            {id === current && <span className="inline-block font-normal text-bolt text-sm">&nbsp;· your plan</span>}
          </span>
          <span className="text-muted">
            <span className="font-bold text-ink">{formatPrice(PLANS[id].price.cents)}</span>
            {` per ${PLANS[id].price.per}`}
          </span>
        </span>
      )}
    </PlanRadios>
  );
}
