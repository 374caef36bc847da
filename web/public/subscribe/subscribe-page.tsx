import { BRAND } from "#domain/brand.ts";
import { PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { PlanCard } from "../plan-card.tsx";
import { SitePage } from "../site-page.tsx";
import { CheckoutSection } from "./checkout-section.tsx";

export function SubscribePage() {
  return (
    <SitePage>
      <aside aria-label="18+ notice" className="border-bolt/50 border-b bg-bolt/10">
        <p className="mx-auto flex max-w-7xl items-center gap-4 px-5 py-3.5 text-sm sm:px-8">
          <span className="grid size-11 shrink-0 place-items-center rounded-full border-2 border-bolt font-black text-bolt semi-wide">
            {SERVICE_TERMS.minimumAge}+
          </span>
          <span>
            <strong>{`${BRAND.name} is for adults ${SERVICE_TERMS.minimumAge} and over.`}</strong> Sessions use strong
            language and deal with mature themes. By subscribing, you confirm that you're 18 or older.
          </span>
        </p>
      </aside>
      <section aria-labelledby="subscribe-heading" className="relative isolate overflow-hidden">
        <div aria-hidden="true" className="daybreak absolute inset-0 -z-10 opacity-60" />
        <div className="mx-auto max-w-7xl px-5 pt-12 pb-16 sm:px-8 @5xl:pt-16 @5xl:pb-24">
          <div className="grid items-end gap-6 @5xl:grid-cols-2">
            <h1
              id="subscribe-heading"
              className="font-black text-[clamp(2.6rem,8vw,5rem)] uppercase wide leading-[0.94] tracking-[-0.03em]"
            >
              Flip the <span className="bolt-text">switch.</span>
            </h1>
            <p className="max-w-xl text-lg text-muted leading-relaxed">
              One email at your hour, one session to get you going, every single morning.
            </p>
          </div>
          <h2 className="sr-only">Plans</h2>
          <div className="mt-10 grid gap-6 @5xl:mt-14 @5xl:grid-cols-2">
            <PlanCard plan="monthly" href={`${subscribePath("monthly")}#checkout`} provider="PayPal" />
            <PlanCard
              plan="annual"
              href={`${subscribePath("annual")}#checkout`}
              badge="Most popular"
              provider="PayPal"
            />
          </div>
          <a
            href={PUBLIC_PAGES.gift}
            className="mt-8 inline-block font-bold underline underline-offset-4 hover:text-bolt"
          >
            Give a membership
          </a>
        </div>
      </section>
      <CheckoutSection />
      <Reasons />
    </SitePage>
  );
}

const REASONS = {
  "It's new every morning":
    "A fresh session every day, written to be played loud. Yesterday's pep talk won't get you up twice.",
  "It keeps count": "Your streak, your month, and every session you finish. You won't want to break it.",
};

function Reasons() {
  return (
    <section
      aria-labelledby="why-heading"
      className="mx-auto grid max-w-7xl gap-x-16 gap-y-10 px-5 py-16 sm:px-8 @5xl:grid-cols-2 @5xl:py-24"
    >
      <h2
        id="why-heading"
        className="text-4xl wide uppercase leading-[0.98] sm:text-6xl @5xl:sticky @5xl:top-28 @5xl:self-start"
      >
        Why choose <span className="bolt-text">{BRAND.name}?</span>
      </h2>
      <ul>
        {Object.entries(REASONS).map(([title, text]) => (
          <li key={title} className="grid gap-2.5 border-line border-t py-7 first:border-t-0 first:pt-0 last:pb-0">
            <h3 className="text-2xl sm:text-3xl">{title}</h3>
            <p className="text-lg text-muted leading-relaxed">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
