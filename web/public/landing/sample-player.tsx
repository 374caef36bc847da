import { Pause, Play } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { buttonClass } from "../../ui/button.tsx";

/** How loud each 44th of the sample is, of 100: measured in the file that BRAND.preview.sample names. */
const LOUDNESS = [
  51, 63, 63, 71, 57, 56, 54, 52, 66, 91, 100, 90, 94, 88, 89, 97, 89, 100, 92, 94, 96, 83, 95, 87, 86, 96, 89, 96, 91,
  94, 87, 90, 95, 88, 98, 93, 96, 91, 92, 93, 78, 54, 37, 13,
];
/** The sample's waveform; what was played is bright (sample.ts). */
export function Waveform() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${LOUDNESS.length * 8} 110`}
      className="h-14 w-full sm:h-28"
      preserveAspectRatio="none"
    >
      <defs>
        <linearGradient id="played" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2={LOUDNESS.length * 8} y2="0">
          <stop stopColor="var(--color-ember)" />
          <stop offset="0.5" stopColor="var(--color-bolt)" />
        </linearGradient>
        {/* Squared, so that the loud stands out from the quiet. */}
        <path
          id="bars"
          d={LOUDNESS.map((loudness, bar) =>
            ["M", bar * 8 + 4, 55 - loudness ** 2 / 200, "v", loudness ** 2 / 100].join(" "),
          ).join("")}
          strokeWidth="4.5"
          strokeLinecap="round"
        />
      </defs>
      <use href="#bars" stroke="var(--color-line)" />
      <use href="#bars" stroke="url(#played)" className="waveform-played" />
    </svg>
  );
}

/** sample.ts sets its data-state (idle, loading, playing, paused, failed), which controls what it shows. */
export function HearSample() {
  return (
    <div id="sample" data-state="idle" className="group/sample grid gap-3">
      <p role="alert" hidden className="font-semibold text-warn">
        The sample didn't load. Check your connection and try again.
      </p>
      <button
        type="button"
        className={buttonClass("secondary", "lg")}
        {...{ command: "show-modal", commandfor: "sample-warning" }}
      >
        <Play className="size-5 fill-current group-data-[state=playing]/sample:hidden" />
        <Pause className="hidden size-5 fill-current group-data-[state=playing]/sample:block" />
        <span data-label="">Hear 20 seconds</span>
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: music, in which no one speaks. */}
      <audio aria-label={`A sample of a ${BRAND.name} session`} />
    </div>
  );
}
