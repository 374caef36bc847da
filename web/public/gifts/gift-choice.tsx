import { formatCount } from "#domain/formats.ts";
import { GIFT_MONTHS } from "#domain/rules/payments.ts";
import { formatPrice, PLAN_IDS, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { PlanRadio } from "../paypal/plan-radio.tsx";

type GiftChoiceProps = { plan: PlanId | null; isArrival?: boolean; onChoose: (plan: PlanId) => void };

const focusChosen = (group: HTMLElement | null) =>
  group?.querySelector<HTMLElement>(":checked")?.focus({ preventScroll: true });

/** The form's first question, which the page shows without a script. `isArrival`: replaces the one that was answered. */
export function GiftChoice({ plan, isArrival, onChoose }: GiftChoiceProps) {
  return (
    <fieldset ref={isArrival ? focusChosen : null} className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-3 font-extrabold text-xl semi-wide">Your gift</legend>
      {PLAN_IDS.map((id) => (
        <PlanRadio key={id} id={id} isChosen={id === plan} onChoose={onChoose}>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-bold semi-wide">
              {`${formatCount(GIFT_MONTHS[id], "month")} for ${formatPrice(PLANS[id].price.cents)}`}
            </span>
            <span className="text-muted text-sm">{PLANS[id].name}</span>
          </span>
        </PlanRadio>
      ))}
    </fieldset>
  );
}
