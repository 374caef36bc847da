import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { CONTROL_CLASS, Field, type FieldTexts } from "./field.tsx";

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={clsx(CONTROL_CLASS, className)} />}
    </Field>
  );
}
