import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";

export type FieldTexts = { label: string; hint?: ReactNode; error?: ReactNode };

export const CONTROL_CLASS =
  "w-full min-h-12 rounded-xl border border-control bg-night px-4 py-2.5 text-base text-ink placeholder:text-muted/70 transition-colors hover:border-muted focus-visible:border-bolt aria-invalid:border-bad disabled:cursor-not-allowed disabled:border-line disabled:text-muted";

type FieldProps = FieldTexts & {
  children: (control: {
    id: string;
    "aria-invalid": true | undefined;
    "aria-describedby": string | undefined;
  }) => ReactNode;
};

export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(" ") || undefined;
  return (
    <div className="grid grid-cols-1 gap-2">
      <label htmlFor={id} className="text-sm font-semibold semi-wide">
        {label}
      </label>
      {children({ id, "aria-invalid": error ? true : undefined, "aria-describedby": describedBy })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm font-medium text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldTexts & Omit<ComponentProps<"input">, "id">;

export function TextField({ label, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input type="text" {...input} {...control} className={clsx(CONTROL_CLASS, className)} />}
    </Field>
  );
}

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
