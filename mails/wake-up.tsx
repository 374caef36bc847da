import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { FooterLink, Headline, Ink, MailButton, Note, PALETTE, Paragraph } from "./mail-parts.tsx";

function Footer() {
  return (
    <>
      <FooterLink href="{{laterUrl}}">{"{{laterText}}"}</FooterLink>
      <FooterLink href="{{pauseUrl}}">{"{{pauseText}}"}</FooterLink>
      <FooterLink href="{{profileUrl}}">All settings</FooterLink>
      <FooterLink href="{{unsubscribeUrl}}">Unsubscribe from wake-up emails</FooterLink>
      <Note>{`You're receiving this every morning because you're a ${BRAND.name} member.`}</Note>
    </>
  );
}

const LINES = {
  description: { margin: "0 0 18px", fontSize: "17px", lineHeight: "27px", overflowWrap: "anywhere" },
  time: { margin: "0 0 10px", fontSize: "20px", fontWeight: 800, lineHeight: "26px" },
  media: { margin: "0 0 26px", fontSize: "16px", lineHeight: "24px" },
  tomorrow: { margin: "24px 0 0", fontSize: "16px", lineHeight: "24px", overflowWrap: "anywhere" },
} as const;

function WakeUp({ description }: { description?: string }) {
  return (
    <MailLayout title="{{title}}" preview="{{teaser}}" picture="{{artwork}}" footer={<Footer />}>
      <Paragraph>{"{{greeting}}"}</Paragraph>
      <p style={LINES.time}>
        <Ink color={PALETTE.bolt}>{"{{hourText}}{{streakText}}"}</Ink>
      </p>
      <Headline>{"{{title}}"}</Headline>
      {description && (
        <p style={LINES.description}>
          <Ink color={PALETTE.soft}>{description}</Ink>
        </p>
      )}
      <p style={LINES.media}>
        <Ink color={PALETTE.soft}>{"{{mediaLine}}"}</Ink>
      </p>
      <MailButton href="{{sessionUrl}}">Start today's session</MailButton>
      <p style={LINES.tomorrow}>
        <Ink color={PALETTE.muted}>{"{{tomorrowLine}}"}</Ink>
      </p>
    </MailLayout>
  );
}

/** The morning's email: only the greeting, hour, streak, and links are the member's own. */
export const wakeUpMails = {
  "wake-up": <WakeUp />,
  "wake-up-described": <WakeUp description="{{description}}" />,
};
