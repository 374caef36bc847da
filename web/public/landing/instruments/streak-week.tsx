import { Check, Zap } from "lucide-react";

const DONE = ["Mon", "Tue", "Wed", "Thu", "Fri"];

export function StreakWeek() {
  return (
    <div className="flex items-end justify-between gap-3">
      <div className="grid">
        <span className="bolt-text font-black text-6xl xl:text-7xl wide leading-none">12</span>
        <span className="readout mt-2 text-muted">Day streak</span>
      </div>
      <div className="grid grid-flow-col gap-1">
        {DONE.map((day) => (
          <div key={day} className="grid justify-items-center gap-2">
            <span className="grid size-8 sm:size-9 lg:size-8 xl:size-9 place-items-center rounded-lg border border-bolt/50 bg-bolt/12 text-bolt">
              {day === "Fri" ? <Zap className="size-4 fill-current" /> : <Check className="size-4" />}
            </span>
            <span className="readout text-muted">{day.charAt(0)}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
