import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PlanCard } from "../plan-card.tsx";
import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { Phones } from "./phones.tsx";
import { AgeWarning, PreviewPlayer } from "./preview-dialogs.tsx";
import { Questions } from "./questions.tsx";

export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Features />
        <ThreeSteps />
        <Plans />
        <Questions />
        <LastCall />
      </main>
      <SiteFooter isLanding />
      <AgeWarning id="preview-warning" file={BRAND.preview.clip} consent="watching it" />
      <AgeWarning id="sample-warning" file={BRAND.preview.sample} consent="hearing it" />
      <PreviewPlayer />
    </>
  );
}

function Plans() {
  return (
    <section id="plans" aria-labelledby="plans-heading" className="border-line/70 border-y bg-panel/40">
      <div className="mx-auto max-w-7xl px-5 py-8 sm:px-8 sm:py-20 @5xl:py-28">
        <h2 id="plans-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
          Pick your <span className="bolt-text">charge.</span>
        </h2>
        <div className="mt-6 grid gap-5 sm:mt-12 sm:gap-6 @5xl:mt-16 @5xl:grid-cols-2">
          <PlanCard plan="monthly" href={subscribePath("monthly")} />
          <PlanCard plan="annual" href={subscribePath("annual")} badge="Best Value" />
        </div>
      </div>
    </section>
  );
}

function LastCall() {
  return (
    <section aria-labelledby="last-call-heading" className="relative isolate overflow-hidden">
      <div aria-hidden="true" className="daybreak absolute inset-0 -z-10" />
      <div className="mx-auto grid max-w-7xl gap-7 px-5 py-8 sm:gap-9 sm:px-8 sm:py-24 @5xl:py-32">
        <h2
          id="last-call-heading"
          className="max-w-5xl font-black text-[clamp(min(2.6rem,10vw),7.4vw,6rem)] uppercase wide leading-[0.94] tracking-[-0.03em]"
        >
          Tomorrow is <span className="bolt-text">already loaded.</span>
        </h2>
        <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "lg", "sm:justify-self-start")}>
          Get started
        </a>
      </div>
    </section>
  );
}

const STEPS = {
  "Join in a minute": "Choose a plan and your hour, in your own time zone, and pay with PayPal. You're in right away.",
  "The email arrives": `At that hour, every day: one email from ${BRAND.name}, with a few words that get your feet on the floor. No app to install, no feed to scroll.`,
  "Tap and go":
    "Today's session opens with one big Play button. Finish it, and the day lights up on your dial and your streak lives on.",
};

function ThreeSteps() {
  return (
    <section
      aria-labelledby="steps-heading"
      className="relative isolate overflow-hidden border-line/70 border-y bg-panel/40"
    >
      <div className="mx-auto grid max-w-7xl items-center gap-x-12 gap-y-8 px-5 py-8 sm:px-8 sm:py-20 @5xl:grid-cols-[minmax(0,1fr)_auto] @5xl:py-28">
        <div>
          <h2 id="steps-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
            Three steps, <span className="bolt-text">eyes open.</span>
          </h2>
          <ol className="mt-6 grid gap-5 sm:mt-12 sm:gap-10">
            {Object.entries(STEPS).map(([title, text], index) => (
              <li
                key={title}
                className="reveal grid grid-cols-[3.25rem_1fr] gap-x-5 gap-y-2 sm:grid-cols-[4rem_1fr] sm:gap-x-6"
              >
                <span
                  aria-hidden="true"
                  className="bolt-text row-span-2 font-black text-6xl wide leading-none sm:text-7xl"
                >
                  {index + 1}
                </span>
                <h3 className="self-end text-2xl">{title}</h3>
                <p className="max-w-md text-muted leading-relaxed">{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className="relative">
          <div aria-hidden="true" className="sunrise absolute -inset-[20%] -z-10" />
          <Phones />
        </div>
      </div>
    </section>
  );
}
