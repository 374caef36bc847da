import { Clock, ExternalLink } from "lucide-react";
import { Link } from "react-router";
import { BRAND } from "#domain/brand.ts";
import type { SessionUser } from "#domain/contract/account.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { Alert } from "../../ui/alert.tsx";
import { Spinner, TEXT_LINK } from "../../ui/button.tsx";
import { useMySubscription } from "./subscription.query.ts";

type PaymentNoticeProps = Pick<SessionUser, "hasAccess" | "isInGrace"> & { onPaid: () => unknown };

/** The dashboard's payment messages, shown only if needed: a failed charge, or a payment on its way. */
export function PaymentNotice({ hasAccess, isInGrace, onPaid }: PaymentNoticeProps) {
  const { data, isPending } = useMySubscription(hasAccess ? undefined : onPaid);
  const subscription = data?.subscription;
  if (isPending && isInGrace) return <span data-awaited="" />;
  if (subscription?.state === "payment_failed" && hasAccess) {
    const { accessUntil } = subscription;
    return (
      <Alert>
        Payment failed. {accessUntil && `Access until ${formatDate(accessUntil)}. `}
        <FixInPayPal />
      </Alert>
    );
  }
  if (subscription?.state !== "confirming" || hasAccess) return null;
  return (
    <Alert tone="info">
      <p className="flex items-center gap-3 font-bold semi-wide">
        Confirming your payment...
        <Spinner className="size-4" />
      </p>
      <p className="mt-1">
        {`PayPal approved it. This usually takes a few seconds, and then your sessions open here. If it takes longer than an hour, write to ${BRAND.supportEmail}.`}
      </p>
    </Alert>
  );
}

/** A cancelled subscription's last day, which the member's status doesn't tell before it. */
function useLastDay() {
  const subscription = useMySubscription().data?.subscription;
  return (
    subscription?.state === "ends" && !subscription.changesTo && (subscription.openUntil ?? subscription.accessUntil)
  );
}

/** In the header of a phone, where the line below is far down. */
export function LastDayMark({ look }: { look: string }) {
  const end = useLastDay();
  return (
    end && (
      <Link to={`${APP_PAGES.profile}#membership`} className={`${look} border-control text-muted`}>
        <Clock className="size-4" />
        Ends {formatDate(end).split(",")[0]}
      </Link>
    )
  );
}

export function LastDay() {
  const end = useLastDay();
  if (!end) return null;
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-2.5 text-muted text-sm">
      <Clock className="size-5 shrink-0" />
      Access until {formatDate(end)}
      <a href={PUBLIC_PAGES.subscribe} className={`${TEXT_LINK} font-bold text-bolt`}>
        Subscribe again
      </a>
    </div>
  );
}

/** Opens the payments that PayPal makes automatically; `look` is a button's, and without it it's a link in a sentence. */
export function FixInPayPal({ look }: { look?: string }) {
  return (
    <a
      href="https://www.paypal.com/myaccount/autopay/"
      target="_blank"
      rel="noopener noreferrer"
      className={look ?? "whitespace-nowrap py-3 font-bold hover:text-bolt"}
    >
      <span className={look ? undefined : "underline underline-offset-4"}>Fix it in PayPal</span>{" "}
      <ExternalLink className="inline size-4" />
    </a>
  );
}
