import { useQuery } from "@tanstack/react-query";
import { Check, Hourglass, Mail } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import type { CaptureGiftResponse } from "#domain/contract/money/gifts.ts";
import { giftOrderPath } from "#domain/paths.ts";
import { RIGHT_AWAY } from "#domain/rules/gift-delivery.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import {
  type PaymentWindow,
  type Purchase,
  type StartedPurchase,
  usePaymentWindow,
} from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { StatePanel } from "../../ui/state-panel.tsx";
import { IslandState } from "../island.tsx";
import { supportMailLink } from "../site-links.ts";
import { giftDraft } from "./gift-form.ts";
import { OrderForm } from "./order-form.tsx";

const openGift = stored(
  "open_gift",
  (value) => (isRecord(value) && typeof value.id === "string" ? (value as StartedPurchase) : null),
  { scope: "tab", endsWith: "session" },
);

/** Buying a gift; checking the purchase also captures its payment. */
const GIFT: Purchase<StartedPurchase, CaptureGiftResponse> = {
  queryKey: ["/api/gifts", "capture"],
  readStored: openGift.read,
  keep: openGift.write,
  ask: (id) => read(api.gifts[":id"].capture.$post({ param: { id } }, { init: { keepalive: true } })),
  onPaid: () => giftDraft.write(null),
  isWatched: false,
};

export function OrderGift({ plan }: { plan: PlanId | null }) {
  const offer = useQuery({ queryKey: ["/api/gifts/offer"], queryFn: () => read(api.gifts.offer.$get()) });
  const payment = usePaymentWindow(GIFT);
  if (payment.state !== "open") {
    return (
      <div ref={focusOnArrival} tabIndex={-1} className="focus:outline-none">
        <Ordered payment={payment} answer={payment.answer} />
      </div>
    );
  }
  if (offer.isPending) return <StatePanel kind="loading" title="One moment..." />;
  if (offer.isError) {
    return <StatePanel kind="error" title="The form didn't load" detail={errorDetail(offer.error)} retry={offer} />;
  }
  if (offer.data.provider === null) {
    return (
      <IslandState
        icon={Hourglass}
        title="Gifts are coming soon"
        text="We're not taking payments yet. Tell us who the gift is for and when it should arrive, and we'll write to you as soon as gifts are available."
      >
        <a href={supportMailLink(`A gift of ${BRAND.name}`)} className={buttonClass("primary", "lg")}>
          <Mail className="size-5" />
          Email us about a gift
        </a>
      </IslandState>
    );
  }
  const { provider } = offer.data;
  return (
    <OrderForm offer={offer.data} chosen={plan} provider={provider} payment={payment} onTermsChanged={offer.refetch} />
  );
}

function Ordered({ payment, answer }: { payment: PaymentWindow; answer: CaptureGiftResponse | null | undefined }) {
  if (payment.state === "paid") {
    const day = answer?.deliverText === RIGHT_AWAY ? null : answer?.deliverText;
    return (
      <IslandState
        icon={Check}
        title={day ? "Your gift is scheduled" : "Your gift is on its way"}
        text={
          day
            ? `It arrives on ${day}. We'll email you a receipt. Use its link to see when the gift is opened, or to fix the address before it's sent.`
            : "We're sending it right away. We'll email you a receipt. Use its link to see when the gift is opened."
        }
      >
        {answer?.order && (
          <a href={giftOrderPath(answer.order)} className={buttonClass("primary", "lg")}>
            See your gift
          </a>
        )}
      </IslandState>
    );
  }
  if (payment.state === "late") {
    return (
      <IslandState
        icon={Hourglass}
        title="PayPal is taking longer than usual"
        text={`We'll keep checking. As soon as PayPal confirms, we'll email your receipt. You won't be charged twice. No email within an hour? Write to ${BRAND.supportEmail} and we'll track it down.`}
      >
        <Button size="lg" onClick={payment.ask} isBusy={payment.isAsking}>
          Check again
        </Button>
        <Button variant="ghost" onClick={payment.forget}>
          I didn't approve it. Start over
        </Button>
      </IslandState>
    );
  }
  return <StatePanel kind="loading" title="Confirming your payment..." />;
}
