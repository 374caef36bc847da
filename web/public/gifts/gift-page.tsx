import { Gift } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { IslandTemplates } from "../island-templates.tsx";
import { SitePage } from "../site-page.tsx";
import { GiftChoice } from "./gift-choice.tsx";
import { GiftQuestions } from "./gift-questions.tsx";

export function GiftPage() {
  return (
    <SitePage>
      {/* Replaces the pitch for visitors with a gift's link, the recipient, or the giver. Shown by open-gift.ts. */}
      <section id="gift-own" hidden aria-label="Your gift" className="relative isolate overflow-hidden">
        <div aria-hidden="true" className="daybreak absolute inset-0 -z-10 opacity-60" />
        <div className="mx-auto min-h-dvh max-w-7xl px-5 py-12 sm:px-8 @5xl:py-20">
          <div data-gift="status" role="status" />
          <div data-gift="place" />
        </div>
      </section>
      <div id="gift-pitch">
        <GiftHero />
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
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-6 px-5 pt-8 pb-14 sm:px-8 sm:pt-12 short:pt-4 @5xl:grid-cols-[1fr_1.1fr] @5xl:items-start @5xl:py-20">
        <div className="grid content-start gap-4 sm:gap-6 short:gap-3">
          <h1 className="font-black text-[clamp(min(2.4rem,11vw),7vw,4.6rem)] uppercase wide leading-[0.94] tracking-[-0.03em] short:text-3xl">
            Give them <span className="bolt-text whitespace-nowrap">mornings.</span>
          </h1>
          <p className="max-w-xl text-muted leading-relaxed sm:text-lg">
            {`A month or a year of ${BRAND.name} for someone you'd like to see up early. You pay once, they pay nothing, and it never renews.`}
          </p>
        </div>
        <Order />
      </div>
      <IslandTemplates loading="One moment..." failed="This part didn't load" height="min-h-[60rem] sm:min-h-[46rem]" />
    </section>
  );
}

/** Gold paper, as on the gift itself. The rest of the form, with React, loads once the first question is answered. */
function Order() {
  return (
    <div tabIndex={-1} className="min-w-0 overflow-hidden rounded-card border border-line bg-panel focus:outline-none">
      <div className="bolt-fill grid h-16 place-items-center text-night sm:h-20 short:hidden">
        <Gift aria-hidden="true" className="size-9" strokeWidth={1.75} />
      </div>
      <div className="p-5 sm:p-8">
        <noscript>
          <p className="mx-auto max-w-sm py-10 text-center font-medium leading-relaxed">
            {`The form needs JavaScript. Turn it on, or email ${BRAND.supportEmail} and tell us who the gift is for.`}
          </p>
        </noscript>
        <div id="gift-place" className="min-w-0 noscript:hidden">
          <GiftChoice chosen={null} onChoose={() => undefined} />
          <p className="mt-4 text-balance text-muted text-sm">Choose one. Next: who it's for, and when it arrives.</p>
        </div>
        <div id="gift-status" role="status" className="grid" />
      </div>
    </div>
  );
}
