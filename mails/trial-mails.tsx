import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { Mail } from "./mail-layout.tsx";
import { Ink, MailButton, Note, PALETTE, Paragraph, Row, Rows } from "./mail-parts.tsx";

const EXTENDED = {
  because: "we extended your free trial.",
  eyebrow: "Free trial · extended",
};
const ENDS = "your free trial is about to end.";

const BENEFITS = [
  "A new session every day, in audio and video",
  "A wake-up email at the hour you choose",
  "A dashboard that tracks your progress and your streak",
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
    <MailButton href="{{linkUrl}}">Set your password</MailButton>
    <Note text="The link works once and expires in 7 days. The trial ends on its own: nothing to cancel, nothing to pay." />
  </>
);

const login = (
  <>
    <MailButton href="{{loginUrl}}">Login</MailButton>
    <Note text="The trial ends on its own: nothing to cancel, nothing to pay." />
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
      preview="{{durationText}} of wake-up sessions, on us. Set your password and you're in."
      because="you were given a free trial."
      eyebrow="Free trial · {{durationText}}"
      headline="Welcome, {{name}}"
      picture="{{artwork}}"
      isFirst
    >
      <Paragraph text="You have full access to {{brand}} until {{endDateText}}. Here's what you get:" />
      {wayIn}
    </Mail>
  ),
  // For a member with a password: no setup link, just a login link.
  "trial-granted": (
    <Mail
      preview="Your free trial runs until {{endDateText}}. Log in as usual."
      because="you were given a free trial."
      eyebrow="Free trial · {{durationText}}"
      headline="Welcome back, {{name}}"
    >
      <Paragraph text="You have full access to {{brand}} until {{endDateText}}. You keep your settings and your progress." />
      {login}
    </Mail>
  ),
  // A later end for a running trial, for a member with a password.
  "trial-extended": (
    <Mail
      {...EXTENDED}
      preview="More mornings, on us. You don't need to do anything."
      headline="More time for you, {{name}}"
    >
      <Paragraph text="We extended your free trial of {{brand}}. It now runs until {{endDateText}}. Everything else stays the same." />
      {login}
    </Mail>
  ),
  // To a member without a password: the email explains what Daybolt is, and still lets them in.
  "trial-extended-setup": (
    <Mail
      {...EXTENDED}
      preview="More mornings, on us. Set your password and you're in."
      headline="More time for you, {{name}}"
    >
      <Paragraph text="We extended your free trial of {{brand}}. It now runs until {{endDateText}}. You haven't set your password yet. Once you do, you'll get:" />
      {wayIn}
    </Mail>
  ),
  "trial-ends-week": (
    <Mail
      preview="You won't be charged. Want to stay? Choose a plan."
      because={ENDS}
      eyebrow="Free trial · about to end"
      headline="{{leftText}} left, {{name}}"
    >
      <Paragraph text="Your free trial ends on {{endDateText}}, and you won't be charged. Want to stay? Choose a plan. You'll keep the rest of your trial, and you won't be charged until it ends." />
      {plans}
      <Note text="You keep your streak, your progress, and your hour." />
    </Mail>
  ),
  "trial-ends-day": (
    <Mail
      preview="After that, no more wake-up emails unless you choose a plan."
      because={ENDS}
      eyebrow="Free trial · last reminder"
      headline="Keep the current flowing"
    >
      <Paragraph text="{{name}}, your free trial ends on {{endDateText}}, and so do your wake-up emails. You won't be charged. Choose a plan, and your mornings continue without a gap." />
      {plans}
      <Note text="Otherwise, you don't need to do anything. You can come back anytime." />
    </Mail>
  ),
};
