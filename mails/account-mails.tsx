import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

const { deletionUndoDays, retentionDays } = SERVICE_TERMS;
const TAX_RECORDS = "We keep payment records required by tax law, without your name or address.";

export const accountMails = {
  "password-reset": (
    <Mail
      preview="The link works once and expires in 1 hour."
      because="someone asked to reset the password for this email."
      headline="Set a new password"
    >
      <Paragraph text="Choose a new password and you're back in. The link works once and expires in 1 hour." />
      <MailButton href="{{linkUrl}}">Choose a new password</MailButton>
      <Note text="Didn't ask for this? Ignore this email. Your password stays the same." />
      <Note text="We only send a few of these a day. After the last one, asking again keeps its link working for another hour." />
    </Mail>
  ),
  // Informs the address's owner; the person who changed the password already knows.
  "password-changed": (
    <Mail
      preview="If this was you, there's nothing to do."
      because="your account's password was changed."
      headline="Your password was changed"
    >
      <Paragraph text="Someone used your old password to change it on {{changedText}}. All other devices were logged out." />
      <Paragraph text="If this was you, there's nothing to do. If it wasn't, set a new password now:" />
      <MailButton href="{{resetPageUrl}}">This wasn't me</MailButton>
      <Note text="A new password logs out everyone who used the old one." />
    </Mail>
  ),
  // To the new address: nothing changes until its owner confirms.
  "address-confirm": (
    <Mail
      preview="One tap, and your emails come here."
      because="we were asked to use this email for an account."
      headline="Is this your email?"
    >
      <Paragraph text="We were asked to use {{address}} for a {{brand}} account. Confirm it, and we'll send your emails here. You'll log in with it, too." />
      <MailButton href="{{linkUrl}}">Confirm this email</MailButton>
      <Note text="The link works once and expires in 24 hours. Don't recognize this? Ignore this email." />
    </Mail>
  ),
  // To the old address. It doesn't name the new one, since someone else may read it.
  "address-changed": (
    <Mail
      preview="We no longer send this account's emails here."
      because="this was the email of a {{brand}} account."
      headline="Your email was changed"
    >
      <Paragraph text="On {{changedText}}, a {{brand}} account with this email switched to a different one, which its owner confirmed. We no longer send the account's emails here, and all devices were logged out." />
      <Note text="Didn't want this? Write to the address below. A real person reads it." />
    </Mail>
  ),
  // Members send it to themselves to see where our emails end up.
  "test-mail": (
    <Mail
      preview="Just a test. Your wake-up emails are sent the same way."
      because="you asked for a test in My Account."
      eyebrow="Test email"
      headline="This one got through"
    >
      <Paragraph text="This is the test you asked for. Your wake-up emails come from the same address and are sent the same way." />
      <Paragraph text="Found it in spam? Mark it as not spam, and add {{sender}} to your contacts so our emails land in your inbox." />
      <MailButton href="{{profileUrl}}">Back to My Account</MailButton>
      <Note text="Nothing else has changed. Your wake-up hour stays the same." />
    </Mail>
  ),
  "purge-ahead": (
    <Mail
      preview="Come back to keep everything, or take a copy with you."
      because="you used to have a membership with this email."
      headline="Want us to keep your account?"
    >
      <Paragraph text="{{greetingText}}" />
      <Paragraph
        text={`On {{dateText}} we'll delete your account: your name, your email, your progress, your streak, and everything else about you. Your membership ended a while ago, and we keep accounts for ${retentionDays} days after that. ${TAX_RECORDS}`}
      />
      <Paragraph text="To keep it all, become a member again before then. You'll pick up where you left off." />
      <MailButton href="{{subscribeUrl}}">Keep my account</MailButton>
      <Note>
        To take a copy of your data with you, log in and ask for it in{" "}
        <NoteLink href="{{privacyUrl}}">My Account, Privacy</NoteLink>
      </Note>
      <Note text="Want it deleted? You don't need to do anything." />
    </Mail>
  ),
  "account-closed": (
    <Mail
      preview="You can restore it until {{dateText}}."
      because="the account with this email was deleted by someone logged in to it."
      headline="Your account is closed"
    >
      <Paragraph
        text={`As you asked, we've stopped all emails and logged out all devices, and you won't be charged again. On {{dateText}} we'll delete your data for good. ${TAX_RECORDS}`}
      />
      <Paragraph text="Changed your mind? Until then you can restore everything except your subscription, which you'd need to buy again." />
      <MailButton href="{{linkUrl}}">Keep my account</MailButton>
      <Note
        text={`The link works once and expires after ${deletionUndoDays} days. You can also restore your account by logging in. Didn't delete it yourself? Restore it and choose a new password.`}
      />
    </Mail>
  ),
  "data-export": (
    <Mail
      preview="A page to read, and a file for other programs."
      because="someone logged in to your account asked for a copy of its data."
      headline="Your data is ready"
    >
      <Paragraph text="You asked for a copy of everything {{brand}} keeps about you. You'll get a page to read and a JSON file for other programs, made the moment you download them." />
      <MailButton href="{{linkUrl}}">Download my data</MailButton>
      <Note text="The link works once, expires in 24 hours, and only opens when you're logged in. Didn't ask for this? Choose a new password. Nothing has been shared yet." />
    </Mail>
  ),
};
