import { HalfDialGround, Horizon, pointAt } from "../../ui/half-dial.tsx";

const FIRST_HOUR = 4;
export const HOURS = [4, 5, 6, 7, 8, 9, 10];
export const CHOSEN_HOUR = 6;
const DEGREES_PER_HOUR = 30;
const TICKS = Array.from({ length: 37 }, (_, index) => index * 5);
const HORIZON = 330;
const DIAL = { name: "dawn", horizon: HORIZON };

function Tick({ degrees }: { degrees: number }) {
  const isHour = degrees % DEGREES_PER_HOUR === 0;
  const isPast = degrees <= (CHOSEN_HOUR - FIRST_HOUR) * DEGREES_PER_HOUR;
  const from = pointAt(HORIZON, degrees, isHour ? 206 : 216);
  const to = pointAt(HORIZON, degrees, 232);
  return (
    <path
      d={`M${from.x} ${from.y} ${to.x} ${to.y}`}
      stroke={isPast ? "url(#dawn-line)" : "var(--color-control)"}
      strokeWidth={isHour ? 3.5 : 1.5}
      strokeLinecap="round"
    />
  );
}

function HourLabel({ hour }: { hour: number }) {
  const degrees = (hour - FIRST_HOUR) * DEGREES_PER_HOUR;
  const { x, y } = pointAt(HORIZON, degrees, 262);
  const isChosen = hour === CHOSEN_HOUR;
  return (
    <text
      x={x}
      // The first and the last are above the horizon, which would run through them.
      y={degrees % 180 === 0 ? y - 18 : y}
      textAnchor="middle"
      dominantBaseline="middle"
      className={isChosen ? "fill-bolt font-black wide" : "fill-muted font-semibold"}
      fontSize={isChosen ? 34 : 22}
    >
      {hour}
    </text>
  );
}

export function HourDial() {
  const sweep = pointAt(HORIZON, 60, 186);
  const hand = pointAt(HORIZON, 60, 196);
  return (
    <svg
      viewBox="0 40 600 360"
      role="img"
      aria-label="A dial showing the hours from 4 to 10 AM, set to 6"
      className="w-full"
    >
      <HalfDialGround {...DIAL} glow={[0.5, 0.22]} />
      <path
        d={`M114 ${HORIZON}A186 186 0 0 1 ${sweep.x} ${sweep.y}L300 ${HORIZON}z`}
        fill="var(--color-bolt)"
        opacity="0.12"
      />
      {TICKS.map((degrees) => (
        <Tick key={degrees} degrees={degrees} />
      ))}
      {HOURS.map((hour) => (
        <HourLabel key={hour} hour={hour} />
      ))}
      <g className="animate-swing" style={{ transformOrigin: "300px 330px" }}>
        <path
          d={`M300 ${HORIZON} ${hand.x} ${hand.y}`}
          stroke="var(--color-bolt)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx={hand.x} cy={hand.y} r="7" fill="var(--color-bolt)" />
      </g>
      <path
        className="animate-flash"
        d="M322 178 248 308h45l-16 84 84-112h-52l31-102z"
        fill="url(#dawn-line)"
        stroke="var(--color-night)"
        strokeWidth="6"
        strokeLinejoin="round"
        paintOrder="stroke"
      />
      <Horizon {...DIAL} />
    </svg>
  );
}
