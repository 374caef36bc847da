import { DawnLineStops, DawnRimStops } from "../../ui/dawn-dial.tsx";

const CENTRE = { x: 300, y: 330 };
const FIRST_HOUR = 4;
const HOURS = [4, 5, 6, 7, 8, 9, 10];
const CHOSEN_HOUR = 6;
const DEGREES_PER_HOUR = 30;
const TICKS = Array.from({ length: 37 }, (_, index) => index * 5);

/** A point on the dial; 0° lies at the left end of the horizon, 180° at the right. */
function at(degrees: number, radius: number): { x: number; y: number } {
  const angle = Math.PI - (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(CENTRE.x + radius * Math.cos(angle)), y: round(CENTRE.y - radius * Math.sin(angle)) };
}

function Tick({ degrees }: { degrees: number }) {
  const isHour = degrees % DEGREES_PER_HOUR === 0;
  const isPast = degrees <= (CHOSEN_HOUR - FIRST_HOUR) * DEGREES_PER_HOUR;
  const inner = at(degrees, isHour ? 206 : 216);
  const outer = at(degrees, 232);
  return (
    <line
      x1={inner.x}
      y1={inner.y}
      x2={outer.x}
      y2={outer.y}
      stroke={isPast ? "url(#dawn-line)" : "var(--color-control)"}
      strokeWidth={isHour ? 3.5 : 1.5}
      strokeLinecap="round"
    />
  );
}

function HourLabel({ hour }: { hour: number }) {
  const { x, y } = at((hour - FIRST_HOUR) * DEGREES_PER_HOUR, 262);
  const isChosen = hour === CHOSEN_HOUR;
  return (
    <text
      x={x}
      y={y}
      textAnchor="middle"
      dominantBaseline="middle"
      className={isChosen ? "fill-bolt font-black wide" : "fill-muted font-semibold"}
      fontSize={isChosen ? 34 : 22}
    >
      {hour}
    </text>
  );
}

/** The hours a member may choose, as an instrument: the hand swings up to six and the bolt lights up. */
export function HourDial() {
  const sweepEnd = at(60, 186);
  return (
    <svg
      viewBox="0 40 600 360"
      role="img"
      aria-label="A dial of the hours from 4 to 10 AM, set to 6"
      className="w-full"
    >
      <defs>
        <linearGradient id="dawn-line" gradientUnits="userSpaceOnUse" x1="60" y1="330" x2="540" y2="90">
          <DawnLineStops />
        </linearGradient>
        <linearGradient id="horizon" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="600" y2="0">
          <DawnRimStops />
        </linearGradient>
        <radialGradient id="sun" cx="0.5" cy="1" r="1">
          <stop offset="0" stopColor="var(--color-bolt)" stopOpacity="0.5" />
          <stop offset="0.45" stopColor="var(--color-ember)" stopOpacity="0.22" />
          <stop offset="1" stopColor="var(--color-ember)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M92 330a208 208 0 0 1 416 0z" fill="url(#sun)" />
      <path d={`M114 330A186 186 0 0 1 ${sweepEnd.x} ${sweepEnd.y}L300 330z`} fill="var(--color-bolt)" opacity="0.12" />
      <path d="M114 330a186 186 0 0 1 372 0" fill="none" stroke="var(--color-line)" strokeWidth="1.5" />
      {TICKS.map((degrees) => (
        <Tick key={degrees} degrees={degrees} />
      ))}
      {HOURS.map((hour) => (
        <HourLabel key={hour} hour={hour} />
      ))}
      <g className="animate-swing" style={{ transformOrigin: `${CENTRE.x}px ${CENTRE.y}px` }}>
        <line
          x1="300"
          y1="330"
          x2={at(60, 196).x}
          y2={at(60, 196).y}
          stroke="var(--color-bolt)"
          strokeWidth="4"
          strokeLinecap="round"
        />
        <circle cx={at(60, 196).x} cy={at(60, 196).y} r="7" fill="var(--color-bolt)" />
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
      <path d="M0 330h600" stroke="url(#horizon)" strokeWidth="2.5" />
    </svg>
  );
}
