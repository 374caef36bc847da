import type { InvitationsResponse } from "../../domain/contract/imports.ts";
import type { InboundList } from "../../domain/contract/mail-responses.ts";
import type { MemberMailList } from "../../domain/contract/members.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { BAD_BATCHES, BAD_MORNING } from "../../test/answers/delivery.ts";
import { otherEmail } from "../../test/answers/emails.ts";
import { INVITATIONS } from "../../test/answers/invitations.ts";
import { answer } from "../../test/e2e/support/answers.ts";
import { inOrder } from "./take.ts";

const INBOUND: InboundList["mails"][number] = {
  ...{ id: "s-1", memberId: null, fromAddress: "bob.the.builder@x.test", fromName: "Bob Builder" },
  subject: "When does it begin?",
  preview:
    "Hello, I have bought this for my brother and he says that nothing has come this morning, nor yesterday. Could you look into this, and tell me what we should do about it? He gets up at five.",
  receivedAt: new Date().toISOString(),
  ...{ asksRefund: false, answerBy: null, answeredAt: null, hasFile: true },
  acknowledgement: "sent",
  forwardedAt: new Date().toISOString(),
};

const NOW = new Date().toISOString();
const SENT = { createdAt: NOW, settledAt: NOW };

/** A dozen failed batches. */
export const manyFailed = inOrder(
  answer(/\/api\/admin\/delivery(\?|$)/, { ...BAD_MORNING, pause: null, resendable: { batches: 12, members: 1014 } }),
  answer(/\/api\/admin\/delivery\/batches/, {
    batches: Array.from({ length: 12 }, (_, batch) => ({
      ...BAD_BATCHES.batches[0],
      id: `batch-${batch}`,
      failed: 90 - batch,
      unknown: 0,
    })),
    next: null,
  }),
);

/** Refund requests, the oldest long overdue, and an email of a stranger. */
export const inbox = inOrder(
  answer(/\/api\/admin\/inbound\?list=refunds/, {
    mails: [68, 12, 0].map((days) => ({
      ...INBOUND,
      id: `r-${days}`,
      memberId: "m-1",
      asksRefund: true,
      subject: days === 12 ? "My money back, and a subject that goes on for longer than the line of a phone" : "Refund",
      receivedAt: new Date(Date.now() - days * DAY_MS).toISOString(),
      answerBy: new Date(Date.now() - (days - 1) * DAY_MS).toISOString(),
    })),
    next: null,
  } satisfies InboundList),
  answer(/\/api\/admin\/inbound\?list=strangers/, { mails: [INBOUND], next: "1.x" } satisfies InboundList),
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

export const invitations = (known: Partial<InvitationsResponse>) =>
  answer("**/api/admin/invitations", { ...INVITATIONS, ...known });
