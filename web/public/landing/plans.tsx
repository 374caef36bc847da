import { APP_PAGES, PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { PlanCard } from "../plan-card.tsx";

const LINK = "font-bold text-ink underline underline-offset-4 hover:text-bolt";

export function Plans() {
  return (
    <section id="plans" aria-labelledby="plans-heading" className="border-line/70 border-y bg-panel/40">
      <div className="mx-auto max-w-7xl px-5 py-20 sm:px-8 @5xl:py-28">
        <div className="grid items-end gap-6 @5xl:grid-cols-[1.2fr_1fr]">
          <h2 id="plans-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
            Pick your <span className="bolt-text">charge.</span>
          </h2>
          <p className="text-lg text-muted leading-relaxed">
            One membership, two rhythms. Both wake you every morning; both end whenever you say so.
          </p>
        </div>
        <div className="mt-12 grid gap-6 @5xl:mt-16 @5xl:grid-cols-2">
          <PlanCard plan="monthly" href={subscribePath("monthly")} />
          <PlanCard plan="annual" href={subscribePath("annual")} badge="Best Value" />
        </div>
        <p className="mt-10 text-muted">
          Already a member?{" "}
          <a href={APP_PAGES.login} className={LINK}>
            Sign in
          </a>
          . For somebody else?{" "}
          <a href={PUBLIC_PAGES.gift} className={LINK}>
            Give a membership
          </a>
          .
        </p>
      </div>
    </section>
  );
}
