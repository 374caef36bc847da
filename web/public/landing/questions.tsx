import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { formatList } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { US_ZONES } from "#domain/rules/time-zones.ts";
import { DEFAULT_WAKE_UP_HOURS, parseHourRange } from "#domain/rules/wake-up-hours.ts";
import { QuestionList } from "../question-list.tsx";
import { supportMailLink } from "../site-links.ts";

const { minimumAge, refundWindowHours, refundAnswerHours, refundProcessingBusinessDays, supportReplyHours } =
  SERVICE_TERMS;
const PROFILE_HOURS = formatList((parseHourRange(DEFAULT_WAKE_UP_HOURS) ?? []).map(String), "or");
const ZONE_NAMES = US_ZONES.map(({ label }) => label);

function Link({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="font-semibold text-ink underline underline-offset-4 hover:text-bolt">
      {children}
    </a>
  );
}

const ANSWERS: Record<string, ReactNode> = {
  "Which hours can I choose?": `Mails go out between 4 and 10 AM, on whole hours. Your profile lists what is open: ${PROFILE_HOURS} AM, in ${formatList(ZONE_NAMES, "or")} time, unless we have opened more. Change yours as often as you like; the next morning follows it.`,
  "What if I miss a morning?":
    "Nothing is taken away. The session stays in your archive, and every other day with it. A day without a finished session ends the current streak; your longest streak stays on record, and the next one starts with the next session you finish.",
  "Where does the mail come from?": `From ${BRAND.name}, once a morning, with the day's title behind a lightning bolt. If it lands in spam or promotions, move it once and add the sender to your contacts. Each mail has a link that stops the next one, without a login.`,
  "How do I cancel?": (
    <>
      {"At any time, without a reason: two taps in "}
      <Link href={APP_PAGES.profile}>My Account</Link>
      {", or one line from your account's mail address to "}
      <Link href={supportMailLink("Cancel my membership")}>{BRAND.supportEmail}</Link>
      {". You keep your access until the last day you have paid for. More in the "}
      <Link href={`${PUBLIC_PAGES.subscriptionTerms}#cancelling`}>Subscription Terms</Link>.
    </>
  ),
  "Can I get my money back?": (
    <>
      {`Yes, within ${refundWindowHours} hours of your first purchase, without a reason. We answer within ${refundAnswerHours} hours and process it in ${refundProcessingBusinessDays.from} to ${refundProcessingBusinessDays.to} business days. How to ask stands in the `}
      <Link href={PUBLIC_PAGES.refundRequests}>Refund Policy</Link>.
    </>
  ),
  [`Why ${minimumAge}+?`]: `The sessions speak plainly: strong language, hard subjects, no soft focus. ${BRAND.name} is for adults of ${minimumAge} and over, and joining confirms that you are.`,
  "Can I give it to somebody?": (
    <>
      {`A gift is a month or a year, paid once (${formatPrice(PLANS.monthly.price.cents)} or ${formatPrice(PLANS.annual.price.cents)}); it never renews. They choose their own hour. `}
      <Link href={PUBLIC_PAGES.gift}>How gifts work</Link>.
    </>
  ),
};

export function Questions() {
  return (
    <section
      aria-labelledby="questions-heading"
      className="mx-auto grid max-w-7xl content-start gap-x-16 gap-y-10 px-5 py-20 sm:px-8 @5xl:grid-cols-[1fr_1.5fr] @5xl:py-28"
    >
      <div className="grid content-start gap-6">
        <h2 id="questions-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
          Before you <span className="text-muted">ask.</span>
        </h2>
        <p className="max-w-sm text-lg text-muted leading-relaxed">
          {"Something else? "}
          <Link href={supportMailLink(`A question about ${BRAND.name}`)}>Write to us</Link>
          {`: a person answers within ${supportReplyHours.from} to ${supportReplyHours.to} hours.`}
        </p>
      </div>
      <QuestionList answers={ANSWERS} />
    </section>
  );
}
