import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { CONTROL_CLASS, Field, type FieldTexts } from "./field.tsx";

type SelectOption = { value: string; label: string };

type SelectFieldProps = FieldTexts & Omit<ComponentProps<"select">, "id"> & { options: readonly SelectOption[] };

/** A native select: the phone's own picker is the easiest to use with one thumb. */
export function SelectField({ label, hint, error, options, className, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className={clsx(CONTROL_CLASS, "appearance-none pr-11", className)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute top-1/2 right-4 size-5 -translate-y-1/2 text-muted" />
        </div>
      )}
    </Field>
  );
}
