import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";

export type AlertTone = "error" | "success" | "info";

const TONES = {
  error: { box: "border-bad/50 bg-bad/10", icon: CircleAlert, iconColor: "text-bad" },
  success: { box: "border-good/40 bg-good/10", icon: CircleCheck, iconColor: "text-good" },
  info: { box: "border-info/40 bg-info/10", icon: Info, iconColor: "text-info" },
} as const;

export function Alert({ tone = "error", children }: { tone?: AlertTone; children: ReactNode }) {
  const { box, icon: Icon, iconColor } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={clsx(
        "flex animate-rise items-start gap-3 rounded-xl border px-4 py-3 text-[0.9375rem] leading-snug",
        box,
      )}
    >
      <Icon className={clsx("mt-0.5 size-5 shrink-0", iconColor)} />
      <div className="min-w-0 flex-1 break-words">{children}</div>
    </div>
  );
}
