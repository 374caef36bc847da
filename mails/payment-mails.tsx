import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph, Row, Rows, Steps } from "./mail-parts.tsx";

const MEMBER = "you have a membership.";
const PAYS = "you have a paid membership.";
const PAYMENT = { because: PAYS, eyebrow: "Payment" };
const WELCOME = { eyebrow: "{{planText}}", picture: "{{artwork}}" };
const BOUGHT = "a membership was bought with this email.";

export const SELLER = [BRAND.legalName || BRAND.name, BRAND.postalAddress].filter(Boolean).join(", ");

const { from, to } = SERVICE_TERMS.refundProcessingBusinessDays;
const REFUND_DAYS = `${from} to ${to} business days`;

export const REFUND = {
  preview: `It usually arrives in ${REFUND_DAYS}.`,
  eyebrow: "Refund",
  headline: "{{amountText}} is on its way back",
};
export const REFUND_ARRIVES = `It usually arrives in ${REFUND_DAYS}, but your bank may take longer to show it.`;

const PAYPAL_AUTOMATIC_PAYMENTS = "https://www.paypal.com/myaccount/autopay/";

export const SetupNote = () => (
  <Note>
    {"The link works once and expires in 7 days. Expired? "}
    <NoteLink href="{{resetPageUrl}}">Request a new link.</NoteLink>
  </Note>
);

const hour = (
  <Paragraph>
    {"{{hourText}} "}
    <NoteLink href="{{profileUrl}}">Change your hour</NoteLink>
  </Paragraph>
);

const plans = (
  <>
    <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
    <Note
      text={`We keep your account and your progress for ${SERVICE_TERMS.retentionDays} days after your membership ends.`}
    />
  </>
);

/** The steps are always the same; only the words above get more urgent. */
const fix = (
  <>
    <Steps>
      {["Open your automatic payments in PayPal.", "Choose {{brand}}.", "Pick another card or bank account."]}
    </Steps>
    <MailButton href={PAYPAL_AUTOMATIC_PAYMENTS}>Fix it in PayPal</MailButton>
    <Note text="We never see your card, so we can't change it for you. Already done? PayPal will let us know." />
  </>
);

export const paymentMails = {
  // To a new member without a password. The receipt is a separate email.
  "welcome-setup": (
    <Mail
      {...WELCOME}
      preview="You log in by email. Add a password if you like."
      because={BOUGHT}
      headline="You're in"
      isFirst
    >
      <Paragraph text="{{openText}}" />
      {hour}
      <Paragraph text="You log in by email. Add a password if you like:" />
      <MailButton href="{{linkUrl}}">Set a password</MailButton>
      <Note>
        {"Don't want one? "}
        <NoteLink href="{{confirmUrl}}">Just confirm that this email is yours.</NoteLink>
      </Note>
      <SetupNote />
    </Mail>
  ),
  // To a member with a password who now pays.
  welcome: (
    <Mail {...WELCOME} preview="You now have full access." because={PAYS} headline="You're in, {{name}}">
      <Paragraph text="Your membership has started, and you have full access. You keep your settings and your progress." />
      {hour}
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
      <Note>
        {"See your plan and payments, or cancel, in "}
        <NoteLink href="{{membershipUrl}}">My Account.</NoteLink>
      </Note>
    </Mail>
  ),
  "payment-receipt": (
    <Mail
      preview="{{planText}}, {{periodText}}."
      because={PAYS}
      eyebrow="Receipt"
      headline="Thank you"
      picture="{{artwork}}"
    >
      <Rows>
        <Row label="Number">{"{{number}}"}</Row>
        <Row label="Date">{"{{dateText}}"}</Row>
        <Row label="Plan">{"{{planText}}"}</Row>
        <Row label="Period">{"{{periodText}}"}</Row>
        <Row label="Amount">{"{{totalText}}"}</Row>
        <Row label="Next charge">{"{{nextText}}"}</Row>
        <Row label="Seller">{SELLER}</Row>
      </Rows>
      <MailButton href="{{membershipUrl}}">See all your payments</MailButton>
      <Note text="If you cancel in My Account, you keep access through the period you've paid for." />
    </Mail>
  ),
  "payment-failed": (
    <Mail {...PAYMENT} preview="You still have access. Here's how to fix it." headline="Your payment didn't go through">
      <Paragraph text="PayPal couldn't collect {{amountText}} for {{planText}}. The usual cause is an expired card. You keep access until {{accessEndText}}. {{retryText}}" />
      {fix}
    </Mail>
  ),
  // A member who has never paid gets two days from the start, and no grace period.
  "payment-failed-first": (
    <Mail
      preview="Nothing was charged. Here's how to fix it."
      because={BOUGHT}
      eyebrow="Payment"
      headline="Your first payment didn't go through"
    >
      <Paragraph text="PayPal couldn't collect {{amountText}}, the first payment for {{planText}}, so nothing was charged. The usual cause is an expired card. {{retryText}}" />
      <Paragraph text="Unless your payment goes through, your access ends on {{accessEndText}}. If PayPal collects the payment later, your access comes back." />
      {fix}
      <Note>
        {"Changed your mind? To stop PayPal from trying again, cancel in "}
        <NoteLink href="{{membershipUrl}}">My Account.</NoteLink>
      </Note>
    </Mail>
  ),
  "payment-failed-again": (
    <Mail
      preview="You keep access until {{accessEndText}}."
      because={PAYS}
      eyebrow="Payment · second reminder"
      headline="Your payment still hasn't gone through"
    >
      <Paragraph text="PayPal still hasn't collected {{amountText}} for {{planText}}. You keep access until {{accessEndText}}. Switch to a card that works, and your mornings continue without a gap." />
      {fix}
    </Mail>
  ),
  "payment-failed-last": (
    <Mail
      preview="One thing to fix, and your mornings continue."
      because={PAYS}
      eyebrow="Payment · last reminder"
      headline="Your access is about to end"
    >
      <Paragraph text="{{amountText}} for {{planText}} is past due. Unless it's paid, your access ends on {{accessEndText}}. After that, no wake-up emails and no sessions. Your progress and your longest streak stay in your account." />
      {fix}
    </Mail>
  ),
  "payment-recovered": (
    <Mail {...PAYMENT} preview="You're all set." headline="Your payment went through">
      <Paragraph text="PayPal collected {{amountText}} for {{planText}}. Your membership continues, and you have full access. Next charge: {{nextText}}. Your receipt is in a separate email." />
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </Mail>
  ),
  "payment-refunded": (
    <Mail {...REFUND} because="we refunded one of your payments.">
      <Paragraph
        text={`On {{dateText}}, we refunded {{amountText}} (payment {{number}}) through PayPal. ${REFUND_ARRIVES}`}
      />
      <Paragraph text="{{accessText}}" />
      <MailButton href="{{membershipUrl}}">See your payments</MailButton>
    </Mail>
  ),
  "subscription-cancelled": (
    <Mail
      preview="You won't be charged again. You have access until {{endText}}."
      because={MEMBER}
      eyebrow="Membership"
      headline="Your subscription is cancelled"
    >
      <Paragraph text="{{planText}} was cancelled on {{dateText}}. You won't be charged again, and you keep access until {{endText}}." />
      <Paragraph text="Changed your mind? You can subscribe again anytime. If you do it before then, the new plan starts when your paid time ends." />
      {plans}
    </Mail>
  ),
  // Its last charge wasn't paid, and nothing else gives access.
  "subscription-cancelled-unpaid": (
    <Mail
      preview="You won't be charged again."
      because="you had a subscription."
      eyebrow="Membership"
      headline="Your subscription is cancelled"
    >
      <Paragraph text="{{planText}} was cancelled on {{dateText}}. You won't be charged again, and you don't have access now." />
      <Paragraph text="Changed your mind? You can subscribe again anytime." />
      {plans}
    </Mail>
  ),
  "subscription-ended": (
    <Mail
      preview="Come back anytime. Your progress is where you left it."
      because="you had a membership."
      eyebrow="Membership"
      headline="Your membership has ended"
    >
      <Paragraph text="{{planText}} ended on {{endText}}. {{reasonText}} Wake-up emails and sessions have stopped. You can still log in and see your account." />
      <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
      <Note text="You won't be charged unless you choose a plan again." />
    </Mail>
  ),
  "import-ended": (
    <Mail
      preview="Choose a plan, and your mornings continue."
      because="you had a membership."
      eyebrow="Membership"
      headline="Your membership has ended"
    >
      <Paragraph text="What you paid for before you moved to {{brand}} ended on {{endText}}. Wake-up emails and sessions have stopped. You can still log in and see your account." />
      <MailButton href="{{subscribeUrl}}">Choose a plan</MailButton>
      <Note text="You won't be charged unless you choose a plan." />
    </Mail>
  ),
  "plan-changed": (
    <Mail
      preview="{{priceText}}, starting {{startText}}."
      because={PAYS}
      eyebrow="Your plan"
      headline="{{fromText}} becomes {{toText}}"
    >
      <Paragraph text="You won't pay twice. {{fromText}} runs through the time you've paid for, and we won't charge you for it again. {{toText}} costs {{priceText}}. The first charge for it is on {{startText}}." />
      <MailButton href="{{membershipUrl}}">See your plan</MailButton>
    </Mail>
  ),
  // Early enough for members who don't want another year.
  "renewal-ahead": (
    <Mail
      preview="{{priceText}} on {{dateText}}. Want another year? You don't need to do anything."
      because={PAYS}
      eyebrow="Annual renewal"
      headline="Your plan renews on {{dateText}}"
    >
      <Paragraph text="{{planText}} renews for {{priceText}} on {{dateText}}, through PayPal as before. Want another year? You don't need to do anything." />
      <Paragraph text="Don't want another year? Cancel in My Account before then. You keep access through the year you've paid for." />
      <MailButton href="{{membershipUrl}}">Go to My Account</MailButton>
    </Mail>
  ),
};
