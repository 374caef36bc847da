import type { ComponentProps, ReactNode } from "react";
import type { PlanId } from "#domain/rules/plans.ts";
import { RadioRow } from "../../ui/radio-label.tsx";

/** One of a few choices, as a card. */
export function ChoiceRadio(radio: Omit<ComponentProps<typeof RadioRow>, "className">) {
  return <RadioRow {...radio} className="min-h-16 gap-4 py-3" />;
}

type PlanRadioProps = { id: PlanId; isChosen: boolean; onChoose: (plan: PlanId) => void; children: ReactNode };

export function PlanRadio({ id, onChoose, ...choice }: PlanRadioProps) {
  return <ChoiceRadio name="plan" value={id} onChoose={() => onChoose(id)} {...choice} />;
}
