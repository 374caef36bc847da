import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import { Eyebrow, Headline, MailButton, Note, NoteLink, Paragraph, Row, Rows, SupportFooter } from "./mail-parts.tsx";

const MEMBER = "You get this mail because you have a membership.";
const PAYS = "You get this mail because you pay for a membership.";

/** How the seller stands on a receipt. */
export const SELLER = [BRAND.legalName || BRAND.name, BRAND.postalAddress].filter(Boolean).join(", ");

export const welcomeSetupSubject = `Welcome to ${BRAND.name}: set up your password`;

/** To who has just joined and has no password yet. The receipt is a mail of its own. */
export function WelcomeSetup() {
  return (
    <MailLayout
      preview="Choose a password and you are in."
      footer={<SupportFooter reason="You get this mail because a membership was bought with this address." />}
    >
      <Eyebrow>{"{{planText}}"}</Eyebrow>
      <Headline>You are in</Headline>
      <Paragraph>{"{{openText}} Choose a password, and you can sign in from anywhere."}</Paragraph>
      <MailButton href="{{setupUrl}}">Set up your password</MailButton>
      <Note>
        {"The link is valid for 7 days and works once. Too late? "}
        <NoteLink href="{{resetPageUrl}}">Ask for a new one</NoteLink>
      </Note>
    </MailLayout>
  );
}

export const welcomeSubject = `Your ${BRAND.name} membership has begun`;

/** To who has a password and pays from now on. */
export function Welcome() {
  return (
    <MailLayout preview="Everything is open to you now." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>{"{{planText}}"}</Eyebrow>
      <Headline>{"Good to have you, {{name}}"}</Headline>
      <Paragraph>
        Your membership has begun. Your account, your settings and your progress are as you left them; everything is
        open to you.
      </Paragraph>
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
      <Note>
        {"Your plan, your payments and the button to cancel are under "}
        <NoteLink href="{{profileUrl}}">My Account</NoteLink>
      </Note>
    </MailLayout>
  );
}

export const paymentReceiptSubject = `Receipt: {{amountText}} for ${BRAND.name}`;

export function PaymentReceipt() {
  return (
    <MailLayout preview="{{planText}}, {{periodText}}." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Receipt</Eyebrow>
      <Headline>{"{{amountText}}"}</Headline>
      <Paragraph>Thank you. PayPal has sent us your payment; there is nothing to do.</Paragraph>
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
      <Note>
        To cancel, open My Account and choose Cancel: it takes effect at the end of the period you have paid for, and
        nothing more is charged.
      </Note>
    </MailLayout>
  );
}

export const paymentFailedSubject = `Your payment for ${BRAND.name} did not go through`;
export const paymentFailedFirstSubject = `Your first payment for ${BRAND.name} did not go through`;
export const paymentFailedAgainSubject = `Still open: your payment for ${BRAND.name}`;
export const paymentFailedLastSubject = `Your ${BRAND.name} access ends on {{accessEndText}}`;

/** What is to be done is the same each time; only the words above it grow more urgent. */
function Fix() {
  return (
    <>
      <MailButton href="{{payPalUrl}}">Fix it at PayPal</MailButton>
      <Note>
        {`At PayPal, open your automatic payments, choose ${BRAND.name} and pick another card or account. We never see
        your card and cannot change it for you. Already done? Then there is nothing more to do: PayPal tells us.`}
      </Note>
    </>
  );
}

export function PaymentFailed() {
  return (
    <MailLayout preview="You still have access. Here is how to fix it." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Payment</Eyebrow>
      <Headline>Your payment did not go through</Headline>
      <Paragraph>
        {
          "PayPal could not collect {{amountText}} for {{planText}}. That happens: an expired card, an empty account. You keep your access until {{accessEndText}}. {{retryText}}"
        }
      </Paragraph>
      <Fix />
    </MailLayout>
  );
}

/** Who never paid has two days from the start, and no grace. */
export function PaymentFailedFirst() {
  return (
    <MailLayout
      preview="Nothing was charged. Here is how to put it right."
      footer={<SupportFooter reason="You get this mail because a membership was bought with this address." />}
    >
      <Eyebrow>Payment</Eyebrow>
      <Headline>Your first payment did not go through</Headline>
      <Paragraph>
        {
          "PayPal could not collect {{amountText}}, the first payment for {{planText}}: nothing was charged. That happens: an expired card, an empty account. {{retryText}}"
        }
      </Paragraph>
      <Paragraph>
        {
          "What this plan opens stays open until {{accessEndText}}. After that it opens again as soon as PayPal has the payment."
        }
      </Paragraph>
      <Fix />
      <Note>
        {"Changed your mind? Cancel, and PayPal does not try again: "}
        <NoteLink href="{{profileUrl}}">My Account</NoteLink>
      </Note>
    </MailLayout>
  );
}

export function PaymentFailedAgain() {
  return (
    <MailLayout preview="You have access until {{accessEndText}}." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Payment · second reminder</Eyebrow>
      <Headline>Still not through</Headline>
      <Paragraph>
        {
          "PayPal has not collected {{amountText}} for {{planText}} yet. You have access until {{accessEndText}}; with a card that works, all of it goes on without a gap."
        }
      </Paragraph>
      <Fix />
    </MailLayout>
  );
}

export function PaymentFailedLast() {
  return (
    <MailLayout preview="One thing to do, and your mornings go on." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Payment · last reminder</Eyebrow>
      <Headline>Your access is about to end</Headline>
      <Paragraph>
        {
          "{{amountText}} for {{planText}} is still open. If nothing changes, your access ends on {{accessEndText}}: no wake-up mails and no sessions after that. Your progress and your streak stay with your account."
        }
      </Paragraph>
      <Fix />
    </MailLayout>
  );
}

export const paymentRecoveredSubject = "All good again: your payment went through";

export function PaymentRecovered() {
  return (
    <MailLayout preview="There is nothing to do." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Payment</Eyebrow>
      <Headline>All good again</Headline>
      <Paragraph>
        {
          "PayPal has collected {{amountText}} for {{planText}}: your membership goes on, and everything is open to you. Next charge: {{nextText}}. The receipt comes in a mail of its own."
        }
      </Paragraph>
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </MailLayout>
  );
}

export const subscriptionCancelledSubject = `Cancelled: your ${BRAND.name} membership ends on {{endText}}`;

export function SubscriptionCancelled() {
  return (
    <MailLayout
      preview="Nothing more will be charged. You have access until {{endText}}."
      footer={<SupportFooter reason={MEMBER} />}
    >
      <Eyebrow>Membership</Eyebrow>
      <Headline>Your membership is cancelled</Headline>
      <Paragraph>
        {
          "{{planText}} was cancelled on {{dateText}}. Nothing more will be charged, and you keep everything until {{endText}}."
        }
      </Paragraph>
      <Paragraph>
        Changed your mind? Take up a plan again whenever you like: before that day, it begins when your paid time ends.
      </Paragraph>
      <MailButton href="{{subscribeUrl}}">See the plans</MailButton>
      <Note>Your progress stays with your account, and is kept as our privacy policy says.</Note>
    </MailLayout>
  );
}

export const subscriptionEndedSubject = `Your ${BRAND.name} membership has ended`;

export function SubscriptionEnded() {
  return (
    <MailLayout
      preview="Come back whenever you like: your progress is where you left it."
      footer={<SupportFooter reason="You get this mail because you had a membership." />}
    >
      <Eyebrow>Membership</Eyebrow>
      <Headline>Your membership has ended</Headline>
      <Paragraph>
        {
          "{{planText}} ended on {{endText}}. {{reasonText}} Wake-up mails and sessions stop with it; you can still sign in and see your account."
        }
      </Paragraph>
      <MailButton href="{{subscribeUrl}}">Come back</MailButton>
      <Note>Nothing is charged unless you choose a plan again.</Note>
    </MailLayout>
  );
}

export const paymentRefundedSubject = "Refunded: {{amountText}}";

export function PaymentRefunded() {
  return (
    <MailLayout
      preview="{{amountText}} is on its way back to you."
      footer={<SupportFooter reason="You get this mail because a payment of yours was sent back." />}
    >
      <Eyebrow>Refund</Eyebrow>
      <Headline>{"{{amountText}} back to you"}</Headline>
      <Paragraph>
        {
          "On {{dateText}} we sent {{amountText}} of payment {{number}} back through PayPal. When it shows depends on your bank: usually within {{daysText}}."
        }
      </Paragraph>
      <Paragraph>{"{{accessText}}"}</Paragraph>
      <MailButton href="{{profileUrl}}">See your payments</MailButton>
    </MailLayout>
  );
}

export const planChangedSubject = `Your ${BRAND.name} plan changes to {{toText}}`;

export function PlanChanged() {
  return (
    <MailLayout preview="{{startText}}: {{priceText}}." footer={<SupportFooter reason={PAYS} />}>
      <Eyebrow>Your plan</Eyebrow>
      <Headline>{"{{fromText}} becomes {{toText}}"}</Headline>
      <Paragraph>
        {
          "What you have paid for goes on to its end, and nothing is charged twice: {{priceText}}, for the first time on {{startText}}. The plan you had will not be charged again."
        }
      </Paragraph>
      <MailButton href="{{profileUrl}}">See your plan</MailButton>
    </MailLayout>
  );
}

export const renewalAheadSubject = `Your ${BRAND.name} year renews on {{dateText}}`;

/** In time for who does not want another year. */
export function RenewalAhead() {
  return (
    <MailLayout
      preview="{{priceText}} on {{dateText}}. If you want another year, there is nothing to do."
      footer={<SupportFooter reason={PAYS} />}
    >
      <Eyebrow>Annual renewal</Eyebrow>
      <Headline>{"Another year from {{dateText}}"}</Headline>
      <Paragraph>
        {
          "{{planText}} renews on {{dateText}} for {{priceText}}, through PayPal as before. If you want another year, there is nothing to do."
        }
      </Paragraph>
      <Paragraph>
        If you do not, cancel before that day: open My Account and choose Cancel. You keep your access to the end of the
        year you have paid for.
      </Paragraph>
      <MailButton href="{{profileUrl}}">Open My Account</MailButton>
    </MailLayout>
  );
}
