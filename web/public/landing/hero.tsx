import { ArrowRight } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { HourDial } from "./hour-dial.tsx";
import { WatchPreview } from "./preview-dialogs.tsx";
import { HearSample } from "./sample-player.tsx";

const LINK = "font-bold text-ink underline underline-offset-4";

export function Hero() {
  return (
    <section className="relative isolate overflow-hidden border-line/70 border-b">
      <div aria-hidden="true" className="grid-lines absolute inset-0 -z-10" />
      {/* Centered with padding: the page paints while it's still loading, and other ways would move this with each new part. */}
      <div className="mx-auto grid max-w-7xl items-start gap-x-10 gap-y-6 px-5 pt-8 pb-8 sm:gap-y-14 sm:pt-14 sm:pb-16 sm:px-8 short:pt-4 @5xl:min-h-[min(100dvh-5rem,54rem)] @5xl:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] @5xl:py-[max(3rem,(min(100dvh-5rem,54rem)-40rem)/2)]">
        <div className="grid justify-items-start gap-5 sm:gap-7 short:gap-3">
          <p className="readout flex items-center gap-3 text-bolt">
            <span aria-hidden="true" className="h-px w-10 bg-bolt max-[22.75rem]:hidden" />
            The daily wake-up membership
          </p>
          <h1 className="font-black hero-title uppercase wide leading-[0.94] tracking-[-0.035em]">
            Wake up
            <br />
            with <span className="bolt-text whitespace-nowrap">voltage.</span>
          </h1>
          <p className="max-w-xl text-lg text-muted leading-relaxed sm:text-xl short:text-base">
            {`One email at the hour you choose. One tap away, that day's session: high-energy audio and video that get you out of bed before doubt sets in. Every morning, ${BRAND.name} strikes first.`}
          </p>
          <div className="grid w-full gap-3 sm:w-auto sm:grid-cols-2">
            <div className="grid *:[grid-area:1/1] sm:col-span-2">
              <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "lg", "member:invisible")}>
                Start your transformation
                <ArrowRight className="size-5 max-[22.75rem]:hidden" />
              </a>
              <a href={APP_PAGES.dashboard} className={buttonClass("primary", "lg", "invisible member:visible")}>
                Go to your dashboard
              </a>
            </div>
            <WatchPreview />
            <HearSample />
          </div>
          <a
            href={APP_PAGES.login}
            className="inline-flex min-h-11 items-center text-muted hover:text-bolt member:hidden"
          >
            Already a member?&nbsp;<span className={LINK}>Log in</span>
          </a>
          <a
            href={PUBLIC_PAGES.subscribe}
            className={`hidden min-h-11 items-center hover:text-bolt member:inline-flex ${LINK}`}
          >
            Start your transformation
          </a>
        </div>
        <div className="relative mx-auto w-full max-w-[42rem] @5xl:mt-22">
          <div className="relative">
            <div aria-hidden="true" className="sunrise hero-sun absolute -z-10" />
            <HourDial />
          </div>
          <MailArrival />
        </div>
      </div>
    </section>
  );
}

function MailArrival() {
  return (
    <div className="relative -mt-[8%] mx-auto grid w-full max-w-md gap-2 rounded-card border border-line bg-raised p-4 sm:p-5 shadow-[0_30px_80px_-20px_rgb(0_0_0/0.9)]">
      <div className="flex items-center justify-between gap-3">
        <p className="readout text-muted">{BRAND.name} · Email</p>
        <p className="readout text-bolt">6:00 AM</p>
      </div>
      <p className="font-extrabold text-xl semi-wide leading-tight">Wake up: Own the First Hour</p>
      <p className="text-muted">
        {/* phrase: a session's own words */}
        Good morning, Ana. Feet on the floor. The rest of the house is still asleep. You are not.
      </p>
      <p className="text-muted">4 min · Audio and video</p>
    </div>
  );
}
