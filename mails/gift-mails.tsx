import { BRAND } from "#domain/brand.ts";
import { MailLayout } from "./mail-layout.tsx";
import {
  Eyebrow,
  Headline,
  MailButton,
  Note,
  NoteLink,
  Paragraph,
  Quote,
  Row,
  Rows,
  SupportFooter,
} from "./mail-parts.tsx";
import { SELLER } from "./payment-mails.tsx";

const RECIPIENT = "You get this mail because {{giverName}} gave you a membership.";
const GIVER = "You get this mail because you gave a membership as a gift.";

/** The subjects are ours alone: whoever buys a gift chooses to whom it goes. */
export const giftSubject = `Someone sent you a ${BRAND.name} gift`;

/** The gift itself: whose it is comes first, what it is comes second. */
function GiftMail({ withWords }: { withWords: boolean }) {
  return (
    <MailLayout
      preview={`{{lengthText}} of ${BRAND.name}, paid for by {{giverName}}.`}
      footer={<SupportFooter reason={RECIPIENT} />}
    >
      <Eyebrow>A gift for you</Eyebrow>
      <Headline>{"From {{giverName}}, with voltage"}</Headline>
      {withWords && <Quote>{"{{message}}"}</Quote>}
      <Paragraph>
        {`{{giverName}} gives you {{lengthText}} of ${BRAND.name}, {{recipientName}}: a mail that wakes you at your hour, and that day's session behind it, in audio and video.`}
      </Paragraph>
      <MailButton href="{{giftUrl}}">Open your gift</MailButton>
      <Note>
        {
          "It is paid for: no card, nothing that renews by itself, nothing to cancel. Your time begins when you open it, and you can do that until {{expiresText}}. Please keep this link to yourself."
        }
      </Note>
    </MailLayout>
  );
}

export const Gift = () => <GiftMail withWords={false} />;
export const GiftWithWords = () => <GiftMail withWords={true} />;

export const giftReminderSubject = `Your ${BRAND.name} gift is still waiting`;
export const giftReminderLastSubject = `Open your ${BRAND.name} gift by {{expiresText}}`;

type ReminderProps = { headline: string; words: string };

function Reminder({ headline, words }: ReminderProps) {
  return (
    <MailLayout preview={`{{lengthText}} of ${BRAND.name}, paid for.`} footer={<SupportFooter reason={RECIPIENT} />}>
      <Eyebrow>A gift for you</Eyebrow>
      <Headline>{headline}</Headline>
      <Paragraph>{words}</Paragraph>
      <MailButton href="{{giftUrl}}">Open your gift</MailButton>
      <Note>{"Nothing to pay and nothing to cancel. The gift is good until {{expiresText}}."}</Note>
    </MailLayout>
  );
}

export function GiftReminder() {
  const words = `{{giverName}} gave you {{lengthText}} of ${BRAND.name}, {{recipientName}}. You have not opened it yet; your time begins when you do.`;
  return <Reminder headline="Your gift still waits" words={words} />;
}

export function GiftReminderLast() {
  const words = `{{lengthText}} of ${BRAND.name} from {{giverName}} can be opened until {{expiresText}}, {{recipientName}}. This is the last time that we remind you.`;
  return <Reminder headline="It will not wait for ever" words={words} />;
}

export const giftReceiptSubject = `Receipt for your ${BRAND.name} gift: {{amountText}}`;

export function GiftReceipt() {
  return (
    <MailLayout preview="{{recipientName}} gets it on {{deliverText}}." footer={<SupportFooter reason={GIVER} />}>
      <Eyebrow>Receipt</Eyebrow>
      <Headline>{"A good morning for {{recipientName}}"}</Headline>
      <Paragraph>
        {
          "Thank you, {{giverName}}. Your gift goes to {{recipientEmail}} on {{deliverText}}. Until then you can correct the address, and any time see whether it was opened:"
        }
      </Paragraph>
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
      <div style={{ height: "28px" }} />
      <Rows>
        <Row label="Receipt">{"{{number}}"}</Row>
        <Row label="Date">{"{{dateText}}"}</Row>
        <Row label="Gift">{"{{planText}}, {{lengthText}}"}</Row>
        <Row label="Amount">{"{{totalText}}"}</Row>
        <Row label="Next charge">None: paid once</Row>
        <Row label="Seller">{SELLER}</Row>
      </Rows>
      <Note>Please keep this mail: its link is the way to your gift.</Note>
    </MailLayout>
  );
}

export const giftBouncedSubject = "We couldn't deliver your gift";

export function GiftBounced() {
  return (
    <MailLayout preview="Correct the address, and it goes out again." footer={<SupportFooter reason={GIVER} />}>
      <Eyebrow>Your gift</Eyebrow>
      <Headline>The address does not work</Headline>
      <Paragraph>
        {`{{giverName}}, the mail with your gift of {{lengthText}} of ${BRAND.name} came back from {{recipientEmail}}. Correct the address, and it goes to {{recipientName}} within minutes.`}
      </Paragraph>
      <MailButton href="{{orderUrl}}">Correct the address</MailButton>
      <Note>Nothing is lost: the gift waits until then.</Note>
    </MailLayout>
  );
}

export const giftDelayedSubject = "Your gift will arrive a little later";

/** To the buyer of a gift that is due while gift emails are paused. */
export function GiftDelayed() {
  return (
    <MailLayout preview="It goes out by itself." footer={<SupportFooter reason={GIVER} />}>
      <Eyebrow>Your gift</Eyebrow>
      <Headline>A short delay</Headline>
      <Paragraph>
        {`{{giverName}}, we've put gift emails on hold for a short while, so your gift of {{lengthText}} of ${BRAND.name} hasn't been sent to {{recipientEmail}} yet. We'll send it as soon as sending resumes, usually within a day.`}
      </Paragraph>
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
      <Note>You don't need to do anything.</Note>
    </MailLayout>
  );
}

export const giftRedeemedSubject = "Your gift was opened";

export function GiftRedeemed() {
  return (
    <MailLayout preview="It was opened on {{dateText}}." footer={<SupportFooter reason={GIVER} />}>
      <Eyebrow>Your gift</Eyebrow>
      <Headline>{"{{recipientName}} has opened it"}</Headline>
      <Paragraph>
        {`{{giverName}}, your gift of {{lengthText}} of ${BRAND.name} was opened on {{dateText}}. You are part of somebody's mornings now.`}
      </Paragraph>
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </MailLayout>
  );
}

export const giftWaitsSubject = "Your gift starts when your plan ends";

/** To who pays already: nothing is lost, and nothing has to be done. */
export function GiftWaits() {
  return (
    <MailLayout preview="It begins when your paid time ends." footer={<SupportFooter reason={RECIPIENT} />}>
      <Eyebrow>A gift for you</Eyebrow>
      <Headline>Your gift is safe, and waits</Headline>
      <Paragraph>
        {
          "You pay for a membership already, {{recipientName}}. So {{lengthText}} from {{giverName}} begins by itself when that subscription ends; until then you go on paying as before, and the gift does not run out."
        }
      </Paragraph>
      <Paragraph>
        To start it sooner, cancel your subscription under My Account: you keep what you have paid for, and the gift
        begins on the day it ends.
      </Paragraph>
      <MailButton href="{{profileUrl}}">Go to My Account</MailButton>
    </MailLayout>
  );
}

export const giftStartedSubject = `Your gift has begun: ${BRAND.name} until {{endText}}`;

export function GiftStarted() {
  return (
    <MailLayout preview="{{lengthText}} from {{giverName}}." footer={<SupportFooter reason={RECIPIENT} />}>
      <Eyebrow>{"A gift from {{giverName}}"}</Eyebrow>
      <Headline>{"Your gift has begun, {{recipientName}}"}</Headline>
      <Paragraph>
        {
          "{{lengthText}} from {{giverName}} began on {{startText}}, and everything is open to you until {{endText}}. It ends by itself: nothing to pay and nothing to cancel."
        }
      </Paragraph>
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </MailLayout>
  );
}

export const giftStartedSetupSubject = `Your ${BRAND.name} gift is open: set up your password`;

/** The way back in for who closed the page before choosing a password. */
export function GiftStartedSetup() {
  return (
    <MailLayout preview="Choose a password and you are in." footer={<SupportFooter reason={RECIPIENT} />}>
      <Eyebrow>{"A gift from {{giverName}}"}</Eyebrow>
      <Headline>{"Welcome, {{recipientName}}"}</Headline>
      <Paragraph>
        {
          "Everything is open to you until {{endText}}: it began on {{startText}}. Choose a password, if you have not done so on the page behind your gift, and you can sign in from anywhere."
        }
      </Paragraph>
      <MailButton href="{{setupUrl}}">Set up your password</MailButton>
      <Note>
        {"The link is valid for 7 days and works once. Too late? "}
        <NoteLink href="{{resetPageUrl}}">Ask for a new one</NoteLink>
      </Note>
    </MailLayout>
  );
}

export const giftRefundedSubject = "Your gift was refunded";

export function GiftRefunded() {
  return (
    <MailLayout preview="{{amountText}} is on its way back to you." footer={<SupportFooter reason={GIVER} />}>
      <Eyebrow>Refund</Eyebrow>
      <Headline>{"{{amountText}} back to you"}</Headline>
      <Paragraph>
        {
          "Your gift for {{recipientName}} was not opened, and on {{dateText}} we sent {{amountText}} back through PayPal. When it shows depends on your bank: usually within {{daysText}}. Its link opens nothing any more."
        }
      </Paragraph>
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </MailLayout>
  );
}
