import { type ReactNode, useState } from "react";
import type { GiftOffer } from "#domain/contract/money/gifts.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { MAX_GIFT_NAME } from "#domain/rules/gift-words.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { ConsentBox } from "../../brand/consent-box.tsx";
import type { PaymentWindow } from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { useNow } from "../../lib/use-now.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { PaymentForm } from "../paypal/payment-form.tsx";
import { ArrivalFields } from "./arrival-fields.tsx";
import { GiftChoice } from "./gift-choice.tsx";
import { daysIn, type GiftDraft, giftDraft, MAX_MESSAGE, missingSentence, problemsOf, readDraft } from "./gift-form.ts";

type OrderFormProps = {
  offer: GiftOffer;
  /** What the page's own first question was answered with. */
  chosen: PlanId | null;
  provider: { clientId: string; sdkUrl: string };
  payment: PaymentWindow & { begin: (gift: { id: string; approvedAt: null }) => void };
  onTermsChanged: () => unknown;
};

const GROUP = "grid gap-5 border-line border-t pt-6";
const LEGEND = "float-left w-full font-extrabold text-xl semi-wide";

export function OrderForm({ offer, chosen, provider, payment, onTermsChanged }: OrderFormProps) {
  const now = useNow(MINUTE_MS);
  const [draft, setDraft] = useState(() => ({ ...readDraft(offer, now), ...(chosen && { plan: chosen }) }));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // A tick covers only the sentence it was made for, which includes the price.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const days = daysIn(draft.timezone, offer, now);
  const problems = problemsOf(draft, days);
  const plan = offer.plans.find((one) => one.plan === draft.plan);
  const consentText = plan?.consentText ?? "";
  const hasAgreed = agreedTo === consentText;

  const change = (part: Partial<GiftDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    giftDraft.write(next);
  };
  const bind = (name: Exclude<keyof GiftDraft, "plan">, refused: Partial<Record<string, ReactNode>>) => ({
    name,
    value: draft[name] ?? "",
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onBlur: () => draft[name] !== "" && setLeft(new Set([...left, name])),
    error: (name !== "timezone" && left.has(name) ? problems[name] : undefined) ?? refused[name],
  });
  const order = async (chosen: PlanId, requestId: string) => {
    const emails = { giverEmail: draft.giverEmail.trim(), recipientEmail: draft.recipientEmail.trim() };
    const wanted = { ...draft, ...emails, plan: chosen, requestId, consent: true, consentText } as const;
    const { giftId, orderId } = await read(api.gifts.$post({ json: wanted }));
    payment.begin({ id: giftId, approvedAt: null });
    return orderId;
  };

  return (
    <PaymentForm
      id="gift-form"
      className="grid animate-fade gap-7"
      provider={provider}
      kind="order"
      payment={payment}
      purchase={JSON.stringify(draft)}
      order={plan && ((requestId) => order(plan.plan, requestId))}
      missing={missingSentence(problems, hasAgreed)}
      firstMissing={Object.keys(problems)[0] ?? "consent"}
      onMissing={() => setLeft(new Set([...Object.keys(problems), "consent"]))}
      onTermsChanged={() => {
        setAgreedTo(null);
        onTermsChanged();
      }}
      unchosen={<p className="text-muted">Choose a month or a year above to continue to payment.</p>}
    >
      {(refused) => (
        <>
          <GiftChoice chosen={draft.plan} onChoose={(plan) => change({ plan })} />
          <fieldset className={GROUP}>
            <legend className={LEGEND}>Who it's for</legend>
            <div className="clear-both grid items-start gap-5 sm:grid-cols-2">
              <TextField
                label="Their name"
                autoComplete="off"
                maxLength={MAX_GIFT_NAME}
                {...bind("recipientName", refused)}
              />
              <TextField label="Their email" type="email" autoComplete="off" {...bind("recipientEmail", refused)} />
            </div>
            <TextAreaField
              label="Your message (optional)"
              maxLength={MAX_MESSAGE}
              hint={`${MAX_MESSAGE - draft.message.length} characters left. We'll send it exactly as you write it.`}
              {...bind("message", refused)}
            />
            <ArrivalFields
              deliverOn={draft.deliverOn}
              timezone={draft.timezone}
              days={days}
              onChoose={(deliverOn) => change({ deliverOn })}
              day={bind("deliverOn", refused)}
              zone={{
                options: offer.timezones.map(({ id, label }) => ({ value: id, label })),
                ...bind("timezone", refused),
              }}
            />
          </fieldset>
          <fieldset className={GROUP}>
            <legend className={LEGEND}>From you</legend>
            <div className="clear-both grid items-start gap-5 sm:grid-cols-2">
              <TextField
                label="Your name"
                autoComplete="name"
                maxLength={MAX_GIFT_NAME}
                {...bind("giverName", refused)}
              />
              <TextField
                label="Your email"
                type="email"
                autoComplete="email"
                hint="We'll send your receipt here."
                {...bind("giverEmail", refused)}
              />
            </div>
            {plan && (
              <ConsentBox
                text={consentText}
                isTicked={hasAgreed}
                error={left.has("consent") && !hasAgreed ? "Check the box to agree" : undefined}
                onTick={(isTicked) => setAgreedTo(isTicked ? consentText : null)}
              />
            )}
          </fieldset>
        </>
      )}
    </PaymentForm>
  );
}
