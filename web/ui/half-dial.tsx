import { DawnLineStops, DawnRimStops } from "./dawn-dial.tsx";

/** A point on a dial around (300, `horizon`); 0° is the left end of the horizon, 180° the right. */
export function pointAt(horizon: number, degrees: number, radius: number): { x: number; y: number } {
  const angle = Math.PI - (degrees * Math.PI) / 180;
  const round = (value: number) => Math.round(value * 10) / 10;
  return { x: round(300 + radius * Math.cos(angle)), y: round(horizon - radius * Math.sin(angle)) };
}

/** `name` starts the IDs of its gradients; `glow` is how bright the sun is at its center and halfway. */
type HalfDialProps = { name: string; horizon: number; glow: [center: number, halfway: number] };

/** The sun and the arc of a dial that rises over a horizon, 600 wide. */
export function HalfDialGround({ name, horizon, glow: [center, halfway] }: HalfDialProps) {
  return (
    <>
      <defs>
        <linearGradient
          id={`${name}-line`}
          gradientUnits="userSpaceOnUse"
          x1="60"
          y1={horizon}
          x2="540"
          y2={horizon - 240}
        >
          <DawnLineStops />
        </linearGradient>
        <linearGradient id={`${name}-horizon`} gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="600" y2="0">
          <DawnRimStops />
        </linearGradient>
        <radialGradient id={`${name}-sun`} cx="0.5" cy="1" r="1">
          <stop offset="0" stopColor="var(--color-bolt)" stopOpacity={center} />
          <stop offset="0.5" stopColor="var(--color-ember)" stopOpacity={halfway} />
          <stop offset="1" stopColor="var(--color-ember)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d={`M92 ${horizon}a208 208 0 0 1 416 0z`} fill={`url(#${name}-sun)`} />
      <path d={`M114 ${horizon}a186 186 0 0 1 372 0`} fill="none" stroke="var(--color-line)" strokeWidth="2" />
    </>
  );
}

export function Horizon({ name, horizon }: Pick<HalfDialProps, "name" | "horizon">) {
  return <path d={`M0 ${horizon}h600`} stroke={`url(#${name}-horizon)`} strokeWidth="2.5" />;
}
