import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { CONTROL_CLASS, Field, type FieldTexts } from "./field.tsx";

type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<"textarea">, "id">;

export function TextAreaField({ label, hint, error, className, rows = 4, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <textarea rows={rows} {...area} {...control} className={clsx(CONTROL_CLASS, "leading-relaxed", className)} />
      )}
    </Field>
  );
}
