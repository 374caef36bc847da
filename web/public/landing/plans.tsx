import { clsx } from "clsx";
import { Mail, Zap } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS } from "#domain/rules/plans.ts";
import { buttonClass } from "../../ui/button.tsx";
import { PLANS_ANCHOR, supportMailLink } from "../site-links.ts";

export function Plans() {
  const { centsPerMonth, savedPercent } = annualComparison();
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
          <PlanCard plan={PLANS.monthly} note="Month by month" />
          <PlanCard
            plan={PLANS.annual}
            note={`${formatPrice(centsPerMonth)} per month, save ${savedPercent}%`}
            badge="Best Value"
          />
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

type PlanCardProps = { plan: (typeof PLANS)[keyof typeof PLANS]; note: string; badge?: string };

function PlanCard({ plan: { name, price, benefits }, note, badge }: PlanCardProps) {
  const isMarked = badge !== undefined;
  return (
    <article
      className={clsx(
        "reveal relative rounded-[1.4rem] p-px",
        isMarked ? "bolt-fill shadow-[0_0_90px_-30px_var(--color-flare)]" : "bg-line",
      )}
    >
      <div className="flex h-full flex-col gap-7 rounded-[calc(1.4rem-1px)] bg-panel p-6 sm:p-10">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="text-2xl">{name}</h3>
          {badge && <span className="bolt-fill readout rounded-full px-3.5 py-2 text-night">{badge}</span>}
        </div>
        <div className="grid gap-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-black text-6xl wide tracking-tight sm:text-7xl">{formatPrice(price.cents)}</span>
            <span className="text-lg text-muted">{`per ${price.per}`}</span>
          </p>
          <p className={clsx("font-semibold", isMarked ? "text-bolt" : "text-muted")}>{note}</p>
        </div>
        <ul className="grid gap-3.5 border-line border-t pt-7">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-start gap-3">
              <Zap aria-hidden="true" className="mt-0.5 size-5 shrink-0 fill-bolt text-bolt" />
              {benefit}
            </li>
          ))}
        </ul>
        <a
          href={supportMailLink(`Invitation to ${BRAND.name}: ${name}`)}
          className={buttonClass(isMarked ? "primary" : "secondary", "lg", "mt-auto")}
        >
          <Mail aria-hidden="true" className="size-5" />
          Ask for your invitation
          <span className="sr-only"> to {name}, by mail</span>
        </a>
      </div>
    </article>
  );
}
