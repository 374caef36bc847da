import { PUBLIC_PAGES } from "#domain/paths.ts";
import { buttonClass } from "../ui/button.tsx";
import { SitePage } from "./site-page.tsx";

export function NotFoundPage() {
  return (
    <SitePage>
      <div className="relative isolate grid min-h-[70dvh] place-items-center overflow-hidden px-5 py-24 text-center">
        <div aria-hidden="true" className="sunrise absolute inset-x-0 -bottom-1/2 -z-10 mx-auto h-full max-w-7xl" />
        <div aria-hidden="true" className="grid-lines absolute inset-0 -z-10" />
        <div className="grid justify-items-center gap-6">
          <p aria-hidden="true" className="bolt-text font-black text-[clamp(5rem,30vw,16rem)] wide leading-none">
            404
          </p>
          <h1 className="text-3xl sm:text-5xl">404 Page Not Found</h1>
          <p className="max-w-lg text-lg text-muted">
            No signal at this address. If you have just built this page: is its path listed in{" "}
            <code className="rounded bg-raised px-1.5 py-0.5 text-[0.9em] text-bolt">domain/paths.ts</code>?
          </p>
          <a href={PUBLIC_PAGES.home} className={buttonClass("primary", "lg")}>
            Back to the start
          </a>
        </div>
      </div>
    </SitePage>
  );
}
