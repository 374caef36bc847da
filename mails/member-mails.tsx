import type { ReactNode } from "react";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { Mail, MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

/** The label of the link that stops all optional emails to a member. */
export const UNSUBSCRIBE = "Unsubscribe from wake-up emails and reminders";

const WELCOME = {
  because: "you joined {{brand}} this week. We only send two of these.",
  unsubscribe: UNSUBSCRIBE,
};

function LiveEvent({ eyebrow, children }: { eyebrow: string; children: ReactNode }) {
  const footer = (
    <Note>
      {"You're receiving this because live sessions are part of your annual {{brand}} plan. "}
      <NoteLink href="{{unsubscribeUrl}}">{UNSUBSCRIBE}</NoteLink>
    </Note>
  );
  return (
    <MailLayout title="{{title}}" preview="{{whenText}}. It's part of your annual plan." footer={footer}>
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

/** Emails to all members; one click unsubscribes from these and all others, except from messages about the membership. */
export const memberMails = {
  "welcome-day-1": (
    <Mail
      {...WELCOME}
      preview="One tap in the email, one on Play. You choose the hour."
      eyebrow="Getting started"
      headline="Tomorrow starts with one tap"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="Every morning at the hour you choose, our email is there when you wake up. Tap its button, press Play, and you're in the day's session. No login, no searching." />
      <Paragraph text="Too early? Too late? Choose another hour in My Account. It takes effect with your next wake-up email. Need a break? Every wake-up email has a link to pause until Monday." />
      <MailButton href="{{profileUrl}}">Choose your hour</MailButton>
      <Note text="To keep our emails out of spam, add {{sender}} to your contacts." />
    </Mail>
  ),
  "welcome-day-3": (
    <Mail
      {...WELCOME}
      preview="What counts, and what to do when you miss a morning."
      eyebrow="Getting started · your streak"
      headline="Keep the current flowing"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph
        text={`Play ${COMPLETION_THRESHOLD}% of a session and it counts. Each day you finish one adds a day to your streak. Your dashboard shows your streak and every day since you started.`}
      />
      <Paragraph text="Missed the morning? You have until midnight. Any session you finish that day counts, at any hour." />
      <MailButton href="{{dashboardUrl}}">See your streak</MailButton>
      <Note text="Stopped halfway? The player picks up where you left off, on any device." />
    </Mail>
  ),
  "service-message": (
    <Mail
      preview="{{line0}}"
      because="you're a {{brand}} member. It's about your membership, so it comes even when wake-up emails are off."
      eyebrow="About your membership"
      headline="{{title}}"
    >
      <Paragraph text="{{body}}" />
    </Mail>
  ),
  "live-event-week": (
    <LiveEvent eyebrow="Live session · save the date">
      <MailButton href="{{calendarUrl}}">Add to calendar</MailButton>
      <Note>
        When it starts, <NoteLink href="{{joinUrl}}">join here.</NoteLink>
      </Note>
    </LiveEvent>
  ),
  "live-event": (
    <LiveEvent eyebrow="Live session · starting soon">
      <MailButton href="{{joinUrl}}">Join the live session</MailButton>
      <Note>
        Not now? <NoteLink href="{{calendarUrl}}">Add it to your calendar.</NoteLink>
      </Note>
    </LiveEvent>
  ),
};
