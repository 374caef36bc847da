import { Gift } from "lucide-react";
import { useState } from "react";
import type { GiftToRedeem } from "#domain/contract/money/gifts.ts";
import type { WakeUpChoice } from "#domain/contract/wake-up-choice.ts";
import { formatDate, unbroken } from "#domain/formats.ts";
import { MAX_GIFT_NAME } from "#domain/rules/gift-words.ts";
import { PLANS } from "#domain/rules/plans.ts";
import { ConsentBox } from "../../brand/consent-box.tsx";
import { browsersAnswer, WakeUpQuestion } from "../../features/profile/wake-up-question.tsx";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { useCheckedForm } from "../../ui/use-checked-form.ts";
import { PageTitle } from "../island.tsx";
import { GiftCard } from "./gift-card.tsx";
import { nameProblem } from "./gift-form.ts";

/** Someone without an account also answers with their name. */
export type Recipient = WakeUpChoice & { name?: string };

type WrappedGiftProps = {
  gift: GiftToRedeem;
  redeem: { mutate: (recipient: Recipient) => void; isPending: boolean; error: Error | null };
};

/** The giver's words come first, out of the paper; the questions follow. */
export function WrappedGift({ gift, redeem }: WrappedGiftProps) {
  const [wakeUp, setWakeUp] = useState(browsersAnswer);
  const [hasAgreed, setHasAgreed] = useState(false);
  const { form, field } = useCheckedForm(
    {
      name: ({ name }) => gift.wakeUp && nameProblem(name, "Enter your name"),
      // A checkbox is in the form's data only if it's checked.
      consent: ({ consent }) => (consent === "" ? "Check the box to open your gift." : null),
    },
    ({ name }) => redeem.mutate(gift.wakeUp ? { ...wakeUp, name } : wakeUp),
  );
  return (
    <form {...form} className="mx-auto grid max-w-2xl gap-8">
      <Words gift={gift} />
      <div className="grid animate-rise gap-6 [animation-delay:700ms]">
        <p className="text-lg text-muted leading-relaxed">
          {`${PLANS[gift.plan].name}, with everything in it: a wake-up email at the hour you choose, and a new session every morning. You pay nothing, and it never renews.`}
        </p>
        {gift.waitsText !== "" && <Alert tone="info">{gift.waitsText}</Alert>}
        {gift.wakeUp && (
          <>
            <TextField
              label="Your name"
              autoComplete="name"
              maxLength={MAX_GIFT_NAME}
              defaultValue={gift.recipientName}
              {...field("name")}
            />
            <WakeUpQuestion question={gift.wakeUp} answer={wakeUp} onAnswer={setWakeUp} />
          </>
        )}
        <ConsentBox text={gift.consentText} isTicked={hasAgreed} error={field("consent").error} onTick={setHasAgreed} />
        {redeem.error && <Alert>{formErrorText(redeem.error, "Your gift didn't open")}</Alert>}
        <Button type="submit" size="lg" isBusy={redeem.isPending}>
          {!redeem.isPending && <Gift className="size-5" />}
          Open gift
        </Button>
        <p className="wrap-anywhere text-muted text-sm">
          {`This gift is for ${gift.recipientEmail}. Open it by ${unbroken(formatDate(gift.expiresAt, null))}.`}
        </p>
      </div>
    </form>
  );
}

function Words({ gift: { plan, giverName, recipientName, message } }: { gift: GiftToRedeem }) {
  return (
    <GiftCard>
      <p className="readout wrap-anywhere text-bolt">{`For ${recipientName}`}</p>
      <PageTitle
        name="Your gift"
        className="font-black text-[clamp(1.6rem,6.5vw,2.8rem)] wide uppercase leading-none tracking-[-0.02em]"
      >
        {`${giverName} got you ${plan === "annual" ? "a year" : "a month"} of mornings.`}
      </PageTitle>
      {message !== "" && (
        <blockquote className="wrap-anywhere whitespace-pre-line border-bolt border-l-2 pl-5 text-lg leading-relaxed">
          {message}
        </blockquote>
      )}
    </GiftCard>
  );
}
