import { DawnLineStops, DawnRimStops } from "../../ui/dawn-dial.tsx";

const FIRST_HOUR = 4;
export const HOURS = [4, 5, 6, 7, 8, 9, 10];
export const CHOSEN_HOUR = 6;
const DEGREES_PER_HOUR = 30;
const TICKS = Array.from({ length: 37 }, (_, index) => index * 5);

/** A point on the dial around (300, 330); 0° is the left end of the horizon, 180° the right. */
function at(degrees: number, radius: number): [x: number, y: number] {
  const angle = Math.PI - (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 10) / 10;
  return [round(300 + radius * Math.cos(angle)), round(330 - radius * Math.sin(angle))];
}

function Tick({ degrees }: { degrees: number }) {
  const isHour = degrees % DEGREES_PER_HOUR === 0;
  const isPast = degrees <= (CHOSEN_HOUR - FIRST_HOUR) * DEGREES_PER_HOUR;
  const [x1, y1] = at(degrees, isHour ? 206 : 216);
  const [x2, y2] = at(degrees, 232);
  return (
    <path
      d={`M${x1} ${y1} ${x2} ${y2}`}
      stroke={isPast ? "url(#dawn-line)" : "var(--color-control)"}
      strokeWidth={isHour ? 3.5 : 1.5}
      strokeLinecap="round"
    />
  );
}

function HourLabel({ hour }: { hour: number }) {
  const [x, y] = at((hour - FIRST_HOUR) * DEGREES_PER_HOUR, 262);
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

export function HourDial() {
  const [sweepX, sweepY] = at(60, 186);
  const [handX, handY] = at(60, 196);
  return (
    <svg
      viewBox="0 40 600 360"
      role="img"
      aria-label="A dial showing the hours from 4 to 10 AM, set to 6"
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
      <path d={`M114 330A186 186 0 0 1 ${sweepX} ${sweepY}L300 330z`} fill="var(--color-bolt)" opacity="0.12" />
      <path d="M114 330a186 186 0 0 1 372 0" fill="none" stroke="var(--color-line)" strokeWidth="1.5" />
      {TICKS.map((degrees) => (
        <Tick key={degrees} degrees={degrees} />
      ))}
      {HOURS.map((hour) => (
        <HourLabel key={hour} hour={hour} />
      ))}
      <g className="animate-swing" style={{ transformOrigin: "300px 330px" }}>
        <path d={`M300 330 ${handX} ${handY}`} stroke="var(--color-bolt)" strokeWidth="4" strokeLinecap="round" />
        <circle cx={handX} cy={handY} r="7" fill="var(--color-bolt)" />
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
