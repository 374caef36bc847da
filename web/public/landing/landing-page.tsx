import { SiteFooter } from "../site-footer.tsx";
import { SiteHeader } from "../site-header.tsx";
import { Features } from "./features.tsx";
import { Hero } from "./hero.tsx";
import { LastCall } from "./last-call.tsx";
import { Plans } from "./plans.tsx";

export function LandingPage() {
  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero />
        <Features />
        <Plans />
        <LastCall />
      </main>
      <SiteFooter />
    </>
  );
}
