import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph, Row, Rows } from "./mail-parts.tsx";

const OPERATES = "you're the operator contact (OPERATOR_EMAIL).";

const toAdmin = <MailButton href="{{adminUrl}}">Open the admin area</MailButton>;

export const operatorMails = {
  "difference-report": (
    <Mail
      preview="What the hourly sync with PayPal found that day."
      because={OPERATES}
      eyebrow="PayPal sync · {{dateText}}"
      headline="{{countText}} didn't match PayPal"
    >
      <Paragraph text="Where our records were different, we've fixed them. Refused subscriptions gave no access: refund any payment in PayPal." />
      <Paragraph keepsLines text="{{lines}}" />
      {toAdmin}
    </Mail>
  ),
  // Sent when so many recipients report spam that email providers may start to refuse our emails.
  "complaints-alarm": (
    <Mail
      preview="{{shareText}}. {{followsText}}"
      because={OPERATES}
      eyebrow="Spam complaints"
      headline="{{countText}} within 7 days"
    >
      <Paragraph text="That's {{shareText}}. We've already stopped emailing everyone who complained. {{followsText}}" />
      <Paragraph text="Email providers watch this share. Above 0.3%, they start to send everyone's emails to spam. Look at what's new: a subject line, perhaps, or members who didn't expect an email every morning." />
      {toAdmin}
    </Mail>
  ),
  // Sent once when an incident starts, however long it lasts.
  "incident-begun": (
    <Mail preview="{{detail}}" because={OPERATES} eyebrow="Alarm · first seen {{sinceText}}" headline="{{title}}">
      <Paragraph text="{{detail}}" />
      <Paragraph text="{{mend}}" />
      {toAdmin}
      <Note text="We'll email again when we see that it's resolved." />
    </Mail>
  ),
  "incident-over": (
    <Mail preview="Resolved at {{untilText}}." because={OPERATES} eyebrow="Alarm" headline="Resolved">
      <Rows>
        <Row label="Alarm">{"{{title}}"}</Row>
        <Row label="First seen">{"{{sinceText}}"}</Row>
        <Row label="Resolved">{"{{untilText}}"}</Row>
        <Row label="What we saw">{"{{detail}}"}</Row>
      </Rows>
      {toAdmin}
    </Mail>
  ),
  "empty-morning": (
    <Mail
      preview="What will happen, and how to change it."
      because={OPERATES}
      eyebrow="{{dateText}}"
      headline="Tomorrow morning, {{outcomeText}}"
    >
      <Paragraph text="{{dateText}} has no session that members can open. {{detailText}}" />
      <Paragraph text="Publish one, and everyone whose hour is still to come gets it instead." />
      <MailButton href="{{dayUrl}}">Open that day</MailButton>
      <Note>
        {"You decide what happens on mornings without a session. "}
        <NoteLink href="{{settingsUrl}}">Open Settings</NoteLink>
      </Note>
    </Mail>
  ),
};
