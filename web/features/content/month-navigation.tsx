import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import { type RefObject, useState } from "react";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { useLazyPart } from "../../ui/use-lazy-part.ts";
import { addToMonth, type DialAddress, type YearMonth } from "./dashboard-address.ts";

type MonthNavigationProps = {
  month: YearMonth;
  monthRef: RefObject<HTMLButtonElement | null>;
  onGoTo: (place: DialAddress) => void;
};

export function MonthNavigation({ month, monthRef, onGoTo }: MonthNavigationProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const { part, isLoading, load } = useLazyPart(() => import("./months-sheet.tsx"));
  const step = (months: number) => onGoTo({ ...addToMonth(month, months), rolodex: 0 });
  const name = formatMonth(month.year, month.month);
  return (
    <div className="flex items-center justify-between rounded-full border border-line bg-panel">
      <IconButton
        label="Previous month"
        className="!size-11 !border-transparent !bg-transparent !text-muted hover:!text-bolt"
        onClick={() => step(-1)}
      >
        <ChevronLeft aria-hidden="true" className="size-5" />
      </IconButton>
      <button
        ref={monthRef}
        type="button"
        aria-haspopup="dialog"
        aria-busy={isLoading}
        onClick={() => {
          setIsChoosing(true);
          load();
        }}
        className="inline-flex min-h-11 flex-1 items-center justify-center gap-1.5 rounded-full font-bold wide hover:text-bolt"
      >
        {name}
        <span className="sr-only">, all months</span>
        {isLoading ? <Spinner className="size-4" /> : <ChevronDown aria-hidden="true" className="size-4 text-muted" />}
      </button>
      <IconButton
        label="Next month"
        className="!size-11 !border-transparent !bg-transparent !text-muted hover:!text-bolt"
        onClick={() => step(1)}
      >
        <ChevronRight aria-hidden="true" className="size-5" />
      </IconButton>
      {part && (
        <part.MonthsSheet
          isOpen={isChoosing}
          onClose={() => setIsChoosing(false)}
          shown={month}
          onGoTo={(place) => {
            setIsChoosing(false);
            onGoTo(place);
          }}
        />
      )}
    </div>
  );
}
