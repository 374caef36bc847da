const TICK_DEGREES = 3;
const TICKS = Array.from({ length: 120 / TICK_DEGREES + 1 }, (_, index) => index * TICK_DEGREES - 60);

/** The rim of a huge dial rising over the bottom of the page like a sun: decoration for the quiet pages. */
export function DawnDial() {
  return (
    <svg
      viewBox="-600 -800 1200 480"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-0 -z-10 h-[min(62dvh,36rem)] w-full"
    >
      <defs>
        <radialGradient id="dawn-sky" gradientUnits="userSpaceOnUse" cx="0" cy="-400" r="390">
          <stop offset="0" stopColor="var(--color-ember)" stopOpacity="0.42" />
          <stop offset="0.45" stopColor="var(--color-ember)" stopOpacity="0.12" />
          <stop offset="1" stopColor="var(--color-ember)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id="dawn-rim" gradientUnits="userSpaceOnUse" x1="-420" x2="420" y1="0" y2="0">
          <DawnRimStops />
        </linearGradient>
        <radialGradient id="dawn-ground" gradientUnits="userSpaceOnUse" cx="0" cy="0" r="400">
          <stop offset="0.8" stopColor="var(--color-night)" />
          <stop offset="1" stopColor="color-mix(in srgb, var(--color-ember) 5%, var(--color-night))" />
        </radialGradient>
      </defs>
      <rect x="-1200" y="-900" width="2400" height="1200" fill="url(#dawn-sky)" />
      <circle r="400" fill="url(#dawn-ground)" />
      <circle r="400" fill="none" stroke="url(#dawn-rim)" strokeWidth="3" />
      {TICKS.map((degrees) => (
        <line
          key={degrees}
          y1={degrees % 15 === 0 ? -372 : -382}
          y2={-391}
          stroke={degrees === 0 ? "var(--color-bolt)" : "var(--color-control)"}
          strokeWidth={degrees % 15 === 0 ? 2.5 : 1.5}
          strokeOpacity={1 - Math.abs(degrees) / 66}
          transform={`rotate(${degrees})`}
        />
      ))}
    </svg>
  );
}

export function DawnLineStops() {
  return (
    <>
      <stop offset="0" stopColor="var(--color-ember)" />
      <stop offset="0.55" stopColor="var(--color-bolt)" />
    </>
  );
}

/** Gradient stops for the horizon at dawn: ember to lightning and back, fading out at both ends. */
export function DawnRimStops() {
  return (
    <>
      <stop offset="0" stopColor="var(--color-ember)" stopOpacity="0" />
      <stop offset="0.3" stopColor="var(--color-ember)" />
      <stop offset="0.5" stopColor="var(--color-bolt)" />
      <stop offset="0.7" stopColor="var(--color-ember)" />
      <stop offset="1" stopColor="var(--color-ember)" stopOpacity="0" />
    </>
  );
}
