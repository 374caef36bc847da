import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react";
import type { RefObject } from "react";
import { formatMonth } from "#domain/rules/calendar-days.ts";
import { IconButton, Spinner } from "../../ui/button.tsx";
import { useLazyDialog } from "../../ui/use-lazy-part.ts";
import { addToMonth, type DialAddress, type YearMonth } from "./dashboard-address.ts";

type MonthNavigationProps = {
  month: YearMonth;
  monthRef: RefObject<HTMLButtonElement | null>;
  onGoTo: (place: DialAddress) => void;
};

const STEP = { isSmall: true, className: "!border-transparent !bg-transparent !text-muted hover:!text-bolt" };

export function MonthNavigation({ month, monthRef, onGoTo }: MonthNavigationProps) {
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./months-sheet.tsx"));
  const step = (months: number) => onGoTo({ ...addToMonth(month, months), rolodex: 0 });
  const name = formatMonth(month.year, month.month);
  return (
    <div className="flex items-center justify-between rounded-full border border-line bg-panel">
      <IconButton {...STEP} icon={ChevronLeft} label="Previous month" onClick={() => step(-1)} />
      <button
        ref={monthRef}
        type="button"
        aria-haspopup="dialog"
        aria-label={`${name}, all months`}
        aria-busy={isLoading}
        onClick={open}
        className="inline-flex min-h-11 flex-1 items-center justify-center gap-1.5 rounded-full font-bold wide hover:text-bolt"
      >
        {name}
        {isLoading ? <Spinner className="size-4" /> : <ChevronDown className="size-4 text-muted" />}
      </button>
      <IconButton {...STEP} icon={ChevronRight} label="Next month" onClick={() => step(1)} />
      {part && (
        <part.MonthsSheet
          isOpen={isOpen}
          onClose={close}
          shown={month}
          onGoTo={(place) => {
            close();
            onGoTo(place);
          }}
        />
      )}
    </div>
  );
}
