import type { GiftOffer } from "#domain/contract/money/gifts.ts";
import { PLANS, type PlanId } from "#domain/rules/plans.ts";

type GiftChoiceProps = { plans: GiftOffer["plans"]; plan: PlanId | null; onChoose: (plan: PlanId) => void };

export function GiftChoice({ plans, plan, onChoose }: GiftChoiceProps) {
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-3 font-extrabold text-xl semi-wide">Your gift</legend>
      {plans.map(({ plan: id, priceText, lengthText }) => (
        <label
          key={id}
          className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-control bg-night px-4 py-3 hover:border-muted has-checked:border-bolt has-checked:bg-bolt/8 has-focus-visible:outline-3 has-focus-visible:outline-bolt has-focus-visible:outline-offset-3"
        >
          <input
            type="radio"
            name="plan"
            value={id}
            checked={id === plan}
            onChange={() => onChoose(id)}
            className="size-5 shrink-0 accent-bolt focus-visible:outline-none"
          />
          <span className="grid min-w-0 gap-0.5">
            <span className="font-bold semi-wide">{`${lengthText} for ${priceText}`}</span>
            <span className="text-muted text-sm">{PLANS[id].name}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
