import { BRAND } from "#domain/brand.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, FooterLink, Headline, MailButton, Note, Paragraph } from "./mail-parts.tsx";

function Footer() {
  return (
    <>
      <FooterLink href="{{unsubscribeUrl}}">Unsubscribe from our mails</FooterLink>
      <Note>{`You get this mail because you joined ${BRAND.name} this week. There are two of them, and no more.`}</Note>
    </>
  );
}

export const welcomeDay1Subject = "How tomorrow morning works";

/** The day after joining: how to start, and that the hour is theirs to choose. */
export function WelcomeDay1() {
  return (
    <MailLayout preview="One tap in the mail, one on Play. And the hour is yours to choose." footer={<Footer />}>
      <Eyebrow>Getting started</Eyebrow>
      <Headline>Tomorrow starts with one tap</Headline>
      <Paragraph>{"{{greetingText}}"}</Paragraph>
      <Paragraph>
        Each morning at your hour a mail from us is there when you wake up. Tap its button, press Play, and you are in
        the day's session: no login, no searching.
      </Paragraph>
      <Paragraph>
        Too early? Too late? Choose another hour under My Account: it counts from the next morning on. And every wake-up
        mail lets you pause until Monday.
      </Paragraph>
      <MailButton href="{{profileUrl}}">Choose your hour</MailButton>
      <Note>{"So that none of them ends up in spam, add {{sender}} to your contacts."}</Note>
    </MailLayout>
  );
}

export const welcomeDay3Subject = "Your streak, and how to keep it";

/** Two days later: what counts, and what to do after a morning missed. */
export function WelcomeDay3() {
  return (
    <MailLayout preview="What counts, and what to do after a morning missed." footer={<Footer />}>
      <Eyebrow>Getting started · your streak</Eyebrow>
      <Headline>Keep the current on</Headline>
      <Paragraph>{"{{greetingText}}"}</Paragraph>
      <Paragraph>
        {`A session counts once you have been through ${COMPLETION_THRESHOLD} percent of it, and each day with one makes your streak a day longer. Your dashboard shows it, with every day since you began.`}
      </Paragraph>
      <Paragraph>
        Missed the morning? Nothing is lost until midnight: whichever session you finish that day counts for it, at any
        hour.
      </Paragraph>
      <MailButton href="{{dashboardUrl}}">See your streak</MailButton>
      <Note>Stopped halfway? The player takes you back to where you were, on any device.</Note>
    </MailLayout>
  );
}
