import { ChevronDown, ChevronLeft, ChevronRight, type LucideIcon } from "lucide-react";
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

export function MonthNavigation({ month, monthRef, onGoTo }: MonthNavigationProps) {
  const { part, isOpen, isLoading, open, close } = useLazyDialog(() => import("./months-sheet.tsx"));
  const step = (months: number) => onGoTo({ ...addToMonth(month, months), rolodex: 0 });
  const name = formatMonth(month.year, month.month);
  return (
    <div className="flex items-center justify-between rounded-full border border-line bg-panel">
      <MonthStep label="Previous month" icon={ChevronLeft} onClick={() => step(-1)} />
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
        {isLoading ? <Spinner className="size-4" /> : <ChevronDown aria-hidden="true" className="size-4 text-muted" />}
      </button>
      <MonthStep label="Next month" icon={ChevronRight} onClick={() => step(1)} />
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

function MonthStep({ icon: Icon, ...button }: { label: string; icon: LucideIcon; onClick: () => void }) {
  return (
    <IconButton {...button} className="!size-11 !border-transparent !bg-transparent !text-muted hover:!text-bolt">
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
