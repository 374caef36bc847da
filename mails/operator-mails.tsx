import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph, Row, Rows } from "./mail-parts.tsx";

const OPERATES = "your address is OPERATOR_EMAIL of this installation.";

const toAdmin = <MailButton href="{{adminUrl}}">Open the admin area</MailButton>;

export const operatorMails = {
  "difference-report": (
    <Mail
      preview="What the hourly comparison with PayPal found in a day."
      because={OPERATES}
      eyebrow="Comparison with PayPal · {{dateText}}"
      headline="{{countText}}"
    >
      <Paragraph text="What PayPal says of these was not what we had. Differences are put right; what was refused has granted nothing, and money that came with it is yours to send back at PayPal." />
      <Paragraph keepsLines text="{{lines}}" />
      {toAdmin}
    </Mail>
  ),
  // Sent when so many recipients report spam that email providers may start to refuse our emails.
  "complaints-alarm": (
    <Mail
      preview="{{shareText}}. {{followsText}}"
      because={OPERATES}
      eyebrow="Complaints"
      headline="{{countText}} within 7 days"
    >
      <Paragraph text="That is {{shareText}}. Anyone who complained gets no more emails; you don't need to do anything about them. {{followsText}}" />
      <Paragraph text="Mail services watch this share: above 0.3 percent they begin to put everybody's mails aside. Look at what was new in the days before, such as a subject, or members who did not expect a mail each morning." />
      {toAdmin}
    </Mail>
  ),
  // Sent once when an incident starts, however long it lasts.
  "incident-begun": (
    <Mail preview="{{detail}}" because={OPERATES} eyebrow="Alarm · since {{sinceText}}" headline="{{title}}">
      <Paragraph text="{{detail}}" />
      <Paragraph text="{{mend}}" />
      {toAdmin}
      <Note text="You hear of this once, and again when it is over." />
    </Mail>
  ),
  "incident-over": (
    <Mail preview="Over since {{untilText}}." because={OPERATES} eyebrow="Over" headline="All well again">
      <Rows>
        <Row label="It was">{"{{title}}"}</Row>
        <Row label="Began">{"{{sinceText}}"}</Row>
        <Row label="Over by">{"{{untilText}}"}</Row>
        <Row label="It began with">{"{{detail}}"}</Row>
      </Rows>
      {toAdmin}
    </Mail>
  ),
  "empty-morning": (
    <Mail
      preview="{{dateText}} has no content. What will happen, and the way to change it."
      because={OPERATES}
      eyebrow="{{dateText}}"
      headline="Tomorrow morning {{outcomeText}}"
    >
      <Paragraph text="There is no content for that day that members can open. {{detailText}}" />
      <Paragraph text="What you publish until then goes out to everyone whose hour comes after it, in place of what stands here." />
      <MailButton href="{{dayUrl}}">Open that day</MailButton>
      <Note>
        {"What happens on mornings without content is yours to set. "}
        <NoteLink href="{{settingsUrl}}">Open the settings</NoteLink>
      </Note>
    </Mail>
  ),
};
