import { APP_PAGES } from "#domain/paths.ts";
import { PLANS } from "#domain/rules/plans.ts";
import { PLANS_ANCHOR } from "../site-links.ts";
import { PlanCard } from "./plan-card.tsx";

export function Plans() {
  return (
    <section
      id={PLANS_ANCHOR}
      aria-labelledby="plans-heading"
      className="scroll-mt-20 border-line/70 border-y bg-panel/40"
    >
      <div className="mx-auto max-w-7xl px-5 py-20 sm:px-8 lg:py-28">
        <div className="grid items-end gap-6 lg:grid-cols-[1.2fr_1fr]">
          <h2 id="plans-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
            Pick your <span className="bolt-text">charge.</span>
          </h2>
          <p className="text-lg text-muted leading-relaxed">
            Membership starts with a personal invitation: ask for yours, and we set up your free trial. You pay nothing
            to begin.
          </p>
        </div>
        <div className="mt-12 grid gap-6 lg:mt-16 lg:grid-cols-2">
          <PlanCard {...PLANS.monthly} />
          <PlanCard {...PLANS.annual} badge="Best Value" />
        </div>
        <p className="mt-10 text-muted">
          Already a member?{" "}
          <a href={APP_PAGES.login} className="font-bold text-ink underline underline-offset-4 hover:text-bolt">
            Sign in
          </a>
        </p>
      </div>
    </section>
  );
}
