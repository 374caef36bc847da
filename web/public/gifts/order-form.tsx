import { type ReactNode, useState } from "react";
import type { GiftOffer } from "#domain/contract/money/gifts.ts";
import { PLANS, type PlanId } from "#domain/rules/plans.ts";
import type { PaymentWindow } from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ConsentBox } from "../paypal/consent-box.tsx";
import { PaymentForm } from "../paypal/payment-form.tsx";
import { PlanRadio } from "../paypal/plan-radio.tsx";
import {
  type GiftDraft,
  keepDraft,
  MAX_MESSAGE,
  MAX_NAME,
  missingSentence,
  problemsOf,
  readDraft,
} from "./gift-form.ts";

type OrderFormProps = {
  offer: GiftOffer;
  provider: { clientId: string; sdkUrl: string };
  payment: PaymentWindow & { begin: (gift: { id: string; approvedAt: null }) => void };
  /** What is shown is old: it is to be read again. */
  onTermsChanged: () => unknown;
};

export function OrderForm({ offer, provider, payment, onTermsChanged }: OrderFormProps) {
  const [draft, setDraft] = useState(() => readDraft(offer.firstDay));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // A tick is for one sentence, with its price in it.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const problems = problemsOf(draft, { first: offer.firstDay, last: offer.lastDay });
  const plan = offer.plans.find((one) => one.plan === draft.plan);
  const consentText = plan?.consentText ?? "";
  const hasAgreed = agreedTo === consentText;

  const change = (part: Partial<GiftDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(next);
  };
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
      onMissing={() => setLeft(new Set(Object.keys(problems)))}
      onTermsChanged={() => {
        setAgreedTo(null);
        onTermsChanged();
      }}
      unchosen={<p className="text-muted">Choose one month or one year above to continue to payment.</p>}
    >
      {(refused) => (
        <>
          <fieldset className="grid gap-3 sm:grid-cols-2">
            <legend className="mb-3 font-extrabold text-xl semi-wide">Your gift</legend>
            {offer.plans.map(({ plan: id, priceText, lengthText }) => (
              <PlanRadio key={id} id={id} isChosen={id === draft.plan} onChoose={() => change({ plan: id })}>
                <span className="grid min-w-0 gap-0.5">
                  <span className="font-bold semi-wide">{`${lengthText} for ${priceText}`}</span>
                  <span className="text-muted text-sm">{PLANS[id].name}</span>
                </span>
              </PlanRadio>
            ))}
          </fieldset>
          <Words
            offer={offer}
            messageLength={draft.message.length}
            bind={(name) => ({
              name,
              value: draft[name],
              onChange: ({ target }) => change({ [name]: target.value }),
              onBlur: () => draft[name] !== "" && setLeft(new Set([...left, name])),
              error: (name !== "timezone" && left.has(name) ? problems[name] : undefined) ?? refused[name],
            })}
          >
            {plan && (
              <ConsentBox
                text={consentText}
                isTicked={hasAgreed}
                onTick={(isTicked) => setAgreedTo(isTicked ? consentText : null)}
              />
            )}
          </Words>
        </>
      )}
    </PaymentForm>
  );
}

type Bound = {
  name: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  onBlur: () => unknown;
  error: string | undefined;
};
type WordsProps = {
  offer: GiftOffer;
  messageLength: number;
  /** What a typed field is given, by its name. */
  bind: (name: Exclude<keyof GiftDraft, "plan">) => Bound;
  children: ReactNode;
};

const GROUP = "grid gap-5 border-line border-t pt-6";
const LEGEND = "float-left mb-5 w-full font-extrabold text-xl semi-wide";

/** For whom the gift is, and from whom; `children` are at its end. */
function Words({ offer, messageLength, bind, children }: WordsProps) {
  return (
    <>
      <fieldset className={GROUP}>
        <legend className={LEGEND}>For whom</legend>
        <div className="clear-both grid items-start gap-5 sm:grid-cols-2">
          <TextField label="Their name" autoComplete="off" maxLength={MAX_NAME} {...bind("recipientName")} />
          <TextField
            label="Their email"
            type="email"
            inputMode="email"
            autoComplete="off"
            {...bind("recipientEmail")}
          />
        </div>
        <TextAreaField
          label="Your message (optional)"
          maxLength={MAX_MESSAGE}
          hint={`${MAX_MESSAGE - messageLength} characters left. It stands in the mail as you write it.`}
          {...bind("message")}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            label="Arrives on"
            type="date"
            min={offer.firstDay}
            max={offer.lastDay}
            hint="At six in the morning there."
            {...bind("deliverOn")}
          />
          <SelectField
            label="Their time zone"
            options={offer.timezones.map(({ id, label }) => ({ value: id, label }))}
            {...bind("timezone")}
          />
        </div>
      </fieldset>
      <fieldset className={GROUP}>
        <legend className={LEGEND}>From you</legend>
        <div className="clear-both grid items-start gap-5 sm:grid-cols-2">
          <TextField label="Your name" autoComplete="name" maxLength={MAX_NAME} {...bind("giverName")} />
          <TextField
            label="Your email"
            type="email"
            inputMode="email"
            autoComplete="email"
            hint="Your receipt goes here."
            {...bind("giverEmail")}
          />
        </div>
        {children}
      </fieldset>
    </>
  );
}
