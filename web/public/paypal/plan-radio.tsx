import type { ReactNode } from "react";
import type { PlanId } from "#domain/rules/plans.ts";

type PlanRadioProps = { id: PlanId; isChosen: boolean; onChoose: (plan: PlanId) => void; children: ReactNode };

export function PlanRadio({ id, isChosen, onChoose, children }: PlanRadioProps) {
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-control bg-night px-4 py-3 hover:border-muted has-checked:border-bolt has-checked:bg-bolt/8 has-focus-visible:outline-3 has-focus-visible:outline-bolt has-focus-visible:outline-offset-3">
      <input
        type="radio"
        name="plan"
        value={id}
        checked={isChosen}
        onChange={() => onChoose(id)}
        className="size-5 shrink-0 accent-bolt focus-visible:outline-none"
      />
      {children}
    </label>
  );
}
