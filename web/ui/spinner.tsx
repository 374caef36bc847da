import { clsx } from "clsx";

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
