import { UserRound } from "lucide-react";
import { useState } from "react";
import { APP_PAGES, planLoginPath } from "#domain/paths.ts";
import { emailProblem } from "#domain/rules/credentials.ts";
import type { PlanId } from "#domain/rules/plans.ts";
import type { useConfirmation } from "../../features/payments/confirmation.query.ts";
import { api, read } from "../../lib/api.ts";
import { ApiError, hasErrorCode } from "../../lib/api-error.ts";
import { keep, readKept } from "../../lib/tab-storage.ts";
import { Alert } from "../../ui/alert.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { ConsentBox } from "../paypal/consent-box.tsx";
import { ProviderButtons } from "../paypal/provider-buttons.tsx";
import type { Offer } from "./plan-choice.tsx";

type PaymentProps = {
  provider: { clientId: string; sdkUrl: string };
  /** The signed-in member's address; null for a visitor. */
  member: string | null;
  offer: Offer;
  confirmation: ReturnType<typeof useConfirmation>;
};

const EMAIL_KEY = "checkout_email";

/** What the buyer says before paying, and PayPal's buttons, which work once it is said. */
export function Payment({ provider, member, offer, confirmation }: PaymentProps) {
  const { plan } = offer;
  const [email, setEmail] = useState(() => readKept(EMAIL_KEY) ?? "");
  const [isEmailLeft, setIsEmailLeft] = useState(false);
  // A tick is for the sentence of one plan.
  const [agreed, setAgreed] = useState<Partial<Record<PlanId, boolean>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  // The same purchase keeps its id: asked for again, it is the same subscription.
  const [requestIds] = useState(() => new Map<string, string>());
  const problem = member === null ? emailProblem(email) : null;
  const hasAgreed = agreed[plan] === true;
  const missing = missingSentence({ email: problem !== null, consent: !hasAgreed });

  const create = async () => {
    setFailure(null);
    const purchase = `${plan} ${email.trim()}`;
    const requestId = requestIds.get(purchase) ?? crypto.randomUUID();
    requestIds.set(purchase, requestId);
    try {
      const buyer = member === null ? { email: email.trim() } : {};
      const answer = await read(api.checkout.$post({ json: { requestId, plan, consent: true, ...buyer } }));
      confirmation.begin({ id: answer.checkoutId, plan, approvedAt: null });
      return answer.subscriptionId;
    } catch (error) {
      setFailure(error);
      throw error;
    }
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
            keep(EMAIL_KEY, target.value);
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
        onTick={(isTicked) => setAgreed({ ...agreed, [plan]: isTicked })}
      />
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {failure !== null && <Failure error={failure} plan={plan} isVisitor={member === null} />}
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
        onCancel={() => setFailure("cancelled")}
        onError={(error) => setFailure((known: unknown) => (known instanceof Error ? known : error))}
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
  if (error === "cancelled") {
    return <Alert tone="info">You left PayPal before agreeing there. Nothing was charged.</Alert>;
  }
  if (!(error instanceof ApiError)) {
    return (
      <Alert>
        PayPal could not go on, or the connection was lost. Nothing was charged by this try: please try again in a
        moment.
      </Alert>
    );
  }
  if (hasErrorCode(error, "conflict") && isVisitor) {
    return (
      <Alert>
        <p>{error.serverText || "There is an account with this address. Please log in, then choose your plan."}</p>
        <a
          href={planLoginPath(plan)}
          className="inline-flex min-h-11 items-center font-bold text-bolt underline underline-offset-4"
        >
          Log in and come back here
        </a>
      </Alert>
    );
  }
  return (
    <Alert>{`${error.serverText || "PayPal does not answer just now. Please try again in a moment."} Nothing was charged.`}</Alert>
  );
}
