import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Headline, MailButton, Note, Paragraph, SupportFooter } from "./mail-parts.tsx";

export const passwordResetSubject = `Set a new ${BRAND.name} password`;

export function PasswordReset() {
  return (
    <MailLayout
      preview="The link is valid for 1 hour and works once."
      footer={<SupportFooter reason="You get this mail because someone asked to reset the password of this address." />}
    >
      <Headline>Set a new password</Headline>
      <Paragraph>Choose a new password and you are back in. The link is valid for 1 hour and works once.</Paragraph>
      <MailButton href="{{resetUrl}}">Choose a new password</MailButton>
      <Note>If it was not you, ignore this mail: your password stays as it is.</Note>
      <Note>
        We send only a few of these a day. After the last one, asking again makes its link work for another hour.
      </Note>
    </MailLayout>
  );
}

export const passwordChangedSubject = `Your ${BRAND.name} password was changed`;

/** Tells whoever owns the address; who changed it knows. */
export function PasswordChanged() {
  return (
    <MailLayout
      preview="If it was you, there is nothing to do."
      footer={<SupportFooter reason="You get this mail because the password of your account was changed." />}
    >
      <Headline>Your password was changed</Headline>
      <Paragraph>
        {"It was changed on {{changedText}}, by someone who knew the one before. All other devices were signed out."}
      </Paragraph>
      <Paragraph>If it was you, there is nothing to do. If it was not, set a new password now:</Paragraph>
      <MailButton href="{{resetPageUrl}}">It was not me</MailButton>
      <Note>A new password signs out everyone who is signed in with the old one.</Note>
    </MailLayout>
  );
}
