import { BRAND } from "#domain/brand.ts";
import { formatPrice, PLANS } from "#domain/rules/plans.ts";
import { buttonClass } from "../../ui/button.tsx";
import { supportMailLink } from "../site-links.ts";
import { SitePage } from "../site-page.tsx";

export function GiftPage() {
  return (
    <SitePage>
      <div className="mx-auto grid max-w-3xl gap-8 px-5 py-14 sm:px-8 lg:py-20">
        <h1 className="text-4xl wide uppercase leading-[0.98] sm:text-6xl">
          Give somebody <span className="bolt-text">mornings.</span>
        </h1>
        <p className="text-lg text-muted leading-relaxed">
          {`A gift is a month or a year of ${BRAND.name}, paid once, for a person of 18 or older: ${formatPrice(PLANS.monthly.price.cents)} or ${formatPrice(PLANS.annual.price.cents)}. It does not renew.`}
        </p>
        <p className="text-lg text-muted leading-relaxed">
          Gifts open soon. Write to us, and we tell you the day they do.
        </p>
        <p>
          <a href={supportMailLink(`A gift of ${BRAND.name}`)} className={buttonClass("secondary", "lg")}>
            Write to us about a gift
          </a>
        </p>
      </div>
    </SitePage>
  );
}
