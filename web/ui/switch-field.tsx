import { Switch } from "radix-ui";
import { type ReactNode, useId } from "react";

type SwitchFieldProps = {
  label: string;
  hint?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  disabled?: boolean;
};

export function SwitchField({ label, hint, isOn, onChange, disabled }: SwitchFieldProps) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="grid min-w-0 grid-cols-1 gap-1 break-words">
        <label htmlFor={id} className="font-semibold semi-wide text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <Switch.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-8 w-14 shrink-0 rounded-full border border-control bg-raised transition-colors before:absolute before:-inset-2 before:content-[''] disabled:cursor-not-allowed disabled:opacity-60 data-[state=checked]:border-bolt data-[state=checked]:bg-bolt"
      >
        <Switch.Thumb className="block size-5 translate-x-1.5 rounded-full bg-muted transition-transform forced-colors:border-10 data-[state=checked]:translate-x-7 data-[state=checked]:bg-night" />
      </Switch.Root>
    </div>
  );
}
