import { useMutation, useQuery } from "@tanstack/react-query";
import { Hourglass, MailQuestion, PartyPopper, Undo2 } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import type { GiftToRedeem, RedeemGiftResponse } from "#domain/contract/money/gifts.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { keepWelcome } from "../../features/money/stored-welcome.ts";
import { api, read } from "../../lib/api.ts";
import { isRefusal } from "../../lib/api-error.ts";
import { clearForSignIn, storeAuthToken } from "../../lib/auth-token.ts";
import { buttonClass } from "../../ui/button.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { GiftFailure, IslandState, SUPPORT } from "../island.tsx";
import { type Recipient, WrappedGift } from "./wrapped-gift.tsx";

/** Linked from the gift's email: the giver, the gift, and one button. Opening the link changes nothing. */
export function RedeemGift({ token }: { token: string }) {
  const gift = useQuery({
    queryKey: ["/api/gifts/redeem", token],
    queryFn: () => read(api.gifts.redeem.$get({ query: { token } })),
  });
  const redeem = useMutation({
    mutationFn: (recipient: Recipient) =>
      read(api.gifts.redeem.$post({ json: { token, consent: true, ...recipient } }, { init: { keepalive: true } })),
    onSuccess: (opened) => {
      if (opened.token === null) return;
      clearForSignIn();
      storeAuthToken(opened.token);
      keepWelcome({ subscriptionId: null, opensWithPayment: false, isLeft: false });
      window.location.assign(opened.nextUrl);
    },
    // The gift may have been used elsewhere or expired since it was shown.
    onError: (error) => isRefusal(error) && gift.refetch(),
  });
  if (redeem.data) {
    return redeem.data.token === null ? (
      <Opened {...redeem.data} />
    ) : (
      <StatePanel kind="loading" title="Opening your gift..." />
    );
  }
  if (gift.isPending) return <StatePanel kind="loading" title="Loading your gift..." />;
  if (gift.isError) {
    if (!isRefusal(gift.error)) return <GiftFailure query={gift} />;
    return (
      <IslandState
        isPage
        icon={MailQuestion}
        title="We couldn't find this gift"
        text={
          <>
            The link may be incomplete, or the gift has since been sent to a different address. Open it from the latest
            email, or write to {SUPPORT}.
          </>
        }
      >
        <Home />
      </IslandState>
    );
  }
  if (gift.data.state !== "open") return <Over gift={gift.data} />;
  return <WrappedGift gift={gift.data} redeem={redeem} />;
}

/** For a known address: only its owner's own login opens the account. */
function Opened({ isWaiting, nextUrl, ended }: RedeemGiftResponse) {
  return (
    <IslandState
      isArrival
      isPage
      icon={isWaiting ? Hourglass : PartyPopper}
      title={isWaiting ? "It's yours, and it can wait" : "It's yours"}
      text={
        <>
          {isWaiting
            ? "Your subscription continues, and the gift starts automatically when your subscription ends. To start sooner, cancel your subscription in My Account. The gift then starts when your paid time ends."
            : "We added the gift to your account. Log in to continue. No password yet? Use the link we just emailed you."}
          {ended && ` ${ended}`}
        </>
      }
    >
      <a href={nextUrl} className={buttonClass("primary", "lg")}>
        {isWaiting ? "Continue" : "Login"}
      </a>
    </IslandState>
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
        text={`${gift.giverName}'s gift was opened with ${gift.recipientEmail}. Log in to continue. No password yet? Use the link in the email we sent when it was opened, or request one on the login page.`}
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
      title={
        isRefunded ? "This gift is no longer available" : `This gift expired on ${formatDate(gift.expiresAt, null)}`
      }
      text={
        <>
          {!isRefunded && "Gifts can be opened for 12 months. "}Questions? Write to {SUPPORT}.
        </>
      }
    >
      <Home />
    </IslandState>
  );
}
