import type { PointerEvent } from "react";
import { clockParts } from "#domain/rules/wake-up-hours.ts";
import { HalfDialGround, Horizon, pointAt } from "../../ui/half-dial.tsx";

const CENTRE = { x: 300, y: 310 };
const DIAL = { name: "wake-up", horizon: CENTRE.y };
const SPAN = { from: 14, to: 166 };
const MOST_LABELS = 9;

/** An hour's angle on the dial: 0° is the left end of the horizon, 180° the right end. */
function degreesOf(index: number, count: number): number {
  return count < 2 ? 90 : SPAN.from + (index * (SPAN.to - SPAN.from)) / (count - 1);
}

const at = (degrees: number, radius: number) => pointAt(CENTRE.y, degrees, radius);

function nearestIndex({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>, count: number): number {
  const box = currentTarget.getBoundingClientRect();
  const scale = box.width / 600;
  const [x, y] = [clientX - box.left - CENTRE.x * scale, CENTRE.y * scale - (clientY - box.top)];
  const degrees = Math.min(SPAN.to, Math.max(SPAN.from, 180 - (Math.atan2(Math.max(y, 0), x) * 180) / Math.PI));
  return count < 2 ? 0 : Math.round(((degrees - SPAN.from) / (SPAN.to - SPAN.from)) * (count - 1));
}

type WakeUpDialProps = {
  hours: readonly string[];
  hour: string;
  /** The profile's `weekendTime`. */
  weekend: string | null;
  onTurn?: (hour: string) => void;
};

/** Visual only, and draggable. The radio group below it has the names and the keys. */
export function WakeUpDial({ hours, hour, weekend, onTurn }: WakeUpDialProps) {
  const chosen = Math.max(0, hours.indexOf(hour));
  const weekendIndex = weekend === null || weekend === hour ? -1 : hours.indexOf(weekend);
  const degrees = degreesOf(chosen, hours.length);
  const turn = (event: PointerEvent<SVGSVGElement>) => {
    const turned = hours[nearestIndex(event, hours.length)];
    if (turned !== undefined && turned !== hour) onTurn?.(turned);
  };
  const handlers = onTurn && {
    onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      turn(event);
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => event.buttons > 0 && turn(event),
    className: "wake-up-dial cursor-grab touch-pan-y active:cursor-grabbing",
  };
  return (
    <svg viewBox="0 0 600 330" aria-hidden="true" className="wake-up-dial" {...handlers}>
      <HalfDialGround {...DIAL} glow={[0.34, 0.16]} />
      <Sweep degrees={degrees} />
      {hours.map((each, index) => (
        <HourMark
          key={each}
          hour={each}
          index={index}
          count={hours.length}
          chosen={chosen}
          isWeekend={each === weekend}
        />
      ))}
      {weekendIndex >= 0 && <WeekendMark {...at(degreesOf(weekendIndex, hours.length), 186)} />}
      <g className="wake-up-hand" style={{ transform: `rotate(${degrees}deg)` }}>
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

type HourMarkProps = { hour: string; index: number; count: number; chosen: number; isWeekend: boolean };

function HourMark({ hour, index, count, chosen, isWeekend }: HourMarkProps) {
  const degrees = degreesOf(index, count);
  const isChosen = index === chosen;
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
      {isNumbered && (
        <text
          x={label.x}
          y={label.y}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize={isChosen || isWeekend ? 38 : 28}
          className={
            isChosen ? "fill-bolt font-black wide" : isWeekend ? "fill-ink font-black wide" : "fill-muted font-semibold"
          }
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

function WeekendMark({ x, y }: { x: number; y: number }) {
  return <circle cx={x} cy={y} r="10" fill="var(--color-night)" stroke="var(--color-ink)" strokeWidth="5" />;
}
