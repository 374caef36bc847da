import { INVITATION_DAYS } from "#domain/rules/invitations.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph } from "./mail-parts.tsx";
import { UNSUBSCRIBE } from "./member-mails.tsx";

const MOVED = {
  because: "your membership moved to {{brand}}. Until you accept, we send only this and one reminder.",
  unsubscribe: UNSUBSCRIBE,
};

const LINK = `The link works once and expires in ${INVITATION_DAYS} days.`;

const wayIn = (
  <>
    <MailButton href="{{linkUrl}}">Accept invitation</MailButton>
    <Note
      text={`${LINK} Accepting costs nothing. If you're still being charged where you paid before, cancel there. We can't do that for you.`}
    />
  </>
);

/** To members imported from elsewhere, who haven't chosen anything here yet. */
export const invitationMails = {
  invitation: (
    <Mail
      {...MOVED}
      preview="Choose your hour and set a password, and your mornings begin."
      eyebrow="Invitation"
      headline="Your membership has moved"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="Your membership is now at {{brand}}: a new session every morning, in audio and video, and a wake-up email at the hour you choose." />
      <Paragraph text="{{accessText}}" />
      {wayIn}
    </Mail>
  ),
  "invitation-offer": (
    <Mail
      because="you agreed to emails where you signed up, before that moved to {{brand}}. We send this once."
      unsubscribe={UNSUBSCRIBE}
      preview="A new session every morning. See what it is, and choose a plan if you like it."
      eyebrow="Invitation"
      headline="Mornings you look forward to"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="You signed up for emails from us in another place. We're now at {{brand}}: a new session every morning, in audio and video, and a wake-up email at the hour you choose." />
      <Paragraph text="You don't have a membership. With your account, you can look around and choose a plan." />
      <MailButton href="{{linkUrl}}">Accept invitation</MailButton>
      <Note text={`${LINK} Accepting costs nothing.`} />
    </Mail>
  ),
  "invitation-news": (
    <Mail
      because="{{newsText}}"
      preview="Set a password, choose your hour, and you're in."
      eyebrow="Invitation"
      headline="One link opens your account"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="{{newsText}}" />
      <Paragraph text="Set a password and choose your hour, and your mornings begin. Until then, we send no wake-up emails." />
      <MailButton href="{{linkUrl}}">Accept invitation</MailButton>
      <Note text={`${LINK} You don't know what this is about? Ignore it, and nothing happens.`} />
    </Mail>
  ),
  "invitation-reminder": (
    <Mail
      {...MOVED}
      because="your membership moved to {{brand}}. Until you accept, this is the last email we'll send."
      preview="Two minutes, and tomorrow starts with a session."
      eyebrow="Invitation · reminder"
      headline="Your mornings are waiting"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph text="A month ago we told you that your membership moved to {{brand}}. You haven't accepted yet, so you're not getting wake-up emails. {{accessText}}" />
      {wayIn}
    </Mail>
  ),
};
