import type { LucideIcon } from "lucide-react";

type CounterProps = { label: string; value: number; icon: LucideIcon };

export function Counter({ label, value, icon: Icon }: CounterProps) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-card border border-line bg-panel p-5 sm:p-6">
      <div className="grid gap-2">
        <dt className="readout text-muted">{label}</dt>
        <dd className="font-black text-4xl wide tabular-nums">{value.toLocaleString("en-US")}</dd>
      </div>
      <Icon aria-hidden="true" className="size-6 text-bolt" />
    </div>
  );
}
