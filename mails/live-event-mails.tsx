import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

export const liveEventWeekSubject = "Save the date: {{title}}";

/** A week ahead: the main thing to do is to keep the hour free. */
export function LiveEventWeek() {
  return (
    <LiveEvent eyebrow="Live session · save the date">
      <MailButton href="{{calendarUrl}}">Put it in your calendar</MailButton>
      <Note>
        Nothing else to do today. When it begins, this is <NoteLink href="{{joinUrl}}">where it happens</NoteLink>
      </Note>
    </LiveEvent>
  );
}

export const liveEventSoonSubject = "Starting soon: {{title}}";

/** Shortly before: the main thing to do is to come. */
export function LiveEventSoon() {
  return (
    <LiveEvent eyebrow="Live session · starting soon">
      <MailButton href="{{joinUrl}}">Join the live session</MailButton>
      <Note>
        Not right now? <NoteLink href="{{calendarUrl}}">Put it in your calendar</NoteLink>
      </Note>
    </LiveEvent>
  );
}

function LiveEvent({ eyebrow, children }: { eyebrow: string; children: ReactNode }) {
  return (
    <MailLayout
      preview="{{whenText}}. Your annual plan has a seat for you."
      footer={
        <Note>
          {`You get this mail because live sessions are part of your annual plan of ${BRAND.name}. `}
          <NoteLink href="{{unsubscribeUrl}}">Unsubscribe from our mails</NoteLink>
        </Note>
      }
    >
      <Eyebrow>{eyebrow}</Eyebrow>
      <Headline>{"{{title}}"}</Headline>
      <Paragraph>
        <strong>{"{{whenText}}"}</strong>
      </Paragraph>
      <Paragraph keepsLines>{"{{noteText}}"}</Paragraph>
      {children}
    </MailLayout>
  );
}
