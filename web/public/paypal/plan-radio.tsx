import type { ReactNode } from "react";
import type { PlanId } from "#domain/rules/plans.ts";

type ChoiceRadioProps = { name: string; value: string; isChosen: boolean; onChoose: () => void; children: ReactNode };

/** One of a few choices, as a card that can be pressed anywhere. */
export function ChoiceRadio({ name, value, isChosen, onChoose, children }: ChoiceRadioProps) {
  return (
    <label className="flex min-h-16 cursor-pointer items-center gap-4 rounded-xl border border-control bg-night px-4 py-3 hover:border-muted has-checked:border-bolt has-checked:bg-bolt/8 has-focus-visible:outline-3 has-focus-visible:outline-bolt has-focus-visible:outline-offset-3">
      <input
        type="radio"
        name={name}
        value={value}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-bolt focus-visible:outline-none"
      />
      {children}
    </label>
  );
}

type PlanRadioProps = { id: PlanId; isChosen: boolean; onChoose: (plan: PlanId) => void; children: ReactNode };

export function PlanRadio({ id, onChoose, ...choice }: PlanRadioProps) {
  return <ChoiceRadio name="plan" value={id} onChoose={() => onChoose(id)} {...choice} />;
}
