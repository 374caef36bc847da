import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Headline, MailButton, Note, NoteLink, Paragraph, SupportFooter } from "./mail-parts.tsx";

const { deletionUndoDays, retentionDays } = SERVICE_TERMS;

export const purgeAheadSubject = `Your ${BRAND.name} account goes on {{dateText}}`;

/** Two weeks before what is personal goes: what to do to keep it, and how to take it along. */
export function PurgeAhead() {
  return (
    <MailLayout
      preview="Come back and everything is as you left it, or take a copy with you."
      footer={<SupportFooter reason="You get this mail because you have had a membership with this address." />}
    >
      <Headline>Shall we keep your place?</Headline>
      <Paragraph>{"{{greetingText}}"}</Paragraph>
      <Paragraph>
        {`Your membership ended a while ago. We keep an account for ${retentionDays} days after that, so that you can come back to your progress. On {{dateText}} we delete yours: your name, your address, your sessions, your streak and everything else that is about you. What tax law makes us keep of payments stays without your name and address.`}
      </Paragraph>
      <Paragraph>
        To keep it all, become a member again before that day. Nothing is lost, and you go on where you were.
      </Paragraph>
      <MailButton href="{{subscribeUrl}}">Keep my account</MailButton>
      <Note>
        To take a copy of your data with you, sign in and ask for it under{" "}
        <NoteLink href="{{privacyUrl}}">My Account, Privacy</NoteLink>
      </Note>
      <Note>If you would rather have it deleted, you need do nothing.</Note>
    </MailLayout>
  );
}

export const accountClosedSubject = `Your ${BRAND.name} account is closed`;

/** To whoever has deleted their account: what happened, and the way back. */
export function AccountClosed() {
  return (
    <MailLayout
      preview="You can take it back until {{dateText}}."
      footer={
        <SupportFooter reason="You get this mail because the account with this address was deleted from within it." />
      }
    >
      <Headline>Your account is closed</Headline>
      <Paragraph>
        {`As you wished: no more mails come, all devices are signed out, and nothing more is charged. On {{dateText}} we delete what is about you for good. What tax law makes us keep of payments stays without your name and address.`}
      </Paragraph>
      <Paragraph>
        {
          "Was it a mistake, or did you change your mind? Until that day everything can be as it was, but for a subscription, which you would take out anew."
        }
      </Paragraph>
      <MailButton href="{{keepUrl}}">Keep my account</MailButton>
      <Note>{`The link is valid for ${deletionUndoDays} days and works once. Signing in offers you the same. If it was not you who deleted the account, take it back and choose a new password.`}</Note>
    </MailLayout>
  );
}

export const dataExportSubject = `Your data from ${BRAND.name}`;

/** The link to a copy of everything that is kept of a member. */
export function DataExport() {
  return (
    <MailLayout
      preview="A page to read, and a file for other programs."
      footer={<SupportFooter reason="You get this mail because a copy of your data was asked for in your account." />}
    >
      <Headline>Your data are ready</Headline>
      <Paragraph>
        {`You asked for a copy of everything that ${BRAND.name} keeps about you. It comes as a page to read and as a file (JSON) for other programs, made at the moment you download it.`}
      </Paragraph>
      <MailButton href="{{exportUrl}}">Get my data</MailButton>
      <Note>
        The link is valid for 24 hours and works once, for you alone: you have to be signed in. If you did not ask for
        this, choose a new password; nobody has got anything yet.
      </Note>
    </MailLayout>
  );
}
