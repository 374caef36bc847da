// Unstyled, it would be the browser's green and gray. With forced colors, use theirs.
const TRACK =
  "block h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-webkit-progress-bar]:bg-line forced-colors:border";
const DONE =
  "[&::-webkit-progress-value]:bg-bolt [&::-moz-progress-bar]:bg-bolt forced-colors:[&::-webkit-progress-value]:bg-[Highlight] forced-colors:[&::-moz-progress-bar]:bg-[Highlight]";

/** `value` is null if the progress is unknown. */
export function ProgressBar({ label, value, max }: { label: string; value: number | null; max: number }) {
  return (
    <progress
      aria-label={label}
      value={value ?? undefined}
      max={max}
      className={`${TRACK} ${DONE} indeterminate:motion-safe:animate-pulse`}
    />
  );
}
