import { Mail } from "./mail-layout.tsx";
import { MailButton, Note, Paragraph, Quote, Row, Rows } from "./mail-parts.tsx";
import { REFUND, REFUND_DAYS, SELLER, SetupNote } from "./payment-mails.tsx";

const RECIPIENT = "{{giverName}} gave you a membership.";
const FOR_YOU = { because: RECIPIENT, eyebrow: "A gift for you" };
const FROM_GIVER = { because: RECIPIENT, eyebrow: "A gift from {{giverName}}" };
const GIVER = "you gave a membership as a gift.";
const YOUR_GIFT = { because: GIVER, eyebrow: "Your gift" };

function GiftMail({ words }: { words?: string }) {
  return (
    <Mail
      {...FOR_YOU}
      preview="{{lengthText}} of {{brand}}, paid for by {{giverName}}."
      headline="From {{giverName}}, with voltage"
    >
      {words && <Quote>{words}</Quote>}
      <Paragraph text="{{giverName}} gives you {{lengthText}} of {{brand}}, {{recipientName}}: a mail that wakes you at your hour, and that day's session behind it, in audio and video." />
      <MailButton href="{{giftUrl}}">Open your gift</MailButton>
      <Note text="It is paid for: no card, nothing that renews by itself, nothing to cancel. Your time begins when you open it, and you can do that until {{expiresText}}. Please keep this link to yourself." />
    </Mail>
  );
}

function Reminder({ headline, words }: { headline: string; words: string }) {
  const preview = "{{lengthText}} of {{brand}}, paid for.";
  return (
    <Mail {...FOR_YOU} preview={preview} headline={headline}>
      <Paragraph text={words} />
      <MailButton href="{{giftUrl}}">Open your gift</MailButton>
      <Note text="Nothing to pay and nothing to cancel. The gift is good until {{expiresText}}." />
    </Mail>
  );
}

export const giftMails = {
  gift: <GiftMail />,
  "gift-with-words": <GiftMail words="{{message}}" />,
  "gift-reminder": (
    <Reminder
      headline="Your gift still waits"
      words="{{giverName}} gave you {{lengthText}} of {{brand}}, {{recipientName}}. You have not opened it yet; your time begins when you do."
    />
  ),
  "gift-reminder-last": (
    <Reminder
      headline="It will not wait for ever"
      words="{{lengthText}} of {{brand}} from {{giverName}} can be opened until {{expiresText}}, {{recipientName}}. This is the last time that we remind you."
    />
  ),
  "gift-receipt": (
    <Mail
      preview="{{recipientName}} gets it on {{deliverText}}."
      because={GIVER}
      eyebrow="Receipt"
      headline="A good morning for {{recipientName}}"
    >
      <Paragraph text="Thank you, {{giverName}}. Your gift goes to {{recipientEmail}} on {{deliverText}}. Until then you can correct the address, and any time see whether it was opened:" />
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
      <Note text="Please keep this mail: its link is the way to your gift." />
    </Mail>
  ),
  "gift-bounced": (
    <Mail {...YOUR_GIFT} preview="Correct the address, and it goes out again." headline="The address does not work">
      <Paragraph text="{{giverName}}, the mail with your gift of {{lengthText}} of {{brand}} came back from {{recipientEmail}}. Correct the address, and it goes to {{recipientName}} within minutes." />
      <MailButton href="{{orderUrl}}">Correct the address</MailButton>
      <Note text="Nothing is lost: the gift waits until then." />
    </Mail>
  ),
  // To the buyer of a gift that is due while gift emails are paused.
  "gift-delayed": (
    <Mail {...YOUR_GIFT} preview="It goes out by itself." headline="A short delay">
      <Paragraph text="{{giverName}}, we've put gift emails on hold for a short while, so your gift of {{lengthText}} of {{brand}} hasn't been sent to {{recipientEmail}} yet. We'll send it as soon as sending resumes, usually within a day." />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
      <Note text="You don't need to do anything." />
    </Mail>
  ),
  "gift-redeemed": (
    <Mail {...YOUR_GIFT} preview="It was opened on {{dateText}}." headline="{{recipientName}} has opened it">
      <Paragraph text="{{giverName}}, your gift of {{lengthText}} of {{brand}} was opened on {{dateText}}. You are part of somebody's mornings now." />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </Mail>
  ),
  // To a recipient who already pays: nothing is lost, and there's nothing to do.
  "gift-waits": (
    <Mail {...FOR_YOU} preview="It begins when your paid time ends." headline="Your gift is safe, and waits">
      <Paragraph text="You pay for a membership already, {{recipientName}}. So {{lengthText}} from {{giverName}} begins by itself when that subscription ends; until then you go on paying as before, and the gift does not run out." />
      <Paragraph text="To start it sooner, cancel your subscription under My Account: you keep what you have paid for, and the gift begins on the day it ends." />
      <MailButton href="{{profileUrl}}">Go to My Account</MailButton>
    </Mail>
  ),
  "gift-started": (
    <Mail
      {...FROM_GIVER}
      preview="{{lengthText}} from {{giverName}}."
      headline="Your gift has begun, {{recipientName}}"
    >
      <Paragraph text="{{lengthText}} from {{giverName}} began on {{startText}}, and everything is open to you until {{endText}}. It ends by itself: nothing to pay and nothing to cancel." />
      <MailButton href="{{dashboardUrl}}">Go to your sessions</MailButton>
    </Mail>
  ),
  // The way back in for a recipient who closed the page before choosing a password.
  "gift-started-setup": (
    <Mail {...FROM_GIVER} preview="Choose a password and you are in." headline="Welcome, {{recipientName}}">
      <Paragraph text="Everything is open to you until {{endText}}: it began on {{startText}}. Choose a password, if you have not done so on the page behind your gift, and you can sign in from anywhere." />
      <MailButton href="{{linkUrl}}">Set up your password</MailButton>
      <SetupNote />
    </Mail>
  ),
  "gift-refunded": (
    <Mail {...REFUND} because={GIVER}>
      <Paragraph
        text={`Your gift for {{recipientName}} was not opened, and on {{dateText}} we sent {{amountText}} back through PayPal. When it shows depends on your bank: usually within ${REFUND_DAYS}. Its link opens nothing any more.`}
      />
      <MailButton href="{{orderUrl}}">See your gift</MailButton>
    </Mail>
  ),
};
