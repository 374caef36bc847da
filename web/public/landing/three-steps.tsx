import { BRAND } from "#domain/brand.ts";
import { Phones } from "./phones.tsx";

const STEPS = {
  "Choose your hour": "Pick it once in My Account, in your own time zone. Change it whenever your mornings change.",
  "The email arrives": `At that hour, every day: one email from ${BRAND.name}, with a few words that get your feet on the floor. No app to install, no feed to scroll.`,
  "Tap and go":
    "Today's session opens with one big Play button. Finish it, and the day lights up on your dial and your streak lives on.",
};

export function ThreeSteps() {
  return (
    <section
      aria-labelledby="steps-heading"
      className="relative isolate overflow-hidden border-line/70 border-y bg-panel/40"
    >
      <div className="mx-auto grid max-w-7xl items-center gap-x-12 gap-y-10 px-5 py-10 sm:px-8 sm:py-20 @5xl:grid-cols-[minmax(0,1fr)_auto] @5xl:py-28">
        <div>
          <h2 id="steps-heading" className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
            Three steps, <span className="bolt-text">eyes open.</span>
          </h2>
          <ol className="mt-6 grid gap-6 sm:mt-12 sm:gap-10">
            {Object.entries(STEPS).map(([title, text], index) => (
              <li
                key={title}
                className="reveal grid grid-cols-[3.25rem_1fr] gap-x-5 gap-y-2 sm:grid-cols-[4rem_1fr] sm:gap-x-6"
              >
                <span
                  aria-hidden="true"
                  className="bolt-text row-span-2 font-black text-6xl wide leading-none sm:text-7xl"
                >
                  {index + 1}
                </span>
                <h3 className="self-end text-2xl">{title}</h3>
                <p className="max-w-md text-muted leading-relaxed">{text}</p>
              </li>
            ))}
          </ol>
        </div>
        <div className="relative">
          <div aria-hidden="true" className="sunrise absolute -inset-[20%] -z-10" />
          <Phones />
        </div>
      </div>
    </section>
  );
}
