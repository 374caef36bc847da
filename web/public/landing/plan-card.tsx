import { clsx } from "clsx";
import { Mail, Zap } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { buttonClass } from "../../ui/button-class.ts";
import { supportMailLink } from "../mail-link.ts";

type PlanCardProps = {
  name: string;
  price: string;
  period: string;
  note?: string;
  benefits: readonly string[];
  badge?: string;
};

export function PlanCard({ name, price, period, note, benefits, badge }: PlanCardProps) {
  const isMarked = badge !== undefined;
  return (
    <article
      className={clsx(
        "reveal relative rounded-[1.4rem] p-px",
        isMarked ? "bolt-fill shadow-[0_0_90px_-30px_#ffae14]" : "bg-line",
      )}
    >
      <div className="flex h-full flex-col gap-7 rounded-[calc(1.4rem-1px)] bg-panel p-6 sm:p-10">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h3 className="text-2xl">{name}</h3>
          {badge && <span className="bolt-fill readout rounded-full px-3.5 py-2 text-night">{badge}</span>}
        </div>
        <div className="grid gap-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-black text-6xl wide tracking-tight sm:text-7xl">{price}</span>
            <span className="text-lg text-muted">{period}</span>
          </p>
          <p className={clsx("min-h-6 font-semibold", note ? "text-bolt" : "text-muted")}>{note ?? "Month by month"}</p>
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
