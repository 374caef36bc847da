import type { ReactNode } from "react";

export type Facts = [name: string, value: ReactNode][];

export function FactList({ facts }: { facts: Facts }) {
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name} className="flex justify-between gap-4">
              <dt className="shrink-0 text-muted">{name}</dt>
              <dd className="wrap-anywhere min-w-0 text-right">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
