import type { ComponentProps, CSSProperties, ReactNode } from "react";
import { clockParts } from "#domain/rules/wake-up-hours.ts";
import { RadioLabel } from "../../ui/radio-label.tsx";

/** Columns for `count` keys in rows of at most `most`, as evenly filled as possible. */
function columnsFor(count: number, most: number): number {
  return Math.ceil(count / Math.ceil(count / most));
}

type HourKeysProps = {
  legend: string;
  hours: readonly string[];
  hour: string | null;
  onChoose: (hour: string) => void;
  /** Name of the radio group. */
  name?: string;
  /** More keys, above the hours. */
  children?: ReactNode;
};

/** The available hours, as one radio group. */
export function HourKeys({ legend, hours, hour, onChoose, name = "wake-up-hour", children }: HourKeysProps) {
  const columns = {
    "--narrow": columnsFor(hours.length, 5),
    "--middle": columnsFor(hours.length, 6),
    "--wide": columnsFor(hours.length, 8),
  } as CSSProperties;
  return (
    <fieldset className="@container">
      <legend className="mb-2 text-sm font-semibold semi-wide">{legend}</legend>
      {children}
      <div
        style={columns}
        className="grid grid-cols-[repeat(var(--narrow),minmax(0,1fr))] gap-1.5 @min-[18.5rem]:grid-cols-[repeat(var(--middle),minmax(0,1fr))] @min-[25.5rem]:grid-cols-[repeat(var(--wide),minmax(0,1fr))]"
      >
        {hours.map((each) => {
          const { clock, half } = clockParts(each);
          return (
            <RadioKey key={each} name={name} value={each} isChosen={each === hour} onChoose={() => onChoose(each)}>
              <span className="text-xl leading-none font-extrabold wide">{clock.split(":")[0]}</span>{" "}
              <span className="mt-1 text-[0.6875rem] leading-none font-bold semi-wide">{half}</span>
            </RadioKey>
          );
        })}
      </div>
    </fieldset>
  );
}

export function RadioKey(radio: Omit<ComponentProps<typeof RadioLabel>, "className" | "dot">) {
  return (
    <RadioLabel
      {...radio}
      className="relative grid min-h-14 min-w-[44px] place-content-center justify-items-center text-ink transition-colors hover:border-bolt has-checked:bg-bolt has-checked:text-night forced-colors:has-checked:bg-[Highlight] forced-colors:has-checked:text-[HighlightText] forced-colors:has-checked:[forced-color-adjust:none]"
      dot="absolute inset-0 cursor-pointer appearance-none border-none"
    />
  );
}
