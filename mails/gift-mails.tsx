import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph, Quote, Row, Rows } from "./mail-parts.tsx";
import { REFUND, REFUND_ARRIVES, SELLER, SetupNote } from "./payment-mails.tsx";

const RECIPIENT = "{{giverName}} gave you a membership.";
const FOR_YOU = { because: RECIPIENT, eyebrow: "A gift for you" };
/** Until a gift is opened, its emails are wrapped like the card on /gift; then the first morning shows. */
const WRAPPED = { ...FOR_YOU, isWrapped: true };
const OPENED = { picture: "{{artwork}}" };
const FROM_GIVER = { ...OPENED, because: RECIPIENT, eyebrow: "A gift from {{giverName}}" };
const GIVER = "you gave a membership as a gift.";
const YOUR_GIFT = { because: GIVER, eyebrow: "Your gift" };

function GiftMail({ words }: { words?: string }) {
  return (
    <Mail
      {...WRAPPED}
      eyebrow="For {{recipientName}}"
      preview="{{lengthText}} of {{brand}}, paid for by {{giverName}}."
      headline="{{giverName}} got you {{timeText}} of mornings"
    >
      {words && <Quote>{words}</Quote>}
      <MailButton href="{{giftUrl}}">Open gift</MailButton>
      <div style={{ height: "24px" }} />
      <Paragraph text="{{brand}} sends you a wake-up email at the hour you choose, with a new session every morning, in audio and video." />
      <Note text="It's paid for. No card, no renewal, nothing to cancel. Your time starts when you open it, which you can do until {{expiresText}}. Keep this link to yourself." />
    </Mail>
  );
}

function Reminder({ headline, words }: { headline: string; words: string }) {
  const preview = "{{lengthText}} of {{brand}}, already paid for.";
  return (
    <Mail {...WRAPPED} preview={preview} headline={headline}>
      <Paragraph text={words} />
      <MailButton href="{{giftUrl}}">Open gift</MailButton>
      <Note text="Nothing to pay, nothing to cancel." />
    </Mail>
  );
}

/** The giver's. `arrives` says when in the preview, and `promise` what the giver can still do. */
function GiftReceipt({ arrives, headline, promise }: { arrives: string; headline: string; promise: string }) {
  return (
    <Mail
      preview={`{{recipientName}} gets it ${arrives}.`}
      because={GIVER}
      eyebrow="Receipt"
      headline={headline}
      isWrapped
    >
      <Paragraph
        text={`Thank you, {{giverName}}. ${promise} You can see at any time whether the gift has been opened.`}
      />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
      <div style={{ height: "28px" }} />
      <Rows>
        <Row label="Number">{"{{number}}"}</Row>
        <Row label="Date">{"{{dateText}}"}</Row>
        <Row label="Gift">{"{{planText}}, {{lengthText}}"}</Row>
        <Row label="Amount">{"{{totalText}}"}</Row>
        <Row label="Next charge">None. You paid once.</Row>
        <Row label="Seller">{SELLER}</Row>
      </Rows>
      <Note text="Keep this email. You need its link to manage your gift." />
    </Mail>
  );
}

export const giftMails = {
  gift: <GiftMail />,
  "gift-with-words": <GiftMail words="{{message}}" />,
  "gift-reminder": (
    <Reminder
      headline="Your gift is still waiting"
      words="{{recipientName}}, {{giverName}} got you {{lengthText}} of {{brand}}. You haven't opened it yet. Your time starts when you do. Open it by {{expiresText}}."
    />
  ),
  "gift-reminder-last": (
    <Reminder
      headline="Last chance to open your gift"
      words="{{recipientName}}, {{giverName}} got you {{lengthText}} of {{brand}}. Your gift won't wait forever: open it by {{expiresText}}. This is our last reminder."
    />
  ),
  "gift-receipt": (
    <GiftReceipt
      arrives="on {{deliverText}}"
      headline="Your gift for {{recipientName}} is scheduled"
      promise="We'll send your gift to {{recipientEmail}} on {{deliverText}}. Until then, you can fix the address."
    />
  ),
  "gift-receipt-now": (
    <GiftReceipt
      arrives="right away"
      headline="Your gift for {{recipientName}} is on its way"
      promise="We're sending your gift to {{recipientEmail}} right away."
    />
  ),
  "gift-bounced": (
    <Mail {...YOUR_GIFT} preview="Fix the address, and we'll resend it." headline="That address doesn't work">
      <Paragraph text="{{giverName}}, we couldn't deliver your gift of {{lengthText}} of {{brand}} to {{recipientEmail}}. Fix the address, and we'll send it to {{recipientName}} within minutes." />
      <MailButton href="{{orderUrl}}">Fix their email address</MailButton>
      <Note text="Nothing is lost. Your gift is safe." />
    </Mail>
  ),
  // To the buyer of a gift that is due while gift emails are paused.
  "gift-delayed": (
    <Mail {...YOUR_GIFT} preview="We'll send it as soon as we can." headline="A short delay" isWrapped>
      <Paragraph text="{{giverName}}, we've paused gift emails for a short while, so your gift of {{lengthText}} of {{brand}} hasn't been sent to {{recipientEmail}} yet. We'll send it as soon as sending resumes, usually within a day." />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
      <Note text="You don't need to do anything." />
    </Mail>
  ),
  "gift-redeemed": (
    <Mail
      {...YOUR_GIFT}
      {...OPENED}
      preview="It was opened on {{dateText}}."
      headline="{{recipientName}} opened your gift"
    >
      <Paragraph text="{{giverName}}, your gift of {{lengthText}} of {{brand}} was opened on {{dateText}}. You're part of their mornings now." />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </Mail>
  ),
  // To a recipient who already pays: nothing is lost, and there's nothing to do.
  "gift-waits": (
    <Mail {...WRAPPED} preview="It won't expire while it waits." headline="Your gift is safe and waiting">
      <Paragraph text="{{recipientName}}, you already have a paid subscription, so your gift of {{lengthText}} from {{giverName}} starts automatically when your subscription ends. Until then, nothing changes. You don't need to do anything." />
      <Paragraph text="Want to start it sooner? Cancel your subscription in My Account. You keep the time you've paid for, and the gift starts when that time ends." />
      <MailButton href="{{membershipUrl}}">Go to My Account</MailButton>
    </Mail>
  ),
  "gift-started": (
    <Mail
      {...FROM_GIVER}
      preview="{{lengthText}} from {{giverName}}."
      headline="Your gift has started, {{recipientName}}"
    >
      <Paragraph text="Your gift of {{lengthText}} from {{giverName}} started on {{startText}}, and you have full access until {{endText}}. It ends on its own: nothing to pay, nothing to cancel." />
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </Mail>
  ),
  // The way back in for a recipient who closed the page before choosing a password.
  "gift-started-setup": (
    <Mail {...FROM_GIVER} preview="Set your password and you're in." headline="Welcome, {{recipientName}}" isFirst>
      <Paragraph text="Your gift started on {{startText}}, and you have full access until {{endText}}. If you haven't set your password yet, set it now to log in from any device." />
      <MailButton href="{{linkUrl}}">Set your password</MailButton>
      <SetupNote />
    </Mail>
  ),
  "gift-refunded": (
    <Mail {...REFUND} because={GIVER}>
      <Paragraph
        text={`Your gift for {{recipientName}} wasn't opened. On {{dateText}}, we refunded {{amountText}} through PayPal. ${REFUND_ARRIVES} The gift link no longer works.`}
      />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </Mail>
  ),
};
