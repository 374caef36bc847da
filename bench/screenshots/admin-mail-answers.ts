import type { MemberMailList } from "../../domain/contract/members.ts";
import type { MemberPayments } from "../../domain/contract/money/subscriptions.ts";
import { BAD_BATCHES, BAD_MORNING } from "../../test/answers/delivery.ts";
import { otherEmail } from "../../test/answers/emails.ts";
import { PAYMENT, SUBSCRIPTION } from "../../test/answers/payments.ts";
import { answer, never } from "../../test/e2e/support/answers.ts";
import { inOrder } from "./take.ts";

const NOW = new Date().toISOString();
const SENT = { createdAt: NOW, settledAt: NOW };

/** "Resend all" in progress: one batch is done, and the next one waits for its response. */
export const sendingAll = inOrder(
  answer(/\/api\/admin\/delivery(\?|$)/, { ...BAD_MORNING, pause: null, troubledBatches: 12 }),
  answer(/\/api\/admin\/delivery\/batches/, {
    batches: Array.from({ length: 12 }, (_, batch) => ({
      ...BAD_BATCHES.batches[0],
      id: `batch-${batch}`,
      failed: 90 - batch,
      unknown: 0,
    })),
    next: null,
  }),
  answer(/\/batch-[0-4]\/send-again$/, { outcome: "queued", message: "Resending now." }),
  never(/\/batch-5\/send-again$/),
);

/** Sent emails, two of which are still current. */
export const sentMails = answer(/\/members\/[^/]+\/mails/, {
  mails: [
    otherEmail("receipt", { ...SENT, kind: "payment-receipt", canResend: true }),
    otherEmail("changed", { ...SENT, kind: "password-changed" }),
    otherEmail("welcome", {
      ...SENT,
      kind: "trial-welcome",
      toAddress: "an.address.of.before@correspondence.daybolt.test",
      canResend: true,
    }),
  ],
  next: null,
} satisfies MemberMailList);

/** A cancellation that PayPal hasn't confirmed. */
export const cancelWaits = answer(/\/members\/[^/]+\/payments$/, {
  subscriptions: [
    {
      ...SUBSCRIPTION,
      ours: "Paid. Access until December 20, 2026. PayPal hasn't confirmed the cancellation yet and may charge until it does. We'll try again within the hour.",
      cancelledBy: "member",
      cancelReason: "I get up at six by myself now.",
      difference: null,
      isDouble: false,
      failedPayments: 0,
    },
  ],
  payments: [PAYMENT],
} satisfies MemberPayments);
