import { UserRound } from "lucide-react";
import { useState } from "react";
import type { WakeUpQuestion as Question } from "#domain/contract/wake-up-choice.ts";
import { accountPath, planLoginPath } from "#domain/paths.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import { ConsentBox } from "../../brand/consent-box.tsx";
import type { PaymentWindow } from "../../features/money/payment-window.query.ts";
import type { StoredCheckout } from "../../features/money/stored-checkout.ts";
import { browsersAnswer, WakeUpQuestion } from "../../features/profile/wake-up-question.tsx";
import { api, read } from "../../lib/api.ts";
import { storedText } from "../../lib/stored.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { PaymentForm } from "../paypal/payment-form.tsx";
import type { Offer } from "./plan-choice.tsx";

type PaymentProps = {
  provider: { clientId: string; sdkUrl: string };
  member: string | null;
  /** Null for a member, whose hour stays. */
  question: Question | null;
  offer: Offer;
  payment: PaymentWindow & { begin: (checkout: StoredCheckout) => void };
  onTermsChanged: () => unknown;
};

const storedEmail = storedText("checkout_email", { scope: "tab", endsWith: "session" });

export function Payment({ provider, member, question, offer, payment, onTermsChanged }: PaymentProps) {
  const { plan, consentText } = offer;
  const [email, setEmail] = useState(() => storedEmail.read() ?? "");
  const [wakeUp, setWakeUp] = useState(browsersAnswer);
  const [isEmailLeft, setIsEmailLeft] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  // A tick covers only the sentence it was made for.
  const [agreed, setAgreed] = useState<Partial<Record<PlanId, string>>>({});
  const problem = member === null ? emailProblem(email) : null;
  const hasAgreed = agreed[plan] === consentText;
  const steps = [problem !== null && "enter your email address", !hasAgreed && "check the box"].filter(Boolean);

  const order = async (requestId: string) => {
    const buyer = member === null ? { email: email.trim(), ...wakeUp } : {};
    const json = { requestId, plan, consent: true, consentText, ...buyer } as const;
    const { checkoutId, subscriptionId } = await read(api.checkout.$post({ json }));
    payment.begin({ id: checkoutId, plan, approvedAt: null });
    return subscriptionId;
  };

  return (
    <PaymentForm
      id="payment"
      className="grid gap-5"
      provider={provider}
      kind="subscription"
      buttonsKey={plan}
      payment={payment}
      purchase={`${plan} ${email.trim()}`}
      order={order}
      missing={steps.length === 0 ? null : `To pay, ${steps.join(" and ")}.`}
      firstMissing={problem === null ? "consent" : "email"}
      onMissing={() => {
        setIsEmailLeft(true);
        setIsAsked(true);
      }}
      onTermsChanged={() => {
        setAgreed({});
        onTermsChanged();
      }}
      refusal={
        offer.refusal !== null && (
          <>
            <Alert tone="info">{offer.refusal}</Alert>
            <a href={accountPath("membership")} className={buttonClass("secondary", "lg")}>
              <UserRound className="size-5" />
              My Account
            </a>
          </>
        )
      }
      loginPath={member === null ? planLoginPath(plan) : undefined}
    >
      {(refused) => (
        <>
          {offer.note !== "" && <Alert tone="info">{offer.note}</Alert>}
          {member === null ? (
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="email"
              required
              value={email}
              onChange={({ target }) => {
                setEmail(target.value);
                storedEmail.write(target.value);
                setIsEmailLeft(false);
              }}
              onBlur={() => setIsEmailLeft(email !== "")}
              hint="Your wake-up emails and login link go here."
              error={(isEmailLeft ? problem : null) ?? refused.email}
            />
          ) : (
            <p className="min-w-0 text-muted">
              Logged in as <span className="wrap-anywhere font-semibold text-ink">{member}</span>
            </p>
          )}
          {question && <WakeUpQuestion question={question} answer={wakeUp} onAnswer={setWakeUp} />}
          <ConsentBox
            text={consentText}
            isTicked={hasAgreed}
            error={isAsked && !hasAgreed ? "Check the box to agree" : undefined}
            onTick={(isTicked) => setAgreed({ ...agreed, [plan]: isTicked ? consentText : "" })}
          />
        </>
      )}
    </PaymentForm>
  );
}
