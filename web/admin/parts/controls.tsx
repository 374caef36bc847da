import { clsx } from "clsx";
import { ChevronDown, type LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode, SubmitEvent } from "react";
import { formatNumber } from "#domain/formats.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";

export function bind(value: string, write: (value: string) => void) {
  return { value, onChange: ({ target }: { target: { value: string } }) => write(target.value) };
}

/** For a form that the browser doesn't check and whose fields are bound. */
export function submits(send: () => void) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    send();
  };
  return { noValidate: true, onSubmit };
}

export function EmailField(props: ComponentProps<typeof TextField>) {
  return <TextField type="email" inputMode="email" autoComplete="off" {...props} />;
}

/** A tick box with what it means, and what follows from it. */
export function CheckField({ hint, isOn, onChange, children }: CheckFieldProps) {
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5 size-5 shrink-0 accent-bolt"
      />
      <span className="min-w-0">
        {children}
        <span className="block text-muted text-sm">{hint}</span>
      </span>
    </label>
  );
}
type CheckFieldProps = { hint: string; isOn: boolean; onChange: (isOn: boolean) => void; children: string };

/** Whether someone typed a number, however they group its digits. */
export const isNumber = (typed: string, number: number) => typed.replace(/[\s,.]/g, "") === String(number);

/** Options in product words, with how many each has if that's known. */
export const optionsOf = (names: Record<string, string>, counts?: Partial<Record<string, number>> | null) =>
  Object.entries(names).map(([value, name]) => {
    const count = counts?.[value];
    return { value, label: count === undefined ? name : `${name} (${formatNumber(count)})` };
  });

/** A button that looks like a link, in a row of several. */
export const LINK = { variant: "ghost", size: "sm", className: "!px-0 whitespace-nowrap" } as const;

/** A list's row: one line where there's room. */
export const ROW = "flex min-h-11 flex-wrap items-center gap-x-3 border-line/60 border-b text-sm";

export function SmallButton({ variant = "secondary", ...rest }: Omit<ComponentProps<typeof Button>, "size">) {
  return <Button variant={variant} size="sm" {...rest} />;
}

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

/** The result of a form. The live region exists before its text does, so that screen readers announce it. */
export function FormResult({ text, isFailure }: { text: string | false | undefined; isFailure: boolean }) {
  return (
    <p
      role={isFailure ? "alert" : "status"}
      className={clsx(
        "wrap-anywhere rounded-xl border px-4 py-3 font-semibold empty:hidden",
        isFailure ? "border-bad/50 bg-bad/10" : "border-good/40 bg-good/10",
      )}
    >
      {text}
    </p>
  );
}

type DisclosureProps = { title: string; isOpen?: boolean; children: ReactNode };

/** Details on demand. */
export function Disclosure({ title, isOpen = false, children }: DisclosureProps) {
  return (
    <details open={isOpen} className="group rounded-xl border border-line bg-night px-4">
      <summary className="wrap-anywhere flex min-h-12 cursor-pointer items-center justify-between gap-3 font-semibold text-sm">
        {title}
        <ChevronDown className="size-4 shrink-0 group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="pb-4 text-sm">{children}</div>
    </details>
  );
}

// Unstyled, it would be the browser's green and gray. With forced colors, use theirs.
const TRACK =
  "block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line forced-colors:border";
const DONE =
  "[&::-webkit-progress-value]:bg-bolt [&::-moz-progress-bar]:bg-bolt forced-colors:[&::-webkit-progress-value]:bg-[Highlight] forced-colors:[&::-moz-progress-bar]:bg-[Highlight]";

/** `value` is null if the progress is unknown. */
export function ProgressBar({ label, value, max }: { label: string; value: number | null; max: number }) {
  return (
    <progress
      aria-label={label}
      value={value ?? undefined}
      max={max}
      className={`${TRACK} ${DONE} indeterminate:motion-safe:animate-pulse`}
    />
  );
}
