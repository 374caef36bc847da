import { BRAND } from "#domain/brand.ts";
import { Benefits } from "./parts/benefits.tsx";
import { MailButton } from "./parts/mail-button.tsx";
import { MailLayout } from "./parts/mail-layout.tsx";
import { Eyebrow, Headline, Note, Paragraph } from "./parts/mail-text.tsx";
import { SupportFooter } from "./parts/support-footer.tsx";

export const trialWelcomeSubject = `Your ${BRAND.name} trial starts now, {{name}}`;

export function TrialWelcome() {
  return (
    <MailLayout
      preview="{{durationText}} of wake-up sessions, on us. Choose a password and you are in."
      footer={<SupportFooter reason="You get this mail because a free trial was granted to this address." />}
    >
      <Eyebrow>{"Free trial · {{durationText}}"}</Eyebrow>
      <Headline>{"Welcome, {{name}}"}</Headline>
      <Paragraph>{`You have full access to ${BRAND.name} until {{endDateText}}. This is what waits for you:`}</Paragraph>
      <Benefits />
      <MailButton href="{{setupUrl}}">Set up your password</MailButton>
      <Note>
        The link is valid for 7 days and works once. The trial ends by itself: there is nothing to cancel and nothing to
        pay.
      </Note>
    </MailLayout>
  );
}
