import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph, Row, Rows } from "./mail-parts.tsx";

const OPERATOR = { because: "you're the operator contact.", hasSupport: false };

const review = <MailButton href="{{placeUrl}}">Review</MailButton>;

export const operatorMails = {
  "difference-report": (
    <Mail
      preview="What the hourly sync with PayPal found that day."
      {...OPERATOR}
      eyebrow="PayPal sync · {{dateText}}"
      headline="{{countText}} out of sync with PayPal"
    >
      <Paragraph text="We've updated our records to match PayPal. If a subscription is listed as refused, the member got no access. Refund its payments in PayPal." />
      <Paragraph keepsLines text="{{lines}}" />
      {review}
    </Mail>
  ),
  // Sent when so many recipients report spam that email providers may start to refuse our emails.
  "complaints-alarm": (
    <Mail
      preview="That's {{shareText}}. {{followsText}}"
      {...OPERATOR}
      eyebrow="Spam complaints"
      headline="{{countText}} within 7 days"
    >
      <Paragraph text="That's {{shareText}}. We've already stopped emailing everyone who complained. {{followsText}}" />
      <Paragraph text="Mailbox providers such as Gmail watch this rate. At 0.3% or more, they may start sending all our emails to spam. Check what changed recently: a subject line, for example, or new members who didn't expect a daily email." />
      {review}
    </Mail>
  ),
  // Sent once when an incident starts, however long it lasts.
  "incident-begun": (
    <Mail preview="{{detail}}" {...OPERATOR} eyebrow="{{severityText}} · first seen {{sinceText}}" headline="{{title}}">
      <Paragraph text="{{detail}}" />
      <Paragraph text="{{mend}}" />
      {review}
      <Note text="We'll email you again when it's resolved." />
    </Mail>
  ),
  "incident-over": (
    <Mail preview="Resolved on {{untilText}}." {...OPERATOR} eyebrow="Alarm" headline="Resolved">
      <Rows>
        <Row label="Alarm">{"{{title}}"}</Row>
        <Row label="First seen">{"{{sinceText}}"}</Row>
        <Row label="Resolved">{"{{untilText}}"}</Row>
        <Row label="What we saw">{"{{detail}}"}</Row>
      </Rows>
      {review}
    </Mail>
  ),
  "empty-morning": (
    <Mail
      preview="What will happen, and how to change it."
      {...OPERATOR}
      eyebrow="{{dateText}}"
      headline="Tomorrow morning, {{outcomeText}}"
    >
      <Paragraph text="There's no session that members can open on {{dateText}}. {{detailText}}" />
      <Paragraph text="Publish a session for that day, and everyone whose hour hasn't come yet will get it." />
      <MailButton href="{{dayUrl}}">Open that day</MailButton>
      <Note text='Turn "May be sent again" on or off in past sessions to decide what goes out on such mornings.' />
    </Mail>
  ),
  "administrator-key": (
    <Mail
      preview="If you didn't expect this, remove them in Settings."
      {...OPERATOR}
      eyebrow="Admin area"
      headline="{{title}}"
    >
      <Paragraph text="If you didn't expect this, remove them in Settings and change ADMIN_PASSWORD: only with the owner's password can administrators be added." />
      {review}
    </Mail>
  ),
};
