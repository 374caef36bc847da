import { useState } from "react";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { TEXT_LINK } from "../../ui/button.tsx";
import { focusOnArrival } from "../../ui/focus-on-arrival.ts";
import { HourKeys, RadioKey } from "./hour-keys.tsx";

const NAME = "weekend-hour";
/** The choices that aren't hours; null is the weekday hour. */
const OTHERS = [
  [null, "Same hour"],
  [NO_EMAIL, "Nothing on weekends"],
] as const;

type WeekendKeysProps = { hours: readonly string[]; time: string | null; onChoose: (time: string | null) => void };

/** Open from the start only if the weekend hour differs. */
export function WeekendKeys({ hours, time, onChoose }: WeekendKeysProps) {
  const [opened, setOpened] = useState(time === null ? "not yet" : "from the start");
  if (opened === "not yet") {
    return (
      <button
        type="button"
        className={`${TEXT_LINK} justify-self-start font-semibold text-sm`}
        onClick={() => setOpened("by hand")}
      >
        Set weekend hour
      </button>
    );
  }
  return (
    <div ref={opened === "by hand" ? focusOnArrival : null} tabIndex={-1} className="focus:outline-none">
      <HourKeys legend="Weekends" name={NAME} hours={hours} hour={time} onChoose={onChoose}>
        <div className="mb-1.5 grid grid-cols-2 gap-1.5">
          {OTHERS.map(([value, label]) => (
            <RadioKey
              key={label}
              name={NAME}
              value={value ?? ""}
              isChosen={time === value}
              onChoose={() => onChoose(value)}
            >
              <span className="px-2 text-center font-bold text-sm">{label}</span>
            </RadioKey>
          ))}
        </div>
      </HourKeys>
    </div>
  );
}
