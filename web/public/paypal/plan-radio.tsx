import type { ComponentProps, ReactNode } from "react";
import { PLAN_IDS, type PlanId } from "#domain/rules/plans.ts";
import { RadioRow } from "../../ui/radio-label.tsx";

/** One of a few choices, as a card. */
export function ChoiceRadio(radio: Omit<ComponentProps<typeof RadioRow>, "className">) {
  return <RadioRow {...radio} className="min-h-16 gap-4 py-3" />;
}

const focusChosen = (group: HTMLElement | null) =>
  group?.querySelector<HTMLElement>(":checked")?.focus({ preventScroll: true });

type PlanRadiosProps = {
  legend: string;
  chosen: PlanId | null;
  onChoose: (plan: PlanId) => void;
  children: (plan: PlanId) => ReactNode;
};

/** The plans, as what is bought for oneself or as a gift. They replace what was pressed, and so take the focus. */
export function PlanRadios({ legend, chosen, onChoose, children }: PlanRadiosProps) {
  return (
    <fieldset ref={focusChosen} className="grid gap-3">
      <legend className="mb-5 font-extrabold text-xl semi-wide">{legend}</legend>
      {PLAN_IDS.map((id) => (
        <ChoiceRadio key={id} name="plan" value={id} isChosen={id === chosen} onChoose={() => onChoose(id)}>
          {children(id)}
        </ChoiceRadio>
      ))}
    </fieldset>
  );
}
