import { clockParts } from "#domain/rules/wake-up-hours.ts";
import { HalfDialGround, Horizon, pointAt } from "../../ui/half-dial.tsx";

const DIAL = { name: "wake-up", horizon: 310 };
const SPAN = { from: 14, to: 166 };
const MOST_LABELS = 9;

/** An hour's angle on the dial: 0° is the left end of the horizon, 180° the right end. */
function degreesOf(index: number, count: number): number {
  return count < 2 ? 90 : SPAN.from + (index * (SPAN.to - SPAN.from)) / (count - 1);
}

const at = (degrees: number, radius: number) => pointAt(DIAL.horizon, degrees, radius);

/** Visual only. */
export function WakeUpDial({ hours, hour }: { hours: readonly string[]; hour: string }) {
  const chosen = Math.max(0, hours.indexOf(hour));
  const degrees = degreesOf(chosen, hours.length);
  return (
    <svg viewBox="0 0 600 330" aria-hidden="true" className="wake-up-dial mx-auto w-full max-w-lg">
      <HalfDialGround {...DIAL} glow={[0.34, 0.16]} />
      <Sweep degrees={degrees} />
      {hours.map((each, index) => (
        <HourMark key={each} hour={each} index={index} count={hours.length} chosen={chosen} />
      ))}
      <g transform={`rotate(${degrees} 300 ${DIAL.horizon})`}>
        <path d="M172 310H106" stroke="var(--color-bolt)" strokeWidth="6" strokeLinecap="round" />
        <circle cx="104" cy="310" r="9" fill="var(--color-bolt)" />
      </g>
      <ChosenHour hour={hour} />
      <Horizon {...DIAL} />
    </svg>
  );
}

/** The arc up to the chosen hour. */
function Sweep({ degrees }: { degrees: number }) {
  const end = at(degrees, 186);
  return (
    <path
      d={`M114 310A186 186 0 0 1 ${end.x} ${end.y}`}
      fill="none"
      stroke="url(#wake-up-line)"
      strokeWidth="5"
      strokeLinecap="round"
    />
  );
}

type HourMarkProps = { hour: string; index: number; count: number; chosen: number };

function HourMark({ hour, index, count, chosen }: HourMarkProps) {
  const degrees = degreesOf(index, count);
  const isNumbered = index % Math.ceil(count / MOST_LABELS) === 0;
  const [inner, outer, label] = [at(degrees, isNumbered ? 204 : 214), at(degrees, 230), at(degrees, 264)];
  return (
    <>
      <line
        x1={inner.x}
        y1={inner.y}
        x2={outer.x}
        y2={outer.y}
        stroke={index <= chosen ? "url(#wake-up-line)" : "var(--color-control)"}
        strokeWidth={isNumbered ? 5 : 3}
        strokeLinecap="round"
      />
      {/* The chosen hour is said in full. */}
      {isNumbered && index !== chosen && (
        <text
          x={label.x}
          y={label.y}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize="28"
          className="fill-muted font-semibold"
        >
          {clockParts(hour).clock.split(":")[0]}
        </text>
      )}
    </>
  );
}

function ChosenHour({ hour }: { hour: string }) {
  const { clock, half } = clockParts(hour);
  return (
    <text x="300" y="284" textAnchor="middle" className="fill-ink font-black wide" fontSize="72">
      {clock}
      <tspan dx="10" fontSize="30" className="fill-bolt">
        {half}
      </tspan>
    </text>
  );
}
