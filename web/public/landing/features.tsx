import type { ReactNode } from "react";
import { HourStrip } from "./instruments/hour-strip.tsx";
import { StreakWeek } from "./instruments/streak-week.tsx";
import { Waveform } from "./instruments/waveform.tsx";

type Feature = { title: string; text: string; instrument: ReactNode };

const FEATURES: Feature[] = [
  {
    title: "Your hour, to the minute",
    text: "Choose a delivery time from 4 to 10 AM, in your own time zone. When that hour strikes, your mail is there: once, and never twice.",
    instrument: <HourStrip />,
  },
  {
    title: "Premium content, daily",
    text: "A new high-energy session each morning, in audio and video, made to be played loud. The full archive stays open for the days that need two.",
    instrument: <Waveform />,
  },
  {
    title: "Progress you can see",
    text: "Every session you finish counts. Your command center keeps the streak, the month and everything you have completed.",
    instrument: <StreakWeek />,
  },
];

export function Features() {
  return (
    <section aria-labelledby="features-heading" className="mx-auto max-w-7xl px-5 py-20 sm:px-8 lg:py-28">
      <h2 id="features-heading" className="max-w-3xl text-4xl wide uppercase leading-[0.98] sm:text-6xl">
        The alarm says get up. <span className="text-muted">We say why.</span>
      </h2>
      <ul className="mt-12 grid gap-5 lg:mt-16 lg:grid-cols-3">
        {FEATURES.map(({ title, text, instrument }) => (
          <li
            key={title}
            className="reveal grid content-start gap-5 rounded-card border border-line bg-panel p-6 transition-colors hover:border-bolt/60 sm:p-8"
          >
            <div aria-hidden="true" className="grid h-32 content-center">
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
