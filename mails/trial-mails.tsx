import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { Mail } from "./mail-layout.tsx";
import { Ink, MailButton, Note, PALETTE, Paragraph, Row, Rows } from "./mail-parts.tsx";

const EXTENDED = {
  because: "your free trial was given a later end.",
  eyebrow: "Free trial · extended",
};
const ENDS = "your free trial is about to end.";

const BENEFITS = [
  "A new session every day, in audio and video",
  "A wake-up mail at the hour you choose",
  "A dashboard that keeps your progress and your streak",
  "The full archive, as often as you like",
];

const wayIn = (
  <>
    <ul style={{ margin: "0 0 26px", padding: "0 0 0 20px", color: PALETTE.bolt }}>
      {BENEFITS.map((benefit) => (
        <li key={benefit} style={{ margin: "0 0 8px", fontSize: "16px", lineHeight: "25px" }}>
          <Ink color={PALETTE.soft}>{benefit}</Ink>
        </li>
      ))}
    </ul>
    <MailButton href="{{linkUrl}}">Set up your password</MailButton>
    <Note text="The link is valid for 7 days and works once. The trial ends by itself: there is nothing to cancel and nothing to pay." />
  </>
);

const signIn = (
  <>
    <MailButton href="{{loginUrl}}">Sign in</MailButton>
    <Note text="The trial ends by itself: there is nothing to cancel and nothing to pay." />
  </>
);

const plans = (
  <>
    <Rows>
      <Row label={PLANS.monthly.name}>{`${formatPrice(PLANS.monthly.price.cents)} a month`}</Row>
      <Row label={PLANS.annual.name}>{`${formatPrice(PLANS.annual.price.cents)} a year`}</Row>
    </Rows>
    <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
  </>
);

export const trialMails = {
  "trial-welcome": (
    <Mail
      preview="{{durationText}} of wake-up sessions, on us. Choose a password and you are in."
      because="a free trial was granted to this address."
      eyebrow="Free trial · {{durationText}}"
      headline="Welcome, {{name}}"
    >
      <Paragraph text="You have full access to {{brand}} until {{endDateText}}. This is what waits for you:" />
      {wayIn}
    </Mail>
  ),
  // For a member with a password: no set-up link, just a login link.
  "trial-granted": (
    <Mail
      preview="Your free trial runs until {{endDateText}}. Sign in as you always do."
      because="a free trial was granted to your account."
      eyebrow="Free trial · {{durationText}}"
      headline="Good to have you, {{name}}"
    >
      <Paragraph text="You have full access to {{brand}} until {{endDateText}}. Your account, your settings and your progress are as you left them." />
      {signIn}
    </Mail>
  ),
  // A later end for a running trial, for a member with a password.
  "trial-extended": (
    <Mail {...EXTENDED} preview="More mornings, on us. There is nothing to do." headline="More time for you, {{name}}">
      <Paragraph text="Your free trial of {{brand}} was extended: it now runs until {{endDateText}}. Everything else stays as it is." />
      {signIn}
    </Mail>
  ),
  // The same for a member without a password: it explains what it is, and still lets them in.
  "trial-extended-setup": (
    <Mail
      {...EXTENDED}
      preview="More mornings, on us. Choose a password and you are in."
      headline="More time for you, {{name}}"
    >
      <Paragraph text="Your free trial of {{brand}} was extended: it now runs until {{endDateText}}. You have not chosen a password yet; with one, all of it is open to you:" />
      {wayIn}
    </Mail>
  ),
  "trial-ends-week": (
    <Mail
      preview="Nothing is charged by itself. If you want to stay, choose a plan."
      because={ENDS}
      eyebrow="Free trial · about to end"
      headline="{{leftText}} left, {{name}}"
    >
      <Paragraph text="Your free trial ends by itself on {{endDateText}}. Nothing is charged. If you want to stay, choose a plan; the trial days you have left are yours, and the first charge comes after them." />
      {plans}
      <Note text="Your streak, your progress and your hour stay as they are." />
    </Mail>
  ),
  "trial-ends-day": (
    <Mail
      preview="After that, no more wake-up mails. Unless you choose a plan."
      because={ENDS}
      eyebrow="Free trial · last day"
      headline="Keep the current on"
    >
      <Paragraph text="Your free trial ends on {{endDateText}}, {{name}}, and your wake-up mails with it. Nothing is charged. With a plan your mornings go on without a gap." />
      {plans}
      <Note text="If you leave it at that, there is nothing to do. You can come back any day." />
    </Mail>
  ),
};
