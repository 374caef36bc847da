import type { LucideIcon } from "lucide-react";

type CounterProps = { label: string; value: number; icon: LucideIcon };

export function Counter({ label, value, icon: Icon }: CounterProps) {
  return (
    <div className="grid gap-2 rounded-card border border-line bg-panel p-5 sm:p-6">
      <dt className="readout flex items-center justify-between gap-4 text-muted">
        {label}
        <Icon aria-hidden="true" className="size-6 text-bolt" />
      </dt>
      <dd className="font-black text-4xl wide tabular-nums">{value.toLocaleString("en-US")}</dd>
    </div>
  );
}
