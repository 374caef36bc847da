import type { ReactNode } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { Mail, MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

const WELCOME = {
  because: "you joined {{brand}} this week. There are two of them, and no more.",
  unsubscribe: "Unsubscribe from our mails",
};

function LiveEvent({ eyebrow, children }: { eyebrow: string; children: ReactNode }) {
  const footer = (
    <Note>
      {"You get this mail because live sessions are part of your annual plan of {{brand}}. "}
      <NoteLink href="{{unsubscribeUrl}}">Unsubscribe from our mails</NoteLink>
    </Note>
  );
  return (
    <MailLayout preview="{{whenText}}. Your annual plan has a seat for you." footer={footer}>
      <Eyebrow>{eyebrow}</Eyebrow>
      <Headline>{"{{title}}"}</Headline>
      <Paragraph>
        <strong>{"{{whenText}}"}</strong>
      </Paragraph>
      <Paragraph keepsLines text="{{noteText}}" />
      {children}
    </MailLayout>
  );
}

/** Emails to all members; one click unsubscribes from these and all others. */
export const memberMails = {
  "welcome-day-1": (
    <Mail
      {...WELCOME}
      preview="One tap in the mail, one on Play. And the hour is yours to choose."
      eyebrow="Getting started"
      headline="Tomorrow starts with one tap"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="Each morning at your hour a mail from us is there when you wake up. Tap its button, press Play, and you are in the day's session: no login, no searching." />
      <Paragraph text="Too early? Too late? Choose another hour under My Account: it counts from the next morning on. And every wake-up mail lets you pause until Monday." />
      <MailButton href="{{profileUrl}}">Choose your hour</MailButton>
      <Note text="So that none of them ends up in spam, add {{sender}} to your contacts." />
    </Mail>
  ),
  "welcome-day-3": (
    <Mail
      {...WELCOME}
      preview="What counts, and what to do after a morning missed."
      eyebrow="Getting started · your streak"
      headline="Keep the current on"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph
        text={`A session counts once you have been through ${COMPLETION_THRESHOLD} percent of it, and each day with one makes your streak a day longer. Your dashboard shows it, with every day since you began.`}
      />
      <Paragraph text="Missed the morning? Nothing is lost until midnight: whichever session you finish that day counts for it, at any hour." />
      <MailButton href="{{dashboardUrl}}">See your streak</MailButton>
      <Note text="Stopped halfway? The player takes you back to where you were, on any device." />
    </Mail>
  ),
  "live-event-week": (
    <LiveEvent eyebrow="Live session · save the date">
      <MailButton href="{{calendarUrl}}">Put it in your calendar</MailButton>
      <Note>
        Nothing else to do today. When it begins, this is <NoteLink href="{{joinUrl}}">where it happens</NoteLink>
      </Note>
    </LiveEvent>
  ),
  "live-event": (
    <LiveEvent eyebrow="Live session · starting soon">
      <MailButton href="{{joinUrl}}">Join the live session</MailButton>
      <Note>
        Not right now? <NoteLink href="{{calendarUrl}}">Put it in your calendar</NoteLink>
      </Note>
    </LiveEvent>
  ),
};
