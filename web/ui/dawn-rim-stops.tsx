/** The colours of the horizon at dawn: ember to lightning and back, fading out at both ends. Stops of an SVG gradient. */
export function DawnRimStops() {
  return (
    <>
      <stop offset="0" stopColor="#ff6a1f" stopOpacity="0" />
      <stop offset="0.3" stopColor="#ff6a1f" />
      <stop offset="0.5" stopColor="#ffd60a" />
      <stop offset="0.7" stopColor="#ff6a1f" />
      <stop offset="1" stopColor="#ff6a1f" stopOpacity="0" />
    </>
  );
}
