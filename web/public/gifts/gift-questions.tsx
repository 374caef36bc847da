import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { QuestionList } from "../question-list.tsx";

const ANSWERS = {
  "Does a gift renew?": "No. You pay once, and neither you nor the recipient is ever charged again.",
  "When does it arrive?":
    "Right away, or on the day you choose, at 6 AM in the recipient's time zone. If your payment clears after that, we send the gift within minutes.",
  "What does the recipient have to do?": `Press the button in the email, tell us their name and the hour to wake them, and confirm they're ${SERVICE_TERMS.minimumAge} or older. Then they're in. We email them a link to set a password, and never ask for payment details.`,
  "They missed the email. Is the gift lost?":
    "No. They can open it for 12 months, and we'll remind them twice. If the email bounced, fix the address with the link in your receipt.",
  "What if they're already a member?":
    "Nothing is lost. If they have a subscription, the gift starts when that ends. If they're on a free trial, the gift's time is added. They open it the same way and log in as usual.",
  "Can I get a refund?": `Yes, within ${SERVICE_TERMS.refundWindowHours} hours of your first purchase, as long as no one has opened the gift. Write to ${BRAND.supportEmail}.`,
};

export function GiftQuestions() {
  return (
    <section
      aria-labelledby="gift-questions-heading"
      className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-5 py-16 sm:px-8 @5xl:grid-cols-[1fr_1.6fr] @5xl:py-24"
    >
      <h2 id="gift-questions-heading" className="text-[min(2.25rem,10.5vw)] wide uppercase leading-[0.98] sm:text-5xl">
        Questions, answered.
      </h2>
      <QuestionList answers={ANSWERS} />
    </section>
  );
}
