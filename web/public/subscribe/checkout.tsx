import { Mail } from "lucide-react";
import { createRoot, type Root } from "react-dom/client";
import { BRAND } from "#domain/brand.ts";
import { annualComparison, formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { buttonClass } from "../../ui/button.tsx";
import { supportMailLink } from "../site-links.ts";

type CheckoutProps = { plan: PlanId; onChoose: (plan: PlanId) => void };

/** The chosen plan with everything that its buyer agrees to, and the provider's buttons. */
export function Checkout({ plan, onChoose }: CheckoutProps) {
  return (
    <div className="grid animate-fade gap-7">
      <fieldset className="grid gap-3">
        <legend className="mb-3 font-extrabold text-xl semi-wide">Your plan</legend>
        {(Object.keys(PLANS) as PlanId[]).map((id) => (
          <PlanOption key={id} id={id} isChosen={id === plan} onChoose={onChoose} />
        ))}
      </fieldset>
      <PlanTerms plan={plan} />
      <ProviderButtons plan={plan} />
    </div>
  );
}

type PlanOptionProps = { id: PlanId; isChosen: boolean; onChoose: (plan: PlanId) => void };

function PlanOption({ id, isChosen, onChoose }: PlanOptionProps) {
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
        <span className="font-bold semi-wide">{name}</span>
        <span className="text-muted">
          <span className="font-bold text-ink">{formatPrice(price.cents)}</span>
          {` per ${price.per}`}
        </span>
      </span>
    </label>
  );
}

function PlanTerms({ plan }: { plan: PlanId }) {
  const { price } = PLANS[plan];
  const amount = formatPrice(price.cents);
  const { centsPerMonth, savedPercent } = annualComparison();
  const saving =
    plan === "annual"
      ? ` That is ${formatPrice(centsPerMonth)} per month, ${savedPercent}% less than month by month.`
      : "";
  const terms = [
    ["You pay", `${amount} when you subscribe.${saving}`],
    ["It renews", `For ${amount} every ${price.per}, until you cancel.`],
    ["To cancel", `Any time, by a mail to ${BRAND.supportEmail}. What you have paid for stays yours to its last day.`],
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

/** The place of the payment provider's buttons. Payment has not opened: who wants in asks for an invitation. */
function ProviderButtons({ plan }: { plan: PlanId }) {
  return (
    <section aria-labelledby="payment-heading" className="grid gap-4 border-line border-t pt-6">
      <h3 id="payment-heading" className="text-lg">
        Payment opens soon
      </h3>
      <p className="text-muted leading-relaxed">
        Until then you join by invitation: write to us, and we set up your free trial. You pay nothing to begin.
      </p>
      <a
        href={supportMailLink(`Invitation to ${BRAND.name}: ${PLANS[plan].name}`)}
        className={buttonClass("primary", "lg", "max-[22.75rem]:px-3")}
      >
        <Mail aria-hidden="true" className="size-5" />
        Ask for your invitation
      </a>
    </section>
  );
}

let root: Root | undefined;

/** Shows the checkout in its place, or shows it another plan. */
export function renderCheckout(place: Element, plan: PlanId, onChoose: (plan: PlanId) => void): void {
  root ??= createRoot(place);
  root.render(<Checkout plan={plan} onChoose={onChoose} />);
}
