import type { ReactNode } from "react";
import { BRAND } from "#domain/brand.ts";
import { formatList } from "#domain/formats.ts";
import { accountPath, PUBLIC_PAGES } from "#domain/paths.ts";
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
  "Which hours can I choose?": `Pick ${PROFILE_HOURS} AM in ${formatList(ZONE_NAMES, "or")} time. We may add more hours between 4 and 10 AM. Change yours as often as you like. It takes effect with your next wake-up email.`,
  "What if I miss a morning?":
    "The session stays in your archive, along with every other day. But a day without a finished session ends your current streak. Your longest streak stays on record, and the next session you finish starts a new one.",
  "Who sends the email?": `${BRAND.name} does, once a morning. The subject line is "Wake up:" followed by the session's title. If it lands in spam or promotions, move it to your inbox once and add the sender to your contacts. Every wake-up email has links to pause or unsubscribe, no login needed.`,
  "How do I cancel?": (
    <>
      {"Anytime, no reason needed. Tap twice in "}
      <Link href={accountPath("membership")}>My Account</Link>
      {", or send one line from your account's email address to "}
      <Link href={supportMailLink("Cancel my membership")}>{BRAND.supportEmail}</Link>
      {". You keep access through the last day you've paid for. Read more in the "}
      <Link href={`${PUBLIC_PAGES.subscriptionTerms}#cancelling`}>Subscription Terms</Link>.
    </>
  ),
  "Can I get my money back?": (
    <>
      {`Yes, within ${refundWindowHours} hours of your first purchase, no reason needed. We answer within ${refundAnswerHours} hours and process the refund in ${refundProcessingBusinessDays.from} to ${refundProcessingBusinessDays.to} business days. The `}
      <Link href={PUBLIC_PAGES.refundRequests}>Refund Policy</Link>
      {" explains how."}
    </>
  ),
  [`Why ${minimumAge}+?`]: `Strong language, hard subjects, no soft focus. ${BRAND.name} is for adults ${minimumAge} and over. By joining, you confirm you're ${minimumAge} or older.`,
};

export function Questions() {
  return (
    <section
      aria-labelledby="questions-heading"
      className="mx-auto grid max-w-7xl content-start gap-x-16 gap-y-6 px-5 py-8 sm:px-8 sm:py-20 @5xl:grid-cols-[1fr_1.5fr] @5xl:py-28"
    >
      <div className="grid content-start gap-4 sm:gap-6">
        <h2 id="questions-heading" className="text-[min(2.25rem,10.5vw)] wide uppercase leading-[0.98] sm:text-5xl">
          Good <span className="text-muted">questions.</span>
        </h2>
        <p className="max-w-sm text-lg text-muted leading-relaxed">
          {"Still have a question? "}
          <Link href={supportMailLink(`A question about ${BRAND.name}`)}>Email us</Link>
          {`. A real person replies within ${supportReplyHours.from} to ${supportReplyHours.to} hours.`}
        </p>
      </div>
      <QuestionList answers={ANSWERS} />
    </section>
  );
}
