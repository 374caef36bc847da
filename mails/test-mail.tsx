import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, Paragraph, SupportFooter } from "./mail-parts.tsx";

export const testMailSubject = `Test mail from ${BRAND.name}`;

/** What a member sends to themselves to see where our mails end up. */
export function TestMail() {
  return (
    <MailLayout
      preview="This is only a test. Your wake-up mails take the same way."
      footer={<SupportFooter reason="You get this mail because you asked for a test under My Account." />}
    >
      <Eyebrow>Test mail</Eyebrow>
      <Headline>This one got through</Headline>
      <Paragraph>
        This is only a test, the one you asked for. Your wake-up mails come from the same address and take the same way.
      </Paragraph>
      <Paragraph>
        {
          "Found it in your spam folder? Mark it as not spam, and add {{sender}} to your contacts. Then the next ones reach your inbox."
        }
      </Paragraph>
      <MailButton href="{{profileUrl}}">Back to My Account</MailButton>
      <Note>Nothing else was changed, and your wake-up hour stays as it is.</Note>
    </MailLayout>
  );
}
