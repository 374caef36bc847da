import { clsx } from "clsx";
import type { ComponentProps } from "react";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label"> & { label: string };

/** A button that shows an icon alone; the label is its name. */
export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={clsx(
        "inline-grid size-12 shrink-0 place-items-center rounded-full border border-line bg-raised text-ink transition hover:border-bolt hover:text-bolt disabled:opacity-40",
        className,
      )}
    >
      {children}
    </button>
  );
}
