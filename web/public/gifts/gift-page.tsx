import { ArrowRight, Gift } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { buttonClass } from "../../ui/button.tsx";
import { IslandTemplates } from "../island-templates.tsx";
import { SitePage } from "../site-page.tsx";
import { GiftCard } from "./gift-card.tsx";
import { GiftQuestions } from "./gift-questions.tsx";

export function GiftPage() {
  return (
    <SitePage>
      {/* Replaces the pitch for visitors with a gift's link, the recipient, or the giver. Shown by open-gift.ts. */}
      <section id="gift-own" hidden aria-label="Your gift" className="relative isolate overflow-hidden">
        <div aria-hidden="true" className="daybreak absolute inset-0 -z-10 opacity-60" />
        <div className="mx-auto min-h-dvh max-w-2xl px-5 py-12 sm:px-8 @5xl:py-20">
          <div data-gift="status" role="status" />
          <div data-gift="place" />
        </div>
      </section>
      <div id="gift-pitch">
        <GiftHero />
        <Journey />
        <GiftPlans />
        <Order />
        <GiftQuestions />
      </div>
    </SitePage>
  );
}

function GiftHero() {
  return (
    <section className="relative isolate overflow-hidden border-line/70 border-b">
      <div aria-hidden="true" className="daybreak absolute inset-0 -z-10" />
      <div aria-hidden="true" className="grid-lines absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-7xl items-center gap-x-16 gap-y-12 px-5 py-14 sm:px-8 @5xl:grid-cols-[1.15fr_1fr] @5xl:py-24">
        <div className="grid justify-items-start gap-7 self-start">
          <p className="readout flex items-center gap-3 text-bolt">
            <span aria-hidden="true" className="h-px w-10 bg-bolt" />A gift by email
          </p>
          <h1 className="font-black text-[clamp(min(2.4rem,11vw),8.4vw,5.6rem)] uppercase wide leading-[0.94] tracking-[-0.03em]">
            Give them
            <br />
            <span className="bolt-text whitespace-nowrap">mornings.</span>
          </h1>
          <p className="max-w-xl text-lg text-muted leading-relaxed sm:text-xl">
            {`A month or a year of ${BRAND.name} for someone you'd like to see up early. You pay once, they pay nothing, and it never renews.`}
          </p>
          <a href="#order" data-gift-open className={buttonClass("primary", "lg")}>
            Give a membership
            <ArrowRight className="size-5" />
          </a>
          <p className="readout text-muted">{`For adults ${SERVICE_TERMS.minimumAge} and over`}</p>
        </div>
        <GiftMail />
      </div>
    </section>
  );
}

function GiftMail() {
  return (
    <figure className="mx-auto w-full max-w-md">
      <GiftCard className="rotate-1 shadow-[0_30px_80px_-20px_rgb(0_0_0/0.9)]">
        <p className="readout text-bolt">From Sam, with voltage</p>
        <p className="font-extrabold text-2xl semi-wide leading-tight">Sam got you a year of mornings</p>
        <p className="whitespace-pre-line border-bolt border-l-2 pl-4 leading-relaxed">
          {"Happy birthday, Ana.\nYou said this is the year you get up before the city does. Here's your accomplice."}
        </p>
        <p
          aria-hidden="true"
          className="bolt-fill grid min-h-12 place-items-center rounded-xl font-bold text-night semi-wide"
        >
          Open gift
        </p>
      </GiftCard>
      <figcaption className="mt-6 text-center text-muted text-sm">What they get: your words and one button.</figcaption>
    </figure>
  );
}

const STEPS = {
  "You write it": "Choose the plan, tell us who it's for, and add a few words. Pay once.",
  "It arrives": "Right away, or at 6 AM their time on the day you pick. Until that day, you can still fix the address.",
  "They open it":
    "Your words, then their name, their hour, one checkbox, and they're in. No card. They have 12 months to open it.",
  "They get up":
    "From the next morning on, they get a wake-up email at their hour, a new session every day, and everything a paying member has.",
};

function Journey() {
  return (
    <section aria-labelledby="journey-heading" className="mx-auto max-w-7xl px-5 py-16 sm:px-8 @5xl:py-24">
      <h2 id="journey-heading" className="max-w-3xl text-4xl wide uppercase leading-[0.98] sm:text-6xl">
        How it <span className="bolt-text">works.</span>
      </h2>
      <ol className="mt-10 grid gap-x-8 gap-y-10 sm:grid-cols-2 @5xl:mt-14 @5xl:grid-cols-4">
        {Object.entries(STEPS).map(([title, text], index) => (
          <li key={title} className="reveal grid content-start gap-3 border-bolt border-t-2 pt-5">
            <span aria-hidden="true" className="bolt-text w-fit font-black text-5xl wide leading-none">
              {index + 1}
            </span>
            <h3 className="text-xl">{title}</h3>
            <p className="text-muted leading-relaxed">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const GIFTS: { plan: PlanId; length: string; text: string }[] = [
  { plan: "monthly", length: "A month", text: "Thirty-odd mornings. Long enough to feel the difference." },
  { plan: "annual", length: "A year", text: "Every season of it, with early access and VIP status on top." },
];

function GiftPlans() {
  return (
    <section aria-labelledby="gift-plans-heading" className="border-line/70 border-y bg-panel/40">
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-10 px-5 py-16 sm:px-8 @5xl:grid-cols-[1fr_1.6fr] @5xl:py-24">
        <div className="grid content-start gap-4">
          <h2 id="gift-plans-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-5xl">
            Two sizes.
          </h2>
          <p className="text-lg text-muted leading-relaxed">
            The same plans at the same price. You pay once, and the gift ends on its own.
          </p>
        </div>
        <ul className="grid gap-5 sm:grid-cols-2">
          {GIFTS.map(({ plan, length, text }) => (
            <li key={plan} className="grid content-start gap-3 rounded-card border border-line bg-panel p-6 sm:p-8">
              <p className="readout text-bolt">{PLANS[plan].name}</p>
              <h3 className="text-2xl">{length}</h3>
              <p className="font-black text-5xl wide leading-none tracking-tight">
                {formatPrice(PLANS[plan].price.cents)}
              </p>
              <p className="text-muted leading-relaxed">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Order() {
  return (
    <section
      id="order"
      tabIndex={-1}
      aria-labelledby="order-heading"
      className="relative isolate overflow-hidden border-line/70 border-t focus:outline-none"
    >
      <div aria-hidden="true" className="daybreak absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-5 py-16 sm:px-8 @5xl:grid-cols-[1fr_1.4fr] @5xl:py-24">
        <div className="grid content-start gap-4">
          <h2 id="order-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
            Wrap <span className="bolt-text">it up.</span>
          </h2>
          <p className="text-lg text-muted leading-relaxed">
            Tell us who it's for and when it should arrive, pay once, and leave the rest to us. Nothing renews.
          </p>
        </div>
        <div className="min-w-0 rounded-card border border-line bg-panel p-5 sm:p-8">
          <div data-invitation className="grid justify-items-center gap-4 py-10 text-center">
            <Gift className="size-10 text-bolt noscript:hidden" />
            <p className="max-w-sm text-muted leading-relaxed noscript:hidden">
              Two minutes: a name, an email, a few words from you.
            </p>
            <button type="button" data-gift-open className={buttonClass("primary", "lg", "noscript:hidden")}>
              Start your gift
            </button>
            <noscript>
              <p className="max-w-sm font-medium leading-relaxed">
                {`The form needs JavaScript. Turn it on, or email ${BRAND.supportEmail} and tell us who the gift is for.`}
              </p>
            </noscript>
          </div>
          <div id="gift-status" role="status" className="grid" />
          <div id="gift-place" className="min-w-0" />
        </div>
      </div>
      <IslandTemplates loading="One moment..." failed="This part didn't load" height="min-h-[60rem] sm:min-h-[46rem]" />
    </section>
  );
}
