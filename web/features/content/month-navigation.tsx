import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { addToMonth, type YearMonth } from "./dashboard-address.ts";

type MonthNavigationProps = YearMonth & { onChange: (month: YearMonth) => void };

export function MonthNavigation({ year, month, onChange }: MonthNavigationProps) {
  return (
    <div className="flex items-center justify-between gap-2 rounded-full border border-line bg-panel p-1">
      <IconButton
        label="Previous month"
        className="!size-11 !border-transparent"
        onClick={() => onChange(addToMonth({ year, month }, -1))}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <p aria-live="polite" className="font-bold wide">
        {formatMonth(year, month)}
      </p>
      <IconButton
        label="Next month"
        className="!size-11 !border-transparent"
        onClick={() => onChange(addToMonth({ year, month }, 1))}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  );
}
