import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { QuestionList } from "../question-list.tsx";

const ANSWERS = {
  "Does a gift renew?": "No. You pay once, and nobody is charged again: neither you nor the person you give it to.",
  "When does it arrive?":
    "On the day you choose, at six in the morning in the recipient’s time zone. Choose today, and it goes out at once.",
  "What does the recipient have to do?": `Press the button in the mail, confirm that they are ${SERVICE_TERMS.minimumAge} or older, and choose their hour. No payment details are asked for.`,
  "They did not see the mail. Is the gift lost?":
    "It can be opened for twelve months. We remind them twice, and with your receipt you can correct a mistyped address.",
  "What if they are a member already?":
    "Nothing is lost: the gift waits until what they have paid for has ended, and then takes over.",
  "Can I take it back?": `Within ${SERVICE_TERMS.refundWindowHours} hours of your first purchase you get your money back, as with every plan. Write to ${BRAND.supportEmail}.`,
};

export function GiftQuestions() {
  return (
    <section
      aria-labelledby="gift-questions-heading"
      className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-5 py-16 sm:px-8 @5xl:grid-cols-[1fr_1.6fr] @5xl:py-24"
    >
      <h2 id="gift-questions-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-5xl">
        Asked before.
      </h2>
      <QuestionList answers={ANSWERS} />
    </section>
  );
}
