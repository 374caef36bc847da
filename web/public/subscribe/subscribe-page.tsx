import { PUBLIC_PAGES, subscribePath } from "#domain/paths.ts";
import { PlanCard } from "../plan-card.tsx";
import { SitePage } from "../site-page.tsx";

export function SubscribePage() {
  return (
    <SitePage>
      <p role="note" className="border-bolt/40 border-b bg-bolt/10 px-5 py-3 text-center font-semibold text-sm">
        <span className="text-bolt">18+ only.</span> The sessions speak plainly and carry mature themes. By subscribing
        you say that you are 18 or older.
      </p>
      <div className="mx-auto max-w-7xl px-5 py-14 sm:px-8 lg:py-20">
        <h1 className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
          Choose your <span className="bolt-text">charge.</span>
        </h1>
        <div className="mt-12 grid gap-6 lg:grid-cols-2">
          <PlanCard plan="monthly" href={subscribePath("monthly")} />
          <PlanCard plan="annual" href={subscribePath("annual")} badge="Most popular" />
        </div>
        <p className="mt-10 text-muted">
          For somebody else?{" "}
          <a href={PUBLIC_PAGES.gift} className="font-bold text-ink underline underline-offset-4 hover:text-bolt">
            Give a membership
          </a>
          .
        </p>
      </div>
    </SitePage>
  );
}
