import { ArrowRight } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
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
        <Order />
        <GiftQuestions />
      </div>
    </SitePage>
  );
}

const { monthly, annual } = PLANS;

function GiftHero() {
  return (
    <section className="relative isolate overflow-hidden border-line/70 border-b">
      <div aria-hidden="true" className="daybreak absolute inset-0 -z-10" />
      <div aria-hidden="true" className="grid-lines absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-7xl items-center gap-x-16 gap-y-12 px-5 py-14 sm:px-8 @5xl:min-h-[min(100dvh-5rem,54rem)] @5xl:grid-cols-[1.15fr_1fr]">
        <div className="grid justify-items-start gap-7 self-start @5xl:pt-16">
          <h1 className="font-black text-[clamp(min(2.4rem,11vw),8.4vw,5.6rem)] uppercase wide leading-[0.94] tracking-[-0.03em]">
            Give them
            <br />
            <span className="bolt-text whitespace-nowrap">mornings.</span>
          </h1>
          <p className="max-w-xl text-lg text-muted leading-relaxed sm:text-xl">
            {`A month (${formatPrice(monthly.price.cents)}) or a year (${formatPrice(annual.price.cents)}) of ${BRAND.name} for someone you'd like to see up early. You pay once, they pay nothing, and it never renews.`}
          </p>
          <a href="#order" className={buttonClass("primary", "lg")}>
            Give a membership
            <ArrowRight className="size-5" />
          </a>
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

function Order() {
  return (
    <section
      id="order"
      tabIndex={-1}
      aria-labelledby="order-heading"
      className="border-line/70 border-b bg-panel/40 focus:outline-none"
    >
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-8 px-5 py-16 sm:px-8 @5xl:grid-cols-[1fr_1.4fr] @5xl:py-24">
        <h2
          id="order-heading"
          className="text-4xl wide uppercase leading-[0.98] sm:text-6xl @5xl:sticky @5xl:top-28 @5xl:self-start"
        >
          Wrap <span className="bolt-text">it up.</span>
        </h2>
        <div className="min-h-[60rem] min-w-0 rounded-card border border-line bg-panel p-5 has-data-ordered:min-h-0 noscript:min-h-0 sm:min-h-[46rem] sm:p-8">
          <noscript>
            <p className="mx-auto max-w-sm py-10 text-center font-medium leading-relaxed">
              {`The form needs JavaScript. Turn it on, or email ${BRAND.supportEmail} and tell us who the gift is for.`}
            </p>
          </noscript>
          <div id="gift-status" role="status" className="grid" />
          <div id="gift-place" className="min-w-0" />
        </div>
      </div>
      <IslandTemplates loading="One moment..." failed="This part didn't load" height="min-h-[60rem] sm:min-h-[46rem]" />
    </section>
  );
}
