import { useRef, useState } from "react";
import type { GiftOffer } from "#domain/contract/money/gifts.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { LeftPayment } from "../../features/money/left-payment.tsx";
import { api, read } from "../../lib/api.ts";
import { ApiError } from "../../lib/api-error.ts";
import { Alert } from "../../ui/alert.tsx";
import { TextAreaField, TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { ConsentBox } from "../paypal/consent-box.tsx";
import { ProviderButtons } from "../paypal/provider-buttons.tsx";
import { haveTermsChanged } from "../paypal/terms-changed.ts";
import type { useCapture } from "./capture.query.ts";
import { GiftChoice } from "./gift-choice.tsx";
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
  capture: ReturnType<typeof useCapture>;
  /** What is shown is old: it is to be read again. */
  onTermsChanged: () => unknown;
};

const GROUP = "grid gap-5 border-line border-t pt-6";
const LEGEND = "float-left mb-5 w-full font-extrabold text-xl semi-wide";

export function OrderForm({ offer, provider, capture, onTermsChanged }: OrderFormProps) {
  const [draft, setDraft] = useState(() => readDraft(offer.firstDay));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  // A tick is for one sentence, with its price in it.
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // PayPal's script hands back what we throw: nothing was opened then, and there is nothing to look after.
  const isNotMade = useRef(false);
  const [requestIds] = useState(() => new Map<string, string>());
  const problems = problemsOf(draft, { first: offer.firstDay, last: offer.lastDay });
  const plan = offer.plans.find((one) => one.plan === draft.plan);
  const consentText = plan?.consentText ?? "";
  const hasAgreed = agreedTo === consentText;
  const missing = missingSentence(problems, hasAgreed);

  const change = (part: Partial<GiftDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(next);
  };
  type Typed = Exclude<keyof GiftDraft, "plan">;
  /** What a typed field is given, by its name. */
  const bind = (name: Typed) => ({
    name,
    value: draft[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
    onBlur: () => draft[name] !== "" && setLeft(new Set([...left, name])),
    error:
      (name !== "timezone" && left.has(name) ? problems[name] : undefined) ??
      (failure instanceof ApiError ? failure.fields[name] : undefined),
  });

  const create = async (chosen: PlanId) => {
    setFailure(null);
    isNotMade.current = false;
    // The same order keeps its id: asked for again, it is the same one.
    const order = JSON.stringify(draft);
    const requestId = requestIds.get(order) ?? crypto.randomUUID();
    requestIds.set(order, requestId);
    try {
      const emails = { giverEmail: draft.giverEmail.trim(), recipientEmail: draft.recipientEmail.trim() };
      const wanted = { ...draft, ...emails, plan: chosen, requestId, consent: true, consentText } as const;
      const answer = await read(api.gifts.$post({ json: wanted }));
      capture.begin(answer.giftId);
      return answer.orderId;
    } catch (error) {
      isNotMade.current = true;
      if (haveTermsChanged(error)) {
        requestIds.delete(order);
        setAgreedTo(null);
        onTermsChanged();
      }
      setFailure(error);
      throw error;
    }
  };
  const leave = (why: { hasFailed: boolean }) => {
    setFailure(null);
    setHasFailed(why.hasFailed);
    return capture.leave();
  };

  return (
    <form id="gift-form" noValidate onSubmit={(event) => event.preventDefault()} className="grid animate-fade gap-7">
      <GiftChoice plans={offer.plans} plan={draft.plan} onChoose={(chosen) => change({ plan: chosen })} />
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
          hint={`${MAX_MESSAGE - draft.message.length} characters left. It stands in the mail as you write it.`}
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
        {plan && (
          <ConsentBox
            text={consentText}
            isTicked={hasAgreed}
            onTick={(isTicked) => setAgreedTo(isTicked ? consentText : null)}
          />
        )}
      </fieldset>
      <div aria-live="polite" className="grid empty:hidden">
        {failure !== null && <Failure error={failure} />}
        {failure === null && capture.isDeclined && (
          <Alert>PayPal could not take the payment. Nothing was charged: please choose another way to pay there.</Alert>
        )}
        {failure === null && capture.left && (
          <LeftPayment state={capture.left} hasFailed={hasFailed} onAskAgain={capture.leave} />
        )}
      </div>
      {plan ? (
        <ProviderButtons
          provider={provider}
          kind="order"
          missing={missing}
          onMissing={() => {
            setLeft(new Set(Object.keys(problems)));
            const first = Object.keys(problems)[0] ?? "consent";
            document.querySelector<HTMLElement>(`#gift-form [name=${first}]`)?.focus();
          }}
          createOrder={() => create(plan.plan)}
          onApprove={async () => capture.ask()}
          onCancel={() => leave({ hasFailed: false })}
          onError={(error) => {
            if (!isNotMade.current && !leave({ hasFailed: true })) setFailure(error);
          }}
        />
      ) : (
        <p className="text-muted">Choose one month or one year above to continue to payment.</p>
      )}
    </form>
  );
}

function Failure({ error }: { error: unknown }) {
  const words = error instanceof ApiError ? error.serverText : "PayPal could not go on, or the connection was lost.";
  return <Alert>{words || "PayPal does not answer just now. Please try again in a moment."}</Alert>;
}
