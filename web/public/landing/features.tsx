import { clsx } from "clsx";
import { Check, Zap } from "lucide-react";
import { VOICE, type Voice } from "#domain/brand.ts";
import { CHOSEN_HOUR, HOURS } from "./hour-dial.tsx";
import { Waveform } from "./sample-player.tsx";

const FEATURES = [
  {
    title: "Your hour, on the hour",
    text: "Choose a delivery time from 4 to 10 AM, on the hour, in your own time zone. Your email arrives at that hour. Once. Never twice.",
    instrument: <HourStrip />,
  },
  {
    title: "Premium content, daily",
    text: "A new high-energy session every morning, in audio and video, made to be played loud. The full archive stays open for days that need two.",
    instrument: <Waveform />,
  },
  {
    title: "Progress you can see",
    text: "Every session you finish counts. Your streak, your month, and everything you've completed are in your command center.",
    instrument: <StreakWeek />,
  },
];

export function Features() {
  return (
    <section aria-labelledby="features-heading" className="mx-auto max-w-7xl px-5 py-8 sm:px-8 sm:py-20 @5xl:py-28">
      <h2 id="features-heading" className="max-w-3xl text-4xl wide uppercase leading-[0.98] sm:text-6xl">
        The alarm says get up. <span className="block text-muted">We say why.</span>
      </h2>
      {VOICE && <Speaker {...VOICE} />}
      <ul className="mt-6 grid gap-4 sm:mt-12 sm:gap-5 @5xl:mt-16 @5xl:grid-cols-3">
        {FEATURES.map(({ title, text, instrument }) => (
          <li
            key={title}
            className="reveal grid content-start gap-4 rounded-card border border-line bg-panel p-5 sm:gap-5 sm:p-8"
          >
            <div aria-hidden="true" className="grid content-center sm:h-32">
              {instrument}
            </div>
            <h3 className="text-2xl">{title}</h3>
            <p className="text-muted leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who says it. */
function Speaker({ name, line, picture }: Voice) {
  return (
    <figure className="mt-6 flex items-center gap-4">
      <img src={picture} alt="" width={72} height={72} loading="lazy" className="size-18 rounded-full object-cover" />
      <figcaption className="grid gap-1">
        <span className="font-extrabold text-xl semi-wide">{name}</span>
        <span className="text-muted">{line}</span>
      </figcaption>
    </figure>
  );
}

function HourStrip() {
  return (
    <div className="flex items-end gap-1.5">
      {HOURS.map((hour) => (
        <div
          key={hour}
          className={clsx(
            "grid flex-1 place-items-center whitespace-nowrap rounded-lg font-extrabold semi-wide",
            hour === CHOSEN_HOUR
              ? "bolt-fill h-14 text-2xl text-night sm:h-20"
              : "h-10 border border-line bg-raised text-muted sm:h-14",
          )}
        >
          {hour}
        </div>
      ))}
    </div>
  );
}

const DONE = ["Mon", "Tue", "Wed", "Thu", "Fri"];

function StreakWeek() {
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="grid">
        <span className="bolt-text font-black text-5xl sm:text-6xl @7xl:text-7xl wide leading-none">12</span>
        <span className="readout mt-2 text-muted">Day streak</span>
      </div>
      <div className="grid grid-flow-col gap-1 max-[22.75rem]:gap-0.5">
        {DONE.map((day) => (
          <span
            key={day}
            className="grid size-8 max-[22.75rem]:size-6 sm:size-9 @5xl:size-8 @7xl:size-9 place-items-center rounded-lg border border-bolt/50 bg-bolt/10 text-bolt"
          >
            {day === "Fri" ? <Zap className="size-4 fill-current" /> : <Check className="size-4" />}
          </span>
        ))}
      </div>
    </div>
  );
}
