import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, Ink, MailButton, Note, NoteLink, PALETTE, Paragraph } from "./mail-parts.tsx";

export const wakeUpSubject = "⚡ {{title}}";

function Footer() {
  return (
    <Note>
      {`You get this mail each morning because you are a member of ${BRAND.name}.`}
      <br />
      <NoteLink href="{{profileUrl}}">Change your wake-up hour</NoteLink>
      <br />
      <NoteLink href="{{unsubscribeUrl}}">Unsubscribe from wake-up mails</NoteLink>
    </Note>
  );
}

/** The morning's mail. `mediaLine` may be empty, so nothing around it depends on its height. */
export function WakeUp() {
  return (
    <MailLayout preview="{{teaser}}" picture="{{artwork}}" footer={<Footer />}>
      <Paragraph>{"{{greeting}}"}</Paragraph>
      <Eyebrow>{"{{longDate}}"}</Eyebrow>
      <Headline>{"{{title}}"}</Headline>
      <Paragraph>{"{{teaser}}"}</Paragraph>
      <p style={{ margin: "0 0 24px", color: PALETTE.muted, fontSize: "14px", lineHeight: "22px" }}>
        <Ink color={PALETTE.muted}>{"{{mediaLine}}"}</Ink>
      </p>
      <MailButton href="{{sessionUrl}}">Start today's session</MailButton>
    </MailLayout>
  );
}
