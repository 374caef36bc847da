import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, NoteLink, Paragraph, Row, Rows, SupportFooter } from "./mail-parts.tsx";

const OPERATES = "You get this mail because your address is OPERATOR_EMAIL of this installation.";

export const differenceReportSubject = "PayPal and we differed: {{countText}} on {{dateText}}";

/** To the operator, for each day on which something differed. */
export function DifferenceReport() {
  return (
    <MailLayout
      preview="What the hourly comparison with PayPal found in a day."
      footer={<SupportFooter reason={OPERATES} />}
    >
      <Eyebrow>{"Comparison with PayPal · {{dateText}}"}</Eyebrow>
      <Headline>{"{{countText}}"}</Headline>
      <Paragraph>
        What PayPal says of these was not what we had. Differences are put right; what was refused has granted nothing,
        and money that came with it is yours to send back at PayPal.
      </Paragraph>
      <Paragraph keepsLines>{"{{lines}}"}</Paragraph>
      <MailButton href="{{adminUrl}}">Open the admin area</MailButton>
    </MailLayout>
  );
}

export const complaintsAlarmSubject = "{{countText}} about our emails within 7 days";

/** To the operator, when so many report the mails as spam that mail services may begin to refuse them. */
export function ComplaintsAlarm() {
  return (
    <MailLayout preview="{{shareText}}. {{followsText}}" footer={<SupportFooter reason={OPERATES} />}>
      <Eyebrow>Complaints</Eyebrow>
      <Headline>{"{{countText}} within 7 days"}</Headline>
      <Paragraph>
        {
          "That is {{shareText}}. Anyone who complained gets no more emails; you don't need to do anything about them. {{followsText}}"
        }
      </Paragraph>
      <Paragraph>
        Mail services watch this share: above 0.3 percent they begin to put everybody's mails aside. Look at what was
        new in the days before, such as a subject, or members who did not expect a mail each morning.
      </Paragraph>
      <MailButton href="{{adminUrl}}">Open the admin area</MailButton>
    </MailLayout>
  );
}

export const incidentBegunSubject = "Alarm: {{title}}";

/** To the operator, as an incident begins: once, however long it lasts. */
export function IncidentBegun() {
  return (
    <MailLayout preview={"{{detail}}"} footer={<SupportFooter reason={OPERATES} />}>
      <Eyebrow>{"Alarm · since {{sinceText}}"}</Eyebrow>
      <Headline>{"{{title}}"}</Headline>
      <Paragraph>{"{{detail}}"}</Paragraph>
      <Paragraph>{"{{mend}}"}</Paragraph>
      <MailButton href="{{adminUrl}}">Open the admin area</MailButton>
      <Note>You hear of this once, and again when it is over.</Note>
    </MailLayout>
  );
}

export const incidentOverSubject = "All well again: {{title}}";

/** To the operator, as it is over. */
export function IncidentOver() {
  return (
    <MailLayout preview={"Over since {{untilText}}."} footer={<SupportFooter reason={OPERATES} />}>
      <Eyebrow>Over</Eyebrow>
      <Headline>All well again</Headline>
      <Rows>
        <Row label="It was">{"{{title}}"}</Row>
        <Row label="Began">{"{{sinceText}}"}</Row>
        <Row label="Over by">{"{{untilText}}"}</Row>
        <Row label="It began with">{"{{detail}}"}</Row>
      </Rows>
      <MailButton href="{{adminUrl}}">Open the admin area</MailButton>
    </MailLayout>
  );
}

export const emptyMorningSubject = "Tomorrow has no session: {{outcomeText}}";

/** To the operator, the evening before a morning without content. */
export function EmptyMorning() {
  return (
    <MailLayout
      preview={"{{dateText}} has no content. What will happen, and the way to change it."}
      footer={<SupportFooter reason={OPERATES} />}
    >
      <Eyebrow>{"{{dateText}}"}</Eyebrow>
      <Headline>{"Tomorrow morning {{outcomeText}}"}</Headline>
      <Paragraph>{"There is no content for that day that members can open. {{detailText}}"}</Paragraph>
      <Paragraph>
        What you publish until then goes out to everyone whose hour comes after it, in place of what stands here.
      </Paragraph>
      <MailButton href="{{dayUrl}}">Open that day</MailButton>
      <Note>
        {"What happens on mornings without content is yours to set. "}
        <NoteLink href="{{settingsUrl}}">Open the settings</NoteLink>
      </Note>
    </MailLayout>
  );
}
