import { clsx } from "clsx";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { CONTROL_CLASS, Field, type FieldTexts } from "./field.tsx";

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "id" | "type"> & {
    autoComplete: "current-password" | "new-password";
  };

/** A new password shows at first. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(input.autoComplete === "new-password");
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className="relative">
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            {...control}
            type={isShown ? "text" : "password"}
            className={clsx(CONTROL_CLASS, "pr-14", className)}
          />
          <button
            type="button"
            onClick={() => setIsShown(!isShown)}
            aria-label={`${isShown ? "Hide" : "Show"} ${label.toLowerCase()}`}
            aria-controls={control.id}
            className="absolute top-1/2 right-1 grid size-11 -translate-y-1/2 place-items-center rounded-lg text-muted hover:text-ink focus-visible:outline-offset-0"
          >
            <Icon className="size-5" />
          </button>
        </div>
      )}
    </Field>
  );
}
