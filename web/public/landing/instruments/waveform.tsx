const BARS = 44;
const PLAYED = 27;

/** Heights of a track that builds up, drops and comes back; a formula, so that the build is the same every time. */
const HEIGHTS = Array.from({ length: BARS }, (_, index) => {
  const swell = 0.35 + 0.65 * Math.sin((index / BARS) * Math.PI) ** 2;
  const beat = 0.45 + 0.55 * Math.abs(Math.sin(index * 1.7) * Math.cos(index * 0.55));
  return Math.round(swell * beat * 100);
});

export function Waveform() {
  return (
    <svg aria-hidden="true" viewBox={`0 0 ${BARS * 8} 110`} className="h-28 w-full" preserveAspectRatio="none">
      {HEIGHTS.map((height, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: bars of a fixed drawing never move.
          key={index}
          x={index * 8}
          y={55 - height / 2}
          width="4.5"
          height={height}
          rx="2"
          fill={index < PLAYED ? (index < 12 ? "#ff6a1f" : "#ffd60a") : "#3a3a46"}
        />
      ))}
    </svg>
  );
}
