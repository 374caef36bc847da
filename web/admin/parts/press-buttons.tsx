import type { ReactNode } from "react";
import { SmallButton } from "./small-button.tsx";

type PressButtonsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: string;
  onChange: (value: Value) => void;
  children?: ReactNode;
};

/** One of several, by one click: a filter of a list, or an answer that fills in a field. */
export function PressButtons<Value extends string>({
  label,
  options,
  value,
  onChange,
  children,
}: PressButtonsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {options.map((option) => (
        <SmallButton
          key={option.value}
          aria-pressed={option.value === value}
          className="aria-pressed:border-bolt aria-pressed:text-bolt"
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </SmallButton>
      ))}
      {children}
    </fieldset>
  );
}
