import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { useState } from "react";
import { BRAND } from "#domain/brand.ts";
import { PLANS, type PlanId } from "#domain/rules/plans.ts";
import { CHECKOUT, ConfirmingPayment } from "../../features/money/confirming-payment.tsx";
import { usePaymentWindow } from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail, hasErrorCode } from "../../lib/api-error.ts";
import { dropAuthToken, readAuthToken } from "../../lib/auth-token.ts";
import { buttonClass, Spinner } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { renderIsland } from "../island.tsx";
import { supportMailLink } from "../site-links.ts";
import { Payment } from "./payment.tsx";
import { PlanChoice, PlanLine } from "./plan-choice.tsx";

async function readOffers() {
  try {
    return await read(api.checkout.$get());
  } catch (error) {
    // If the session has ended, the member becomes a visitor, who can also buy.
    if (!hasErrorCode(error, "unauthorized") || readAuthToken() === null) throw error;
    dropAuthToken();
    return read(api.checkout.$get());
  }
}

export function Checkout({ plan, onChoose }: { plan: PlanId | null; onChoose: (plan: PlanId) => void }) {
  const offers = useQuery({ queryKey: ["/api/checkout"], queryFn: readOffers });
  // Stays open once asked for, so that arrow keys can change the plan.
  const [isChoosing, setIsChoosing] = useState(plan === null);
  const payment = usePaymentWindow(CHECKOUT);
  if (payment.state !== "open") return <ConfirmingPayment payment={payment} />;
  const offer = offers.data?.offers.find((one) => one.plan === plan);
  const current = offers.data?.offers.find(({ refusal }) => refusal !== null)?.plan;
  return (
    <div className="grid animate-fade gap-5">
      {plan !== null && !isChoosing ? (
        <PlanLine plan={plan} onChange={() => setIsChoosing(true)} />
      ) : (
        <PlanChoice plan={plan} current={current} onChoose={onChoose} />
      )}
      {plan === null ? (
        <p className="text-muted">Choose a plan to see what you'll pay and when.</p>
      ) : (
        <div className="grid min-h-96 content-start gap-4 border-line border-t pt-5">
          {offers.data && offer ? (
            offers.data.provider ? (
              <Payment
                provider={offers.data.provider}
                member={offers.data.email}
                question={offers.data.wakeUp}
                offer={offer}
                payment={payment}
                onTermsChanged={offers.refetch}
              />
            ) : (
              <Invitation plan={plan} />
            )
          ) : offers.isError ? (
            <StatePanel kind="error" title="Checkout didn't load" detail={errorDetail(offers.error)} retry={offers} />
          ) : (
            <p role="status" className="flex items-center justify-center gap-3 pt-10 text-muted">
              <Spinner className="size-5 text-bolt" />
              Preparing payment...
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Shown if payment isn't set up: visitors can ask for an invitation. */
function Invitation({ plan }: { plan: PlanId }) {
  return (
    <section aria-labelledby="payment-heading" className="grid gap-4">
      <h3 id="payment-heading" className="text-lg">
        Payments are coming soon
      </h3>
      <p className="text-muted leading-relaxed">
        Until then, you can join by invitation. Write to us and we'll set up your free trial. It ends on its own:
        nothing to cancel, nothing to pay.
      </p>
      <a
        href={supportMailLink(`Invitation to ${BRAND.name}: ${PLANS[plan].name}`)}
        className={buttonClass("primary", "lg", "max-[22.75rem]:px-3")}
      >
        <Mail className="size-5" />
        Ask for an invitation
      </a>
    </section>
  );
}

export function renderCheckout(place: Element, plan: PlanId | null, onChoose: (plan: PlanId) => void): void {
  renderIsland(place, <Checkout plan={plan} onChoose={onChoose} />);
}
