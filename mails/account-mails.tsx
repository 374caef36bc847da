import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

const { deletionUndoDays, retentionDays } = SERVICE_TERMS;

export const accountMails = {
  "password-reset": (
    <Mail
      preview="The link is valid for 1 hour and works once."
      because="someone asked to reset the password of this address."
      headline="Set a new password"
    >
      <Paragraph text="Choose a new password and you are back in. The link is valid for 1 hour and works once." />
      <MailButton href="{{linkUrl}}">Choose a new password</MailButton>
      <Note text="If it was not you, ignore this mail: your password stays as it is." />
      <Note text="We send only a few of these a day. After the last one, asking again makes its link work for another hour." />
    </Mail>
  ),
  // Informs the address's owner; the person who changed the password already knows.
  "password-changed": (
    <Mail
      preview="If it was you, there is nothing to do."
      because="the password of your account was changed."
      headline="Your password was changed"
    >
      <Paragraph text="It was changed on {{changedText}}, by someone who knew the one before. All other devices were signed out." />
      <Paragraph text="If it was you, there is nothing to do. If it was not, set a new password now:" />
      <MailButton href="{{resetPageUrl}}">It was not me</MailButton>
      <Note text="A new password signs out everyone who is signed in with the old one." />
    </Mail>
  ),
  // To the new address: nothing changes until its owner confirms.
  "address-confirm": (
    <Mail
      preview="One tap, and your mails come here."
      because="we were asked to make this the address of an account."
      headline="Is this your address?"
    >
      <Paragraph text="We were asked to make {{address}} the address of a {{brand}} account. Confirm it, and mails come here; you then sign in with it, too." />
      <MailButton href="{{linkUrl}}">Confirm this address</MailButton>
      <Note text="The link is valid for 24 hours and works once. If you know nothing of this, ignore this mail." />
    </Mail>
  ),
  // To the old address. It doesn't name the new one, since someone else may read it.
  "address-changed": (
    <Mail
      preview="Mails of this account no longer come here."
      because="this was the address of an account."
      headline="Your address was changed"
    >
      <Paragraph text="Since {{changedText}} a {{brand}} account that had this address has another one, which its owner confirmed. Mails no longer come here, and all devices were signed out." />
      <Note text="If you did not want this, write to us: the address below reaches a person." />
    </Mail>
  ),
  // Members send it to themselves to see where our emails end up.
  "test-mail": (
    <Mail
      preview="This is only a test. Your wake-up mails take the same way."
      because="you asked for a test under My Account."
      eyebrow="Test mail"
      headline="This one got through"
    >
      <Paragraph text="This is only a test, the one you asked for. Your wake-up mails come from the same address and take the same way." />
      <Paragraph text="Found it in your spam folder? Mark it as not spam, and add {{sender}} to your contacts. Then the next ones reach your inbox." />
      <MailButton href="{{profileUrl}}">Back to My Account</MailButton>
      <Note text="Nothing else was changed, and your wake-up hour stays as it is." />
    </Mail>
  ),
  "purge-ahead": (
    <Mail
      preview="Come back and everything is as you left it, or take a copy with you."
      because="you have had a membership with this address."
      headline="Shall we keep your place?"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph
        text={`Your membership ended a while ago. We keep an account for ${retentionDays} days after that, so that you can come back to your progress. On {{dateText}} we delete yours: your name, your address, your sessions, your streak and everything else that is about you. What tax law makes us keep of payments stays without your name and address.`}
      />
      <Paragraph text="To keep it all, become a member again before that day. Nothing is lost, and you go on where you were." />
      <MailButton href="{{subscribeUrl}}">Keep my account</MailButton>
      <Note>
        To take a copy of your data with you, sign in and ask for it under{" "}
        <NoteLink href="{{privacyUrl}}">My Account, Privacy</NoteLink>
      </Note>
      <Note text="If you would rather have it deleted, you need do nothing." />
    </Mail>
  ),
  "account-closed": (
    <Mail
      preview="You can take it back until {{dateText}}."
      because="the account with this address was deleted from within it."
      headline="Your account is closed"
    >
      <Paragraph text="As you wished: no more mails come, all devices are signed out, and nothing more is charged. On {{dateText}} we delete what is about you for good. What tax law makes us keep of payments stays without your name and address." />
      <Paragraph text="Was it a mistake, or did you change your mind? Until that day everything can be as it was, but for a subscription, which you would take out anew." />
      <MailButton href="{{linkUrl}}">Keep my account</MailButton>
      <Note
        text={`The link is valid for ${deletionUndoDays} days and works once. Signing in offers you the same. If it was not you who deleted the account, take it back and choose a new password.`}
      />
    </Mail>
  ),
  "data-export": (
    <Mail
      preview="A page to read, and a file for other programs."
      because="a copy of your data was asked for in your account."
      headline="Your data are ready"
    >
      <Paragraph text="You asked for a copy of everything that {{brand}} keeps about you. It comes as a page to read and as a file (JSON) for other programs, made at the moment you download it." />
      <MailButton href="{{linkUrl}}">Get my data</MailButton>
      <Note text="The link is valid for 24 hours and works once, for you alone: you have to be signed in. If you did not ask for this, choose a new password; nobody has got anything yet." />
    </Mail>
  ),
};
