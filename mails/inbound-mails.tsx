import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Headline, MailButton, Note, Paragraph, SupportFooter } from "./mail-parts.tsx";

const { supportReplyHours, refundAnswerHours } = SERVICE_TERMS;
const HOURS = `${supportReplyHours.from} to ${supportReplyHours.to} hours`;

type ReceivedProps = { preview: string; headline: string; children: ReactNode };

/** The frame of every answer that says no more than that a mail has arrived; nothing of what was written stands in it. */
function Received({ preview, headline, children }: ReceivedProps) {
  const reason = `You get this mail because somebody wrote to ${BRAND.name} from this address.`;
  return (
    <MailLayout preview={preview} footer={<SupportFooter reason={`${reason} If it was not you, ignore it.`} />}>
      <Headline>{headline}</Headline>
      {children}
    </MailLayout>
  );
}

export const inboundReceivedSubject = `We have your mail to ${BRAND.name}`;

export function InboundReceived() {
  return (
    <Received preview={`A person answers within ${HOURS}.`} headline="Your mail is here">
      <Paragraph>{`Thank you for writing. A person reads it and answers within ${HOURS}.`}</Paragraph>
      <Note>No more of our mails? The unsubscribe link at the end of any of them stops them at once.</Note>
    </Received>
  );
}

export const inboundReceivedRefundSubject = `We have your refund request to ${BRAND.name}`;

export function InboundReceivedRefund() {
  return (
    <Received preview={`A person answers within ${refundAnswerHours} hours.`} headline="Your refund request is here">
      <Paragraph>{`A person looks at it and answers within ${refundAnswerHours} hours.`}</Paragraph>
      <Note>You need not send it again, nor do anything else until then.</Note>
    </Received>
  );
}

export const inboundReceivedStopSubject = `How to stop mails of ${BRAND.name}`;

/** The name of a sender proves nothing, so a mail stops nothing; the link does, and goes to the account's own address. */
export function InboundReceivedStop() {
  return (
    <Received preview="One tap stops the wake-up mails." headline="No more wake-up mails?">
      <Paragraph>One tap stops them, without signing in. Your membership stays as it is.</Paragraph>
      <MailButton href="{{unsubscribeUrl}}">Stop the mails</MailButton>
      <Note>{`Was it about something else? A person reads your mail and answers within ${HOURS}.`}</Note>
    </Received>
  );
}
