import { useMutation, useQuery } from "@tanstack/react-query";
import { Gift, Hourglass, MailQuestion, PartyPopper, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { BRAND } from "#domain/brand.ts";
import type { GiftToRedeem } from "#domain/contract/money/gifts.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { PLANS } from "#domain/rules/plans.ts";
import { browsersAnswer, WakeUpQuestion } from "../../features/profile/wake-up-question.tsx";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { formErrorText } from "../../lib/failure-text.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { IslandFailure, IslandLoading, IslandState, PageTitle } from "../island.tsx";
import { ConsentBox } from "../paypal/consent-box.tsx";

/** Linked from the gift's email: the giver, the gift, and one button. Opening the link changes nothing. */
export function RedeemGift({ token }: { token: string }) {
  const [wakeUp, setWakeUp] = useState(browsersAnswer);
  const gift = useQuery({
    queryKey: ["/api/gifts/redeem", token],
    queryFn: () => read(api.gifts.redeem.$get({ query: { token } })),
  });
  const redeem = useMutation({
    mutationFn: () => read(api.gifts.redeem.$post({ json: { token, consent: true, ...wakeUp } })),
    onSuccess: ({ isWaiting, nextUrl }) => {
      if (!isWaiting) window.location.assign(nextUrl);
    },
    // The gift may have been used elsewhere or expired since it was shown.
    onError: (error) => isRefusal(error) && gift.refetch(),
  });
  if (redeem.data?.isWaiting) {
    return (
      <IslandState
        isArrival
        isPage
        icon={Hourglass}
        title="It's yours, and it can wait"
        text="Your subscription continues, and the gift starts automatically when your subscription ends. To start sooner, cancel your subscription in My Account. The gift then starts when your paid time ends."
      >
        <a href={redeem.data.nextUrl} className={buttonClass("primary", "lg")}>
          Continue
        </a>
      </IslandState>
    );
  }
  if (redeem.isSuccess) return <IslandLoading>Opening your gift...</IslandLoading>;
  if (gift.isPending) return <IslandLoading>Loading your gift...</IslandLoading>;
  if (gift.isError) {
    if (!isRefusal(gift.error)) return <IslandFailure isPage title="Your gift didn't load" query={gift} />;
    return (
      <IslandState
        isPage
        icon={MailQuestion}
        title="We couldn't find this gift"
        text={`The link may be incomplete, or the gift has since been sent to a different address. Open it from the latest email, or write to ${BRAND.supportEmail}.`}
      >
        <Home />
      </IslandState>
    );
  }
  if (gift.data.state !== "open") return <Over gift={gift.data} />;
  return (
    <Wrapped gift={gift.data} redeem={redeem}>
      {gift.data.wakeUp && <WakeUpQuestion question={gift.data.wakeUp} answer={wakeUp} onAnswer={setWakeUp} />}
    </Wrapped>
  );
}

function Home() {
  return (
    <a href={PUBLIC_PAGES.home} className={buttonClass("secondary", "lg")}>
      {`What is ${BRAND.name}?`}
    </a>
  );
}

function Over({ gift }: { gift: GiftToRedeem }) {
  if (gift.state === "redeemed") {
    return (
      <IslandState
        isPage
        icon={PartyPopper}
        title="This gift has already been opened"
        text={`${gift.giverName}'s gift was opened with ${gift.recipientEmail}. Log in to continue. No password yet? Request a link on the login page.`}
      >
        <a href={APP_PAGES.login} className={buttonClass("primary", "lg")}>
          Login
        </a>
      </IslandState>
    );
  }
  const isRefunded = gift.state === "refunded";
  return (
    <IslandState
      isPage
      icon={isRefunded ? Undo2 : Hourglass}
      title={isRefunded ? "This gift was refunded" : `This gift expired on ${formatDate(gift.expiresAt, null)}`}
      text={`${isRefunded ? "It can't be opened anymore." : "Gifts can be opened for 12 months."} Questions? Write to ${BRAND.supportEmail}.`}
    >
      <Home />
    </IslandState>
  );
}

type WrappedProps = {
  gift: GiftToRedeem;
  redeem: { mutate: () => void; isPending: boolean; error: Error | null };
  children: ReactNode;
};

function Wrapped({ gift, redeem, children }: WrappedProps) {
  const [hasAgreed, setHasAgreed] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  return (
    <form
      noValidate
      className="grid animate-rise gap-6"
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (hasAgreed) redeem.mutate();
      }}
    >
      <div className="grid justify-items-start gap-4">
        <p className="readout flex items-center gap-3 text-bolt">
          <Gift aria-hidden="true" className="size-5" />
          {`For ${gift.recipientName}`}
        </p>
        <PageTitle
          name="Your gift"
          className="font-black text-[clamp(2rem,8vw,3.6rem)] wide uppercase leading-[0.95] tracking-[-0.02em]"
        >
          {`${gift.giverName} got you ${gift.plan === "annual" ? "a year" : "a month"} of mornings.`}
        </PageTitle>
        <p className="text-lg text-muted leading-relaxed">
          {`${PLANS[gift.plan].name}, with everything in it: a wake-up email at the hour you choose, and a new session every morning. You pay nothing, and it never renews.`}
        </p>
      </div>
      {gift.message !== "" && (
        <blockquote className="wrap-anywhere whitespace-pre-line border-bolt border-l-2 pl-5 text-lg leading-relaxed">
          {gift.message}
        </blockquote>
      )}
      {gift.waitsText !== "" && <Alert tone="info">{gift.waitsText}</Alert>}
      {children}
      <ConsentBox
        text={gift.consentText}
        isPaid={false}
        isTicked={hasAgreed}
        error={isAsked && !hasAgreed ? "Check the box to open your gift." : undefined}
        onTick={setHasAgreed}
      />
      {redeem.error && <Alert>{formErrorText(redeem.error, "Your gift didn't open")}</Alert>}
      <Button type="submit" size="lg" isBusy={redeem.isPending}>
        {!redeem.isPending && <Gift aria-hidden="true" className="size-5" />}
        Open gift
      </Button>
      <p className="wrap-anywhere text-muted text-sm">
        {`This gift is for ${gift.recipientEmail}. Open it by ${formatDate(gift.expiresAt, null)}.`}
      </p>
    </form>
  );
}
