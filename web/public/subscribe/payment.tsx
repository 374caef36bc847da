import { UserRound } from "lucide-react";
import { useRef, useState } from "react";
import { APP_PAGES, planLoginPath } from "#domain/paths.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import type { useConfirmation } from "../../features/money/confirmation.query.ts";
import { LeftPayment } from "../../features/money/left-payment.tsx";
import { api, read } from "../../lib/api.ts";
import { ApiError, hasErrorCode } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { storedText } from "../../lib/stored.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConsentBox } from "../paypal/consent-box.tsx";
import { ProviderButtons } from "../paypal/provider-buttons.tsx";
import { haveTermsChanged } from "../paypal/terms-changed.ts";
import type { Offer } from "./plan-choice.tsx";

type PaymentProps = {
  provider: { clientId: string; sdkUrl: string };
  /** The signed-in member's address; null for a visitor. */
  member: string | null;
  offer: Offer;
  confirmation: ReturnType<typeof useConfirmation>;
  /** What is shown is old: it is to be read again. */
  onTermsChanged: () => unknown;
};

const keptEmail = storedText("checkout_email", { scope: "tab", endsWith: "session" });

/** What the buyer says before paying, and PayPal's buttons, which work once it is said. */
export function Payment({ provider, member, offer, confirmation, onTermsChanged }: PaymentProps) {
  const { plan } = offer;
  const [email, setEmail] = useState(() => keptEmail.read() ?? "");
  const [isEmailLeft, setIsEmailLeft] = useState(false);
  // A tick is for the sentence that stood beside it.
  const [agreed, setAgreed] = useState<Partial<Record<PlanId, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [hasFailed, setHasFailed] = useState(false);
  // PayPal's script hands back what we throw: nothing was opened then, and there is nothing to look after.
  const isNotMade = useRef(false);
  // The same purchase keeps its id: asked for again, it is the same subscription.
  const [requestIds] = useState(() => new Map<string, string>());
  const problem = member === null ? emailProblem(email) : null;
  const hasAgreed = agreed[plan] === offer.consentText;
  const missing = missingSentence({ email: problem !== null, consent: !hasAgreed });

  const create = async () => {
    setFailure(null);
    isNotMade.current = false;
    const purchase = `${plan} ${email.trim()}`;
    const requestId = requestIds.get(purchase) ?? crypto.randomUUID();
    requestIds.set(purchase, requestId);
    try {
      const buyer = member === null ? { email: email.trim() } : {};
      const { consentText } = offer;
      const answer = await read(
        api.checkout.$post({ json: { requestId, plan, consent: true, consentText, ...buyer } }),
      );
      confirmation.begin({ id: answer.checkoutId, plan, approvedAt: null });
      return answer.subscriptionId;
    } catch (error) {
      isNotMade.current = true;
      // It is too old to go on: pressed again, it is a new one.
      if (hasErrorCode(error, "gone")) requestIds.delete(purchase);
      if (haveTermsChanged(error)) {
        requestIds.delete(purchase);
        setAgreed({});
        onTermsChanged();
      }
      setFailure(error);
      throw error;
    }
  };

  const leave = (why: { hasFailed: boolean }) => {
    setFailure(null);
    setHasFailed(why.hasFailed);
    return confirmation.leave();
  };

  if (offer.refusal !== null) {
    return (
      <>
        <Alert tone="info">{offer.refusal}</Alert>
        <a href={APP_PAGES.profile} className={buttonClass("secondary", "lg")}>
          <UserRound aria-hidden="true" className="size-5" />
          My Account
        </a>
      </>
    );
  }
  return (
    <form id="payment" noValidate onSubmit={(event) => event.preventDefault()} className="grid gap-5">
      {offer.note !== "" && <Alert tone="info">{offer.note}</Alert>}
      {member === null ? (
        <TextField
          label="Email"
          name="email"
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => {
            setEmail(target.value);
            keptEmail.write(target.value);
          }}
          onBlur={() => setIsEmailLeft(email !== "")}
          hint="Your wake-up mail goes here, and so does the link to your account."
          error={(isEmailLeft ? problem : null) ?? fieldError(failure)}
        />
      ) : (
        <p className="min-w-0 text-muted">
          Signed in as <span className="wrap-anywhere font-semibold text-ink">{member}</span>
        </p>
      )}
      <ConsentBox
        text={offer.consentText}
        isTicked={hasAgreed}
        onTick={(isTicked) => setAgreed({ ...agreed, [plan]: isTicked ? offer.consentText : "" })}
      />
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {failure !== null ? (
          <Failure error={failure} plan={plan} isVisitor={member === null} />
        ) : (
          confirmation.left && (
            <LeftPayment state={confirmation.left} hasFailed={hasFailed} onAskAgain={confirmation.leave} />
          )
        )}
      </div>
      <ProviderButtons
        key={plan}
        provider={provider}
        kind="subscription"
        missing={missing}
        onMissing={() => {
          setIsEmailLeft(true);
          const first = problem === null ? "consent" : "email";
          document.querySelector<HTMLInputElement>(`#payment [name=${first}]`)?.focus();
        }}
        createSubscription={create}
        onApprove={async () => confirmation.ask()}
        onCancel={() => leave({ hasFailed: false })}
        onError={(error) => {
          if (!isNotMade.current && !leave({ hasFailed: true })) setFailure(error);
        }}
      />
    </form>
  );
}

function missingSentence(isMissing: { email: boolean; consent: boolean }): string | null {
  if (!isMissing.email && !isMissing.consent) return null;
  const steps = [isMissing.email && "enter your email address", isMissing.consent && "tick the box"];
  return `To pay, ${steps.filter(Boolean).join(" and ")}.`;
}

function fieldError(failure: unknown): string | undefined {
  return failure instanceof ApiError ? failure.fields.email : undefined;
}

function Failure({ error, plan, isVisitor }: { error: unknown; plan: PlanId; isVisitor: boolean }) {
  if (hasErrorCode(error, "conflict") && isVisitor && !haveTermsChanged(error)) {
    return (
      <Alert>
        <p>{formErrorText(error, "There is an account with this address. Please log in, then choose your plan.")}</p>
        <a
          href={planLoginPath(plan)}
          className="inline-flex min-h-11 items-center font-bold text-bolt underline underline-offset-4"
        >
          Log in and come back here
        </a>
      </Alert>
    );
  }
  const words = error instanceof ApiError ? error.serverText : "PayPal could not go on, or the connection was lost.";
  return <Alert>{words || "PayPal does not answer just now. Please try again in a moment."}</Alert>;
}
