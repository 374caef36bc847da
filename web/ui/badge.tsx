import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type BadgeTone = "green" | "blue" | "orange" | "red" | "yellow" | "grey";

const TONES: Record<BadgeTone, string> = {
  green: "border-good/45 bg-good/12 text-good",
  blue: "border-info/45 bg-info/12 text-info",
  orange: "border-warn/45 bg-warn/12 text-warn",
  red: "border-bad/45 bg-bad/12 text-bad",
  yellow: "border-bolt/50 bg-bolt/12 text-bolt",
  grey: "border-control/70 bg-control/12 text-muted",
};

type BadgeProps = { tone?: BadgeTone; icon?: LucideIcon; className?: string; children: ReactNode };

export function Badge({ tone = "grey", icon: Icon, className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 py-1 text-xs font-semibold semi-wide leading-none [&>svg]:size-3.5",
        TONES[tone],
        className,
      )}
    >
      {Icon && <Icon />}
      {children}
    </span>
  );
}
