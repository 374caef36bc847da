import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph } from "./mail-parts.tsx";

const { supportReplyHours, refundAnswerHours } = SERVICE_TERMS;
const HOURS = `${supportReplyHours.from} to ${supportReplyHours.to} hours`;
const BECAUSE = "somebody wrote to {{brand}} from this address. If it was not you, ignore it.";

/** Acknowledge only that an email arrived; they quote nothing from it. */
export const inboundMails = {
  "inbound-received": (
    <Mail preview={`A person answers within ${HOURS}.`} because={BECAUSE} headline="Your mail is here">
      <Paragraph text={`Thank you for writing. A person reads it and answers within ${HOURS}.`} />
      <Note text="No more of our mails? The unsubscribe link at the end of any of them stops them at once." />
    </Mail>
  ),
  "inbound-received-refund": (
    <Mail
      preview={`A person answers within ${refundAnswerHours} hours.`}
      because={BECAUSE}
      headline="Your refund request is here"
    >
      <Paragraph text={`A person looks at it and answers within ${refundAnswerHours} hours.`} />
      <Note text="You need not send it again, nor do anything else until then." />
    </Mail>
  ),
  // A sender's name proves nothing, so an email itself stops nothing; the link does, and it goes to the account's own address.
  "inbound-received-stop": (
    <Mail preview="One tap stops the wake-up mails." because={BECAUSE} headline="No more wake-up mails?">
      <Paragraph text="One tap stops them, without signing in. Your membership stays as it is." />
      <MailButton href="{{unsubscribeUrl}}">Stop the mails</MailButton>
      <Note text={`Was it about something else? A person reads your mail and answers within ${HOURS}.`} />
    </Mail>
  ),
};
