import { clsx } from "clsx";
import { ArrowRight, Check, Zap } from "lucide-react";
import { accountPath } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS, type PlanId } from "#domain/rules/plans.ts";
import { buttonClass } from "../ui/button.tsx";

type PlanCardProps = { plan: PlanId; href: string; badge?: string; provider?: string };

export function PlanCard({ plan, href, badge, provider }: PlanCardProps) {
  const { name, price, benefits } = PLANS[plan];
  const isMarked = badge !== undefined;
  const { centsPerMonth, savedPercent } = annualComparison();
  return (
    <article
      className={clsx(
        "reveal group/plan relative rounded-[1.4rem]",
        isMarked ? "bolt-fill p-px shadow-[0_0_90px_-30px_var(--color-flare)]" : "border border-line",
      )}
    >
      {/* On the border, so that nothing moves. */}
      <span
        aria-hidden="true"
        className="absolute -top-3.5 left-5 hidden rounded-full border border-bolt bg-night px-3 font-bold text-bolt text-sm group-has-aria-[current]/plan:block sm:left-10"
      >
        Chosen
      </span>
      <div className="flex h-full flex-col gap-4 rounded-[calc(1.4rem-1px)] bg-panel p-5 sm:gap-7 sm:p-10">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="text-2xl">{name}</h3>
          {badge && <span className="bolt-fill readout rounded-full px-3.5 py-2 text-night">{badge}</span>}
        </div>
        <div className="grid gap-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-black text-[clamp(2.4rem,12.5vw,4.5rem)] wide leading-none tracking-tight">
              {formatPrice(price.cents)}
            </span>
            <span className="text-lg text-muted">{`per ${price.per}`}</span>
          </p>
          <p className="min-h-6 font-semibold text-bolt @max-5xl:empty:hidden">
            {plan === "annual" && `${formatPrice(centsPerMonth)} per month, save ${savedPercent}%`}
          </p>
        </div>
        <ul className="grid gap-2.5 border-line border-t pt-4 sm:gap-3.5 sm:pt-7">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-start gap-3">
              <Zap className="mt-0.5 size-5 shrink-0 fill-bolt text-bolt" />
              {benefit}
            </li>
          ))}
        </ul>
        {/* Both fill one cell, so nothing moves once open-checkout.ts knows which plan a member has. */}
        <div className="mt-auto grid *:[grid-area:1/1]">
          <a
            href={href}
            data-plan={plan}
            className={buttonClass(
              isMarked ? "primary" : "secondary",
              "lg",
              "group flex-wrap gap-y-0 py-2 aria-[current]:border-bolt max-sm:gap-x-1 max-sm:px-2 max-sm:text-sm group-data-own/plan:invisible",
            )}
          >
            <span className="group-data-change/plan:hidden">{`Get ${name}`}</span>
            <span className="hidden group-data-change/plan:inline">{`Change to ${name}`}</span>
            {provider && (
              <span className="sm:-ml-1 group-aria-[current]:hidden group-data-change/plan:hidden">{` with ${provider}`}</span>
            )}
            <ArrowRight className="size-5 max-sm:hidden group-aria-[current]:hidden" />
            <Check className="hidden size-5 group-aria-[current]:block" />
          </a>
          {provider !== undefined && (
            <a
              href={accountPath("membership")}
              className={buttonClass("ghost", "lg", "invisible group-data-own/plan:visible")}
            >
              <Check className="size-5 text-bolt" />
              Your plan
            </a>
          )}
        </div>
      </div>
    </article>
  );
}
