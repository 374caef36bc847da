import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { SmallButton } from "./controls.tsx";

type PressButtonsProps<Value extends string> = {
  label: string;
  options: readonly { value: Value; label: string; icon?: LucideIcon }[];
  value: string;
  onChange: (value: Value) => void;
  children?: ReactNode;
};

/** One of several, by one click: a view, a filter of a list, or an answer that fills in a field. */
export function PressButtons<Value extends string>(props: PressButtonsProps<Value>) {
  return (
    <fieldset aria-label={props.label} className="press-buttons flex flex-wrap gap-2">
      {props.options.map(({ value, label, ...icon }) => (
        <SmallButton
          key={value}
          {...icon}
          aria-pressed={value === props.value}
          className="aria-pressed:border-bolt aria-pressed:text-bolt"
          onClick={() => props.onChange(value)}
        >
          {label}
        </SmallButton>
      ))}
      {props.children}
    </fieldset>
  );
}
