import { clsx } from "clsx";

const HOURS = [4, 5, 6, 7, 8, 9, 10];
const CHOSEN = 6;

export function HourStrip() {
  return (
    <div className="grid gap-3">
      <div className="flex items-end gap-1.5">
        {HOURS.map((hour) => (
          <div
            key={hour}
            className={clsx(
              "grid flex-1 place-items-center rounded-lg font-extrabold semi-wide",
              hour === CHOSEN ? "bolt-fill h-20 text-2xl text-night" : "h-14 border border-line bg-raised text-muted",
            )}
          >
            {hour}
          </div>
        ))}
      </div>
      <div className="readout flex justify-between text-muted">
        <span>4 AM</span>
        <span>10 AM</span>
      </div>
    </div>
  );
}
