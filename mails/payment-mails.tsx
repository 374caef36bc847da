import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, NoteLink, Paragraph, Row, Rows } from "./mail-parts.tsx";

const MEMBER = "you have a membership.";
const PAYS = "you pay for a membership.";
const PAYMENT = { because: PAYS, eyebrow: "Payment" };
const BOUGHT = "a membership was bought with this address.";
export const REFUND = {
  preview: "{{amountText}} is on its way back to you.",
  eyebrow: "Refund",
  headline: "{{amountText}} back to you",
};

export const SELLER = [BRAND.legalName || BRAND.name, BRAND.postalAddress].filter(Boolean).join(", ");

const { from, to } = SERVICE_TERMS.refundProcessingBusinessDays;
export const REFUND_DAYS = `${from} to ${to} business days`;

const PAYPAL_AUTOMATIC_PAYMENTS = "https://www.paypal.com/myaccount/autopay/";

export const SetupNote = () => (
  <Note>
    {"The link is valid for 7 days and works once. Too late? "}
    <NoteLink href="{{resetPageUrl}}">Ask for a new one</NoteLink>
  </Note>
);

/** The steps are always the same; only the words above get more urgent. */
const fix = (
  <>
    <MailButton href={PAYPAL_AUTOMATIC_PAYMENTS}>Fix it at PayPal</MailButton>
    <Note text="At PayPal, open your automatic payments, choose {{brand}} and pick another card or account. We never see your card and cannot change it for you. Already done? Then there is nothing more to do: PayPal tells us." />
  </>
);

export const paymentMails = {
  // To a new member without a password. The receipt is a separate email.
  "welcome-setup": (
    <Mail preview="Choose a password and you are in." because={BOUGHT} eyebrow="{{planText}}" headline="You are in">
      <Paragraph text="{{openText}} Choose a password, and you can sign in from anywhere." />
      <MailButton href="{{linkUrl}}">Set up your password</MailButton>
      <SetupNote />
    </Mail>
  ),
  // To a member with a password who now pays.
  welcome: (
    <Mail
      preview="Everything is open to you now."
      because={PAYS}
      eyebrow="{{planText}}"
      headline="Good to have you, {{name}}"
    >
      <Paragraph text="Your membership has begun. Your account, your settings and your progress are as you left them; everything is open to you." />
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
      <Note>
        {"Your plan, your payments and the button to cancel are under "}
        <NoteLink href="{{profileUrl}}">My Account</NoteLink>
      </Note>
    </Mail>
  ),
  "payment-receipt": (
    <Mail preview="{{planText}}, {{periodText}}." because={PAYS} eyebrow="Receipt" headline="{{amountText}}">
      <Paragraph text="Thank you. PayPal has sent us your payment; there is nothing to do." />
      <Rows>
        <Row label="Receipt">{"{{number}}"}</Row>
        <Row label="Date">{"{{dateText}}"}</Row>
        <Row label="Plan">{"{{planText}}"}</Row>
        <Row label="Period">{"{{periodText}}"}</Row>
        <Row label="Amount">{"{{totalText}}"}</Row>
        <Row label="Next charge">{"{{nextText}}"}</Row>
        <Row label="Seller">{SELLER}</Row>
      </Rows>
      <MailButton href="{{profileUrl}}">See all your payments</MailButton>
      <Note text="To cancel, open My Account and choose Cancel: it takes effect at the end of the period you have paid for, and nothing more is charged." />
    </Mail>
  ),
  "payment-failed": (
    <Mail
      {...PAYMENT}
      preview="You still have access. Here is how to fix it."
      headline="Your payment did not go through"
    >
      <Paragraph text="PayPal could not collect {{amountText}} for {{planText}}. That happens: an expired card, an empty account. You keep your access until {{accessEndText}}. {{retryText}}" />
      {fix}
    </Mail>
  ),
  // A member who has never paid gets two days from the start, and no grace.
  "payment-failed-first": (
    <Mail
      preview="Nothing was charged. Here is how to put it right."
      because={BOUGHT}
      eyebrow="Payment"
      headline="Your first payment did not go through"
    >
      <Paragraph text="PayPal could not collect {{amountText}}, the first payment for {{planText}}: nothing was charged. That happens: an expired card, an empty account. {{retryText}}" />
      <Paragraph text="What this plan opens stays open until {{accessEndText}}. After that it opens again as soon as PayPal has the payment." />
      {fix}
      <Note>
        {"Changed your mind? Cancel, and PayPal does not try again: "}
        <NoteLink href="{{profileUrl}}">My Account</NoteLink>
      </Note>
    </Mail>
  ),
  "payment-failed-again": (
    <Mail
      preview="You have access until {{accessEndText}}."
      because={PAYS}
      eyebrow="Payment · second reminder"
      headline="Still not through"
    >
      <Paragraph text="PayPal has not collected {{amountText}} for {{planText}} yet. You have access until {{accessEndText}}; with a card that works, all of it goes on without a gap." />
      {fix}
    </Mail>
  ),
  "payment-failed-last": (
    <Mail
      preview="One thing to do, and your mornings go on."
      because={PAYS}
      eyebrow="Payment · last reminder"
      headline="Your access is about to end"
    >
      <Paragraph text="{{amountText}} for {{planText}} is still open. If nothing changes, your access ends on {{accessEndText}}: no wake-up mails and no sessions after that. Your progress and your streak stay with your account." />
      {fix}
    </Mail>
  ),
  "payment-recovered": (
    <Mail {...PAYMENT} preview="There is nothing to do." headline="All good again">
      <Paragraph text="PayPal has collected {{amountText}} for {{planText}}: your membership goes on, and everything is open to you. Next charge: {{nextText}}. The receipt comes in a mail of its own." />
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </Mail>
  ),
  "payment-refunded": (
    <Mail {...REFUND} because="a payment of yours was sent back.">
      <Paragraph
        text={`On {{dateText}} we sent {{amountText}} of payment {{number}} back through PayPal. When it shows depends on your bank: usually within ${REFUND_DAYS}.`}
      />
      <Paragraph text="{{accessText}}" />
      <MailButton href="{{profileUrl}}">See your payments</MailButton>
    </Mail>
  ),
  "subscription-cancelled": (
    <Mail
      preview="Nothing more will be charged. You have access until {{endText}}."
      because={MEMBER}
      eyebrow="Membership"
      headline="Your membership is cancelled"
    >
      <Paragraph text="{{planText}} was cancelled on {{dateText}}. Nothing more will be charged, and you keep everything until {{endText}}." />
      <Paragraph text="Changed your mind? Take up a plan again whenever you like: before that day, it begins when your paid time ends." />
      <MailButton href="{{subscribeUrl}}">See the plans</MailButton>
      <Note text="Your progress stays with your account, and is kept as our privacy policy says." />
    </Mail>
  ),
  "subscription-ended": (
    <Mail
      preview="Come back whenever you like: your progress is where you left it."
      because="you had a membership."
      eyebrow="Membership"
      headline="Your membership has ended"
    >
      <Paragraph text="{{planText}} ended on {{endText}}. {{reasonText}} Wake-up mails and sessions stop with it; you can still sign in and see your account." />
      <MailButton href="{{subscribeUrl}}">Come back</MailButton>
      <Note text="Nothing is charged unless you choose a plan again." />
    </Mail>
  ),
  "plan-changed": (
    <Mail
      preview="{{startText}}: {{priceText}}."
      because={PAYS}
      eyebrow="Your plan"
      headline="{{fromText}} becomes {{toText}}"
    >
      <Paragraph text="What you have paid for goes on to its end, and nothing is charged twice: {{priceText}}, for the first time on {{startText}}. The plan you had will not be charged again." />
      <MailButton href="{{profileUrl}}">See your plan</MailButton>
    </Mail>
  ),
  // Early enough for members who don't want another year.
  "renewal-ahead": (
    <Mail
      preview="{{priceText}} on {{dateText}}. If you want another year, there is nothing to do."
      because={PAYS}
      eyebrow="Annual renewal"
      headline="Another year from {{dateText}}"
    >
      <Paragraph text="{{planText}} renews on {{dateText}} for {{priceText}}, through PayPal as before. If you want another year, there is nothing to do." />
      <Paragraph text="If you do not, cancel before that day: open My Account and choose Cancel. You keep your access to the end of the year you have paid for." />
      <MailButton href="{{profileUrl}}">Open My Account</MailButton>
    </Mail>
  ),
};
