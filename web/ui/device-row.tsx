import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type DeviceRowProps = { icon: LucideIcon; name: string; use: string; children: ReactNode };

/** A device in a list: its name and use, and what can be done with it. */
export function DeviceRow({ icon: Icon, name, use, children }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <span className="flex min-w-0 flex-1 basis-[11rem] items-center gap-3">
        <Icon className="size-6 shrink-0 text-muted" />
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-semibold">{name}</span>
          <span className="text-muted text-sm">{use}</span>
        </span>
      </span>
      {children}
    </li>
  );
}
