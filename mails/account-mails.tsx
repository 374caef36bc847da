import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { Code, MailButton, Note, NoteLink, Paragraph } from "./mail-parts.tsx";

const { deletionUndoDays, retentionDays } = SERVICE_TERMS;
const TAX_RECORDS = "We keep payment records required by tax law, without your name or email address.";

/** Informs the address's owner; the person at the keyboard already knows. */
const ifThisWasYou = (
  <>
    <Paragraph text="If this was you, you don't need to do anything. If it wasn't, set a new password now:" />
    <MailButton href="{{resetPageUrl}}">This wasn't me</MailButton>
    <Note text="A new password logs out everyone who used the old one." />
  </>
);

export const accountMails = {
  "password-reset": (
    <Mail
      preview="The link works once and expires in 1 hour."
      because="someone asked to reset the password for the account with this email."
      headline="Set a new password"
    >
      <Paragraph text="Set a new password and you're back in. The link works once and expires in 1 hour." />
      <MailButton href="{{linkUrl}}">Set a new password</MailButton>
      <Note text="Didn't ask for this? Ignore this email, and nothing changes." />
      <Note text="We send only a few of these a day. If a new one doesn't come, use the last one." />
    </Mail>
  ),
  "password-changed": (
    <Mail
      preview="If this was you, you don't need to do anything."
      because="your account's password was changed."
      headline="Your password was changed"
    >
      <Paragraph text="Your password was changed on {{changedText}} by someone who had the old password or a code we emailed you. All other devices were logged out." />
      {ifThisWasYou}
    </Mail>
  ),
  // The first one, set without a link: no one knew an old one.
  "password-set": (
    <Mail
      preview="If this was you, you don't need to do anything."
      because="a password was set for your account."
      headline="Your password is set"
    >
      <Paragraph text="A password was set for your account on {{changedText}}. All other devices were logged out." />
      {ifThisWasYou}
    </Mail>
  ),
  "sign-in": (
    <Mail
      preview="It works once and expires in 15 minutes."
      because="someone asked to log in to the account with this email."
      headline="Here's your way in"
    >
      <MailButton href="{{linkUrl}}">Log in on this device</MailButton>
      <Note text="Or enter this code on the page where you asked for it:" />
      <Code>{"{{code}}"}</Code>
      <Note text="The link and the code work once. They expire in 15 minutes, or when you request new ones. The code works only in the browser that asked." />
      <Note text="Didn't ask for this? Ignore this email, and don't share the code with anyone. We'll never ask for it." />
    </Mail>
  ),
  "confirmation-code": (
    <Mail
      preview="It works for 10 minutes, on the page where you asked for it."
      because="someone who is logged in to your account asked for a code to use instead of the password."
      headline="Your code"
    >
      <Paragraph text="Enter this code instead of your password on the page where you asked for it. It works for 10 minutes." />
      <Code>{"{{code}}"}</Code>
      <Note>
        Didn't ask for this? Someone else is logged in to your account.{" "}
        <NoteLink href="{{linkUrl}}">Log out your other devices.</NoteLink>
      </Note>
      <Note text="Don't share the code with anyone. We'll never ask for it." />
    </Mail>
  ),
  // To the new address: nothing changes until its owner confirms.
  "address-confirm": (
    <Mail
      preview="Confirm it, and we'll send your emails here."
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
      <Paragraph text="On {{changedText}}, the email on your {{brand}} account was changed, and the new address was confirmed. We no longer send the account's emails here, and all devices were logged out." />
      <Note text="Didn't do this? Write to the address below. A real person reads it." />
    </Mail>
  ),
  // Only if that ended something: someone else may have bought with this address.
  "mailbox-proved": (
    <Mail
      preview="Here's what that changed."
      because="this email was confirmed for a {{brand}} account."
      headline="Your email is confirmed"
    >
      <Paragraph text="You just showed that this email is yours. {{endedText}}" />
      <Paragraph text="If you set those up yourself, log in with this email and set them up again. If you didn't, someone else had used your email, and they can't get in anymore." />
      <MailButton href="{{loginUrl}}">Log in</MailButton>
      <Note text="From now on, only this email or your password can set a new password or delete the account." />
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
        text={`On {{dateText}}, we'll delete your account: your name, your email, your progress, your streak, and everything else about you. Your membership ended a while ago, and we keep accounts for ${retentionDays} days after that. ${TAX_RECORDS}`}
      />
      <Paragraph text="To keep it all, choose a plan before then. You'll pick up where you left off." />
      <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
      <Note>
        To take a copy of your data with you, log in and go to{" "}
        <NoteLink href="{{privacyUrl}}">Privacy in My Account.</NoteLink>
      </Note>
      <Note text="Want it deleted? You don't need to do anything." />
    </Mail>
  ),
  "account-closed": (
    <Mail
      preview="You can restore it until {{dateText}}."
      because="someone who was logged in to the account with this email, or who wrote to us, asked us to delete that account."
      headline="Your account is closed"
    >
      <Paragraph
        text={`As you asked, we've stopped all emails and logged out all devices, and you won't be charged again. On {{dateText}}, we'll delete your data for good. ${TAX_RECORDS}`}
      />
      <Paragraph text="Changed your mind? Until then, you can restore everything except your subscription, which you'd need to buy again." />
      <MailButton href="{{linkUrl}}">Restore account</MailButton>
      <Note
        text={`The link works once and expires in ${deletionUndoDays} days. You can also restore your account by logging in. Didn't ask for this? Restore your account and set a new password.`}
      />
    </Mail>
  ),
  "data-export": (
    <Mail
      preview="A page to read and a JSON file for other apps."
      because="someone who was logged in to your account asked for a copy of its data."
      headline="Your data is ready"
    >
      <Paragraph text="You asked for a copy of everything we store about you. You'll get a page to read and a JSON file for other apps, created when you download them." />
      <MailButton href="{{linkUrl}}">Get my data</MailButton>
      <Note text="The link works once, expires in 24 hours, and only opens when you're logged in. Didn't ask for this? Someone else may be logged in to your account: set a new password." />
    </Mail>
  ),
  "device-added": (
    <Mail
      preview="If this wasn't you, remove the device."
      because="a device was added to the {{brand}} account that has this email."
      headline="Notifications are on"
    >
      <Paragraph text="A device now shows a notification at your hour. You can remove it in My Account, under Wake-up." />
      <MailButton href="{{profileUrl}}">Review devices</MailButton>
      <Note text="If this wasn't you, remove it, log out everywhere, and set a new password." />
    </Mail>
  ),
  // Also for podcast apps that were kept when sessions ended: they need no login.
  "feed-added": (
    <Mail
      preview="If this wasn't you, revoke access."
      because="podcast apps can play with the {{brand}} account that has this email."
      headline="Podcast apps on your account"
    >
      <Paragraph text="{{eventText}} Until you revoke access, these can play every session without a login: {{apps}}." />
      <MailButton href="{{revokeUrl}}">Revoke podcast access</MailButton>
      <Note text="If this wasn't you, revoke access, and set a new password." />
    </Mail>
  ),
  "feed-limit": (
    <Mail
      preview="If this was you, you don't need to do anything. If not, revoke the podcast app."
      because="one of your podcast feeds was used more than one person would."
      headline="Someone else may have your feed"
    >
      <Paragraph text="Your podcast feed for {{device}} has been used to download every session several times within 30 days. That's more than one app needs, so we've paused its downloads until it's back under the limit." />
      <Paragraph text="If someone else has its address, revoke this podcast app and add it again. Your other podcast apps aren't affected." />
      <MailButton href="{{podcastUrl}}">Review podcast apps</MailButton>
      <Note text="If it was only you, you don't need to do anything." />
    </Mail>
  ),
};
