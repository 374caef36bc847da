import { BRAND } from "#domain/brand.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { MailLayout } from "./mail-layout.tsx";
import {
  Eyebrow,
  Headline,
  Ink,
  MailButton,
  Note,
  PALETTE,
  Paragraph,
  Row,
  Rows,
  SupportFooter,
} from "./mail-parts.tsx";

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

const BENEFITS = [
  "A new session every day, in audio and video",
  "A wake-up mail at the hour you choose",
  "A dashboard that keeps your progress and your streak",
  "The full archive, as often as you like",
];

function Benefits() {
  return (
    <ul style={{ margin: "0 0 26px", padding: "0 0 0 20px", color: PALETTE.bolt }}>
      {BENEFITS.map((benefit) => (
        <li key={benefit} style={{ margin: "0 0 8px", fontSize: "16px", lineHeight: "25px" }}>
          <Ink color={PALETTE.soft}>{benefit}</Ink>
        </li>
      ))}
    </ul>
  );
}

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

export const trialExtendedSubject = `Your ${BRAND.name} trial now runs until {{endDateText}}`;

const EXTENDED = "You get this mail because your free trial was given a later end.";

/** A later end of a trial that runs, for a member with a password. */
export function TrialExtended() {
  return (
    <MailLayout preview="More mornings, on us. There is nothing to do." footer={<SupportFooter reason={EXTENDED} />}>
      <Eyebrow>Free trial · extended</Eyebrow>
      <Headline>{"More time for you, {{name}}"}</Headline>
      <Paragraph>
        {`Your free trial of ${BRAND.name} was extended: it now runs until {{endDateText}}. Everything else stays as it is.`}
      </Paragraph>
      <MailButton href="{{loginUrl}}">Sign in</MailButton>
      <Note>The trial ends by itself: there is nothing to cancel and nothing to pay.</Note>
    </MailLayout>
  );
}

/** The same for someone who has not chosen a password yet: it says what it is, and still lets them in. */
export function TrialExtendedSetup() {
  return (
    <MailLayout
      preview="More mornings, on us. Choose a password and you are in."
      footer={<SupportFooter reason={EXTENDED} />}
    >
      <Eyebrow>Free trial · extended</Eyebrow>
      <Headline>{"More time for you, {{name}}"}</Headline>
      <Paragraph>
        {`Your free trial of ${BRAND.name} was extended: it now runs until {{endDateText}}. You have not chosen a password yet; with one, all of it is open to you:`}
      </Paragraph>
      <Benefits />
      <MailButton href="{{setupUrl}}">Set up your password</MailButton>
      <Note>
        The link is valid for 7 days and works once. The trial ends by itself: there is nothing to cancel and nothing to
        pay.
      </Note>
    </MailLayout>
  );
}

export const trialEndsWeekSubject = `Your ${BRAND.name} trial ends on {{endDateText}}`;
export const trialEndsDaySubject = `Last day: your ${BRAND.name} trial ends on {{endDateText}}`;

const ENDS = "You get this mail because your free trial is about to end.";

/** What the plans cost stands in the mail, so that nobody has to look it up. */
function Plans() {
  return (
    <Rows>
      <Row label={PLANS.monthly.name}>{`${formatPrice(PLANS.monthly.price.cents)} a month`}</Row>
      <Row label={PLANS.annual.name}>{`${formatPrice(PLANS.annual.price.cents)} a year`}</Row>
    </Rows>
  );
}

export function TrialEndsWeek() {
  return (
    <MailLayout
      preview="Nothing is charged by itself. If you want to stay, choose a plan."
      footer={<SupportFooter reason={ENDS} />}
    >
      <Eyebrow>Free trial · about to end</Eyebrow>
      <Headline>{"{{leftText}} left, {{name}}"}</Headline>
      <Paragraph>
        {
          "Your free trial ends by itself on {{endDateText}}. Nothing is charged. If you want to stay, choose a plan; the trial days you have left are yours, and the first charge comes after them."
        }
      </Paragraph>
      <Plans />
      <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
      <Note>Your streak, your progress and your hour stay as they are.</Note>
    </MailLayout>
  );
}

export function TrialEndsDay() {
  return (
    <MailLayout
      preview="After that, no more wake-up mails. Unless you choose a plan."
      footer={<SupportFooter reason={ENDS} />}
    >
      <Eyebrow>Free trial · last day</Eyebrow>
      <Headline>Keep the current on</Headline>
      <Paragraph>
        {
          "Your free trial ends on {{endDateText}}, {{name}}, and your wake-up mails with it. Nothing is charged. With a plan your mornings go on without a gap."
        }
      </Paragraph>
      <Plans />
      <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
      <Note>If you leave it at that, there is nothing to do. You can come back any day.</Note>
    </MailLayout>
  );
}
