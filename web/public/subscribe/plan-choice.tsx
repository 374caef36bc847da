import type { CheckoutOffers } from "#domain/contract/money/checkout.ts";
import { annualComparison, formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { DEFAULT_ZONE } from "#domain/rules/time-zones.ts";

export type Offer = CheckoutOffers["offers"][number];

type PlanChoiceProps = { plan: PlanId | null; current: PlanId | undefined; onChoose: (plan: PlanId) => void };

export function PlanChoice({ plan, current, onChoose }: PlanChoiceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 font-extrabold text-xl semi-wide">Your plan</legend>
      {(Object.keys(PLANS) as PlanId[]).map((id) => (
        <PlanOption key={id} id={id} isChosen={id === plan} isCurrent={id === current} onChoose={onChoose} />
      ))}
    </fieldset>
  );
}

type PlanOptionProps = { id: PlanId; isChosen: boolean; isCurrent: boolean; onChoose: (plan: PlanId) => void };

function PlanOption({ id, isChosen, isCurrent, onChoose }: PlanOptionProps) {
  const { name, price } = PLANS[id];
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-control bg-night px-4 py-3 hover:border-muted has-checked:border-bolt has-checked:bg-bolt/8 has-focus-visible:outline-3 has-focus-visible:outline-bolt has-focus-visible:outline-offset-3">
      <input
        type="radio"
        name="plan"
        value={id}
        checked={isChosen}
        onChange={() => onChoose(id)}
        className="size-5 shrink-0 accent-bolt focus-visible:outline-none"
      />
      <span className="flex grow flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
        <span className="font-bold semi-wide">
          {name}
          {isCurrent && <span className="inline-block font-normal text-bolt text-sm">&nbsp;· your plan</span>}
        </span>
        <span className="text-muted">
          <span className="font-bold text-ink">{formatPrice(price.cents)}</span>
          {` per ${price.per}`}
        </span>
      </span>
    </label>
  );
}

/** "December 20, 2026", in Central time like every date of an account. */
function dayOf(instant: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: DEFAULT_ZONE, dateStyle: "long" }).format(new Date(instant));
}

/** What is paid and when, in the plan's own numbers; `offer` says what is special for who looks. */
export function PlanTerms({ plan, offer }: { plan: PlanId; offer: Offer | undefined }) {
  const { price } = PLANS[plan];
  const amount = formatPrice(price.cents);
  const { centsPerMonth, savedPercent } = annualComparison();
  const saving =
    plan === "annual"
      ? ` That is ${formatPrice(centsPerMonth)} per month, ${savedPercent}% less than month by month.`
      : "";
  const when = offer?.startsAt ? `on ${dayOf(offer.startsAt)}, and nothing before.` : "when you subscribe.";
  const terms = [
    ["You pay", `${amount} ${when}${saving}`],
    ["It renews", `For ${amount} every ${price.per}, until you cancel.`],
    ["To cancel", "Any time, in My Account: two taps. What you have paid for stays yours to its last day."],
  ] as const;
  return (
    <dl aria-live="polite" className="grid gap-4 border-line border-t pt-6">
      {terms.map(([term, text]) => (
        <div key={term} className="grid gap-1 sm:grid-cols-[7rem_1fr]">
          <dt className="text-muted">{term}</dt>
          <dd className="min-w-0 break-words font-medium">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
