import { BRAND } from "#domain/brand.ts";
import { MailButton } from "./parts/mail-button.tsx";
import { MailLayout } from "./parts/mail-layout.tsx";
import { Eyebrow, Headline, Note, Paragraph } from "./parts/mail-text.tsx";
import { SupportFooter } from "./parts/support-footer.tsx";

export const trialGrantedSubject = `{{durationText}} of ${BRAND.name} for you, {{name}}`;

/** For a member who already has a password: no set-up link, just the way in. */
export function TrialGranted() {
  return (
    <MailLayout
      preview="Your free trial runs until {{endDateText}}. Sign in as you always do."
      footer={<SupportFooter reason="You get this mail because a free trial was granted to your account." />}
    >
      <Eyebrow>{"Free trial · {{durationText}}"}</Eyebrow>
      <Headline>{"Good to have you, {{name}}"}</Headline>
      <Paragraph>
        {`You have full access to ${BRAND.name} until {{endDateText}}. Your account, your settings and your progress are as you left them.`}
      </Paragraph>
      <MailButton href="{{loginUrl}}">Sign in</MailButton>
      <Note>The trial ends by itself: there is nothing to cancel and nothing to pay.</Note>
    </MailLayout>
  );
}
