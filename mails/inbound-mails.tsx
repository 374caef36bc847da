import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph } from "./mail-parts.tsx";

const { supportReplyHours, refundAnswerHours } = SERVICE_TERMS;
const HOURS = `${supportReplyHours.from} to ${supportReplyHours.to} hours`;
const BECAUSE = "someone wrote to {{brand}} from this address. If it wasn't you, ignore this email.";

/** Acknowledgments quote nothing of an email; an answer does. */
export const inboundMails = {
  "inbound-received": (
    <Mail preview={`A real person will reply within ${HOURS}.`} because={BECAUSE} headline="We got your message">
      <Paragraph text={`Thanks for writing. A real person will read your message and reply within ${HOURS}.`} />
      <Note text="Don't want our wake-up emails? You can turn them off with the unsubscribe link at the end of each one." />
    </Mail>
  ),
  "inbound-received-refund": (
    <Mail
      preview={`A real person will reply within ${refundAnswerHours} hours.`}
      because={BECAUSE}
      headline="We got your refund request"
    >
      <Paragraph text={`A real person will look at it and reply within ${refundAnswerHours} hours.`} />
      <Note text="No need to resend it or do anything else until then." />
    </Mail>
  ),
  // A sender's name proves nothing, so an email itself stops nothing; the link does, and it goes to the account's own address.
  "inbound-received-stop": (
    <Mail preview="You can turn them off in two taps." because={BECAUSE} headline="Turn off wake-up emails?">
      <Paragraph text="You can turn them off in two taps, no login needed. Your membership stays the same." />
      <MailButton href="{{unsubscribeUrl}}">Turn off wake-up emails</MailButton>
      <Note
        text={`Were you writing about something else? A real person will read your message and reply within ${HOURS}.`}
      />
    </Mail>
  ),
  "inbound-answer": (
    <Mail preview="{{body0}}" because="you wrote to {{brand}}." hasSupport={false} headline="{{title}}">
      <Paragraph text="{{body}}" />
      <Note text="{{quote}}" />
    </Mail>
  ),
};
