import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { addDays, formatMonthDay } from "#domain/rules/calendar-days.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";
import { localTimeOf } from "../lib/device-clock.ts";

export type Clock = { timezone: string; today: string };

/** "today, 6:04 AM", "yesterday", or "Nov 20" */
export function dayWords(instant: string, { timezone, today }: Clock): string {
  const [date = "", time = ""] = localTimeOf(timezone, Date.parse(instant)).split("T");
  if (date >= today) return `today, ${clockTime(time)}`;
  return date === addDays(today, -1) ? "yesterday" : formatMonthDay(date);
}

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
