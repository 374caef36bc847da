import type { MemberPayments } from "../../domain/contract/money/subscriptions.ts";
import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { longDateIn } from "../../domain/rules/local-time.ts";
import { DEFAULT_ZONE } from "../../domain/rules/time-zones.ts";
import { WAITING_GIFT as GIFT } from "../../test/answers/gifts.ts";
import { PAYMENT, TROUBLED_SUBSCRIPTION as SUBSCRIPTION } from "../../test/answers/payments.ts";
import { PROVIDER_SUBSCRIPTIONS } from "../../test/answers/provider.ts";
import { answer, change } from "../../test/e2e/support/answers.ts";
import { inOrder } from "./take.ts";

/** The provider's tab with a subscription in every status, and gifts. */
export const provider = inOrder(
  answer("**/api/paypal/subscriptions", PROVIDER_SUBSCRIPTIONS),
  answer("**/api/admin/gifts*", [GIFT, { ...GIFT, id: crypto.randomUUID(), state: "redeemed", canRefund: false }]),
);

const PAID_AT = Date.now() - HOUR_MS;
const at = (days: number) => new Date(PAID_AT + days * DAY_MS).toISOString();
const onDay = (days: number) => longDateIn(DEFAULT_ZONE, PAID_AT + days * DAY_MS);
const [MONTH, WITH_GRACE, WINDOW] = [30, 41, 2];

/** A member who paid for a month an hour ago, unless changed. */
function payer(
  subscription: Partial<typeof SUBSCRIPTION>,
  payment: Partial<typeof PAYMENT> = {},
  until = at(WITH_GRACE),
) {
  const of = {
    ...{ ...SUBSCRIPTION, nextBillingAt: at(MONTH), lastEventAt: at(0), readAt: at(0) },
    ours: `Paid until ${onDay(MONTH)}. Access until ${onDay(WITH_GRACE)}, including the grace period.`,
    ...subscription,
  };
  const startsAt = at(0);
  const grant = { id: "grant", source: "subscription", plan: "monthly", state: "running", endedAt: null };
  return inOrder(
    answer(/\/members\/[^/]+\/payments$/, {
      subscriptions: [of],
      payments: [{ ...PAYMENT, paidAt: at(0), windowEndsAt: at(WINDOW), ...payment }],
    } satisfies MemberPayments),
    change(/\/api\/admin\/members\/(?!counts)[^/?]+$/, ({ profile }) => ({
      profile: {
        ...(profile as object),
        ...{ subscriptionType: "monthly", subscriptionStatus: "active", accessEndsAt: until, hasAccess: true },
      },
      grants: [{ ...grant, startsAt, until, endReason: null, createdAt: startsAt }],
    })),
  );
}

/** A member's payments with every possible detail. */
export const payments = payer({});

/** A cancellation that PayPal hasn't confirmed. */
export const cancelWaits = payer(
  {
    ours: `Paid. Access until ${onDay(MONTH)}. PayPal hasn't confirmed the cancellation yet and may charge until it does. We'll try again within the hour.`,
    ...{ isCancelPending: true, difference: null, isDouble: false, failedPayments: 0 },
    ...{ cancelledBy: "member", cancelReason: "I get up at six by myself now." },
  },
  {},
  at(MONTH),
);

/** A refund that PayPal doesn't make anymore. */
export const noRefund = inOrder(
  payer({}, { paidAt: at(-200), effect: "keeps_access", isWithinWindow: false, windowEndsAt: at(WINDOW - 200) }),
  answer(
    /\/payments\/[^/]+\/refund$/,
    {
      error:
        "PayPal's time limit for refunding this payment has passed. Nothing was refunded, but the subscription is cancelled. Pay the member back another way.",
      code: "gone",
    },
    410,
  ),
);
