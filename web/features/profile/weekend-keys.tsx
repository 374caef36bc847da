import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { LATEST_HOUR, NO_EMAIL } from "#domain/rules/week-hours.ts";
import { HourKeys, RadioKey } from "./hour-keys.tsx";

const NAME = "weekend-hour";
/** What else weekends can be like. Null is the workday's hour. */
const OTHERS = [
  [null, "Same hour"],
  [NO_EMAIL, "No email on weekends"],
] as const;

/** Whether weekends can differ from an hour, or have it. */
export const canDiffer = (hour: string): boolean => hour <= formatHour(LATEST_HOUR);

type WeekendKeysProps = { hours: readonly string[]; time: string | null; onChoose: (time: string | null) => void };

export function WeekendKeys({ hours, time, onChoose }: WeekendKeysProps) {
  return (
    <HourKeys legend="Weekends" name={NAME} hours={hours.filter(canDiffer)} hour={time} onChoose={onChoose}>
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
  );
}
