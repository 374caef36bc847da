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
    </MailLayout>
  );
}
