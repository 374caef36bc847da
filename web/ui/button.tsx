import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "sm" | "md" | "lg";

const BASE =
  "inline-flex select-none items-center justify-center gap-2 rounded-xl font-bold semi-wide text-center leading-tight transition duration-150 disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-busy:!opacity-85";

const VARIANTS: Record<ButtonVariant, string> = {
  primary:
    "bolt-fill text-night bolt-glow enabled:hover:brightness-110 enabled:active:translate-y-px [a&]:hover:brightness-110",
  secondary: "border border-control bg-raised text-ink hover:border-bolt hover:text-bolt disabled:hover:border-control",
  ghost: "text-muted hover:bg-raised hover:text-ink",
  danger: "border border-bad/60 bg-bad/10 text-bad hover:bg-bad/20",
};

const SIZES: Record<ButtonSize, string> = {
  sm: "min-h-11 px-3.5 text-sm",
  md: "min-h-12 px-5 text-[0.9375rem]",
  lg: "min-h-14 px-7 text-base",
};

export function buttonClass(variant: ButtonVariant = "primary", size: ButtonSize = "md", extra?: string): string {
  return clsx(BASE, VARIANTS[variant], SIZES[size], extra);
}

/** A link, or a button like one, that has a line of its own. */
export const TEXT_LINK = "inline-flex min-h-11 items-center underline underline-offset-4 hover:text-bolt";

type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and ignores clicks, but keeps label and focus, which a disabled button would lose. */
  isBusy?: boolean;
  icon?: LucideIcon;
};

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button({ variant, size, isBusy = false, icon: Icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, size, className)}
      {...(isBusy && { "aria-busy": true, "aria-disabled": true, onClick: refuse })}
    >
      {isBusy && <Spinner className="size-4" />}
      {Icon && !isBusy && <Icon className="size-4 shrink-0" />}
      {children}
    </button>
  );
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  label: string;
  icon?: LucideIcon;
  isSmall?: boolean;
};

/** A button that shows only an icon; the label is its accessible name and its tooltip (web/ui/tooltips.tsx). */
export function IconButton({ label, icon: Icon, isSmall, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-tooltip=""
      className={clsx(
        "inline-grid shrink-0 place-items-center rounded-full border border-line bg-raised text-ink transition hover:border-bolt hover:text-bolt disabled:opacity-40",
        isSmall ? "size-11" : "size-12",
        className,
      )}
    >
      {Icon && <Icon className="size-5" />}
      {children}
    </button>
  );
}

export function TryAgain({ query }: { query: { refetch: () => unknown } }) {
  return (
    <button type="button" className="min-h-11 font-semibold text-bolt underline" onClick={() => query.refetch()}>
      Try again
    </button>
  );
}

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        "inline-block animate-sweep rounded-full border-2 border-current border-r-transparent",
        className,
      )}
    />
  );
}
