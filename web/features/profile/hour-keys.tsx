import type { CSSProperties } from "react";
import { clockParts } from "#domain/rules/wake-up-hours.ts";

/** Columns for `count` keys in rows of at most `most`, as evenly filled as possible. */
function columnsFor(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}

type HourKeysProps = { legend: string; hours: readonly string[]; hour: string; onChoose: (hour: string) => void };

/** The available hours, as one radio group. */
export function HourKeys({ legend, hours, hour, onChoose }: HourKeysProps) {
  const columns = {
    "--narrow": columnsFor(hours.length, 5),
    "--middle": columnsFor(hours.length, 6),
    "--wide": columnsFor(hours.length, 8),
  } as CSSProperties;
  return (
    <fieldset className="@container">
      <legend className="mb-2 text-sm font-semibold semi-wide">{legend}</legend>
      <div
        style={columns}
        className="grid grid-cols-[repeat(var(--narrow),minmax(0,1fr))] gap-1.5 @min-[18.5rem]:grid-cols-[repeat(var(--middle),minmax(0,1fr))] @min-[25.5rem]:grid-cols-[repeat(var(--wide),minmax(0,1fr))]"
      >
        {hours.map((each) => (
          <HourKey key={each} hour={each} isChosen={each === hour} onChoose={onChoose} />
        ))}
      </div>
    </fieldset>
  );
}

function HourKey({ hour, isChosen, onChoose }: { hour: string; isChosen: boolean; onChoose: (hour: string) => void }) {
  const { clock, half } = clockParts(hour);
  return (
    <label className="relative grid min-h-14 min-w-[44px] cursor-pointer place-content-center justify-items-center rounded-xl border border-control bg-night text-ink transition-colors hover:border-bolt has-checked:border-bolt has-checked:bg-bolt has-checked:text-night has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-bolt forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:[forced-color-adjust:none]">
      <input
        type="radio"
        name="wake-up-hour"
        value={hour}
        checked={isChosen}
        onChange={() => onChoose(hour)}
        className="absolute inset-0 cursor-pointer appearance-none rounded-xl focus-visible:outline-none"
      />
      <span className="text-xl leading-none font-extrabold wide">{clock.split(":")[0]}</span>{" "}
      <span className="mt-1 text-[0.6875rem] leading-none font-bold semi-wide">{half}</span>
    </label>
  );
}
