import { BRAND } from "#domain/brand.ts";
import { formatCount, unbroken } from "#domain/formats.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { IslandTemplates } from "../island-templates.tsx";

const { refundWindowHours, refundAnswerHours, refundProcessingBusinessDays } = SERVICE_TERMS;

const hours = (count: number) => unbroken(formatCount(count, "hour"));

const PROMISES = {
  "No hidden fees":
    "You pay the price shown, each month or each year. No setup fee. If tax applies, you'll see it before you confirm.",
  "Cancel whenever you like":
    "It takes a minute in My Account. No phone call. You keep access through the last day you've paid for.",
  [`${hours(refundWindowHours)} to change your mind`]: `Ask within ${hours(refundWindowHours)} of your first purchase and you'll get your money back. We answer within ${hours(refundAnswerHours)} and process refunds in ${refundProcessingBusinessDays.from} to ${refundProcessingBusinessDays.to} business days.`,
};

export function CheckoutSection() {
  return (
    <section
      id="checkout"
      tabIndex={-1}
      aria-labelledby="checkout-heading"
      // Ends under the header, whose rule is then the only one.
      className="group -scroll-mt-8 border-line/70 border-y bg-panel/40 focus:outline-none lg:-scroll-mt-4"
    >
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-6 px-5 py-14 sm:px-8 short:gap-y-3 short:pt-4 @5xl:py-20 @5xl:group-data-open:grid-cols-2 @5xl:group-data-open:grid-rows-[auto_1fr]">
        <h2
          id="checkout-heading"
          className="hidden text-4xl wide uppercase leading-[0.98] group-data-open:block noscript:block sm:text-6xl short:text-2xl"
        >
          Checkout
        </h2>
        <div className="hidden min-w-0 content-center rounded-card border border-line bg-panel p-5 group-data-open:grid noscript:grid sm:p-8 @5xl:row-span-2">
          <noscript>
            <p className="mx-auto max-w-sm py-8 text-center font-medium leading-relaxed">
              {`Checkout needs JavaScript. Turn it on, or email ${BRAND.supportEmail} and tell us which plan you want.`}
            </p>
          </noscript>
          <div id="checkout-status" role="status" className="grid" />
          <div id="checkout-place" className="min-w-0" />
        </div>
        <ul className="grid content-start gap-7 @5xl:grid-cols-3 @5xl:group-data-open:col-start-1 @5xl:group-data-open:grid-cols-1">
          {Object.entries(PROMISES).map(([title, text]) => (
            <li key={title} className="grid content-start gap-1.5 border-bolt border-l-2 pl-5">
              <h3 className="text-lg">{title}</h3>
              <p className="min-w-0 break-words text-muted leading-relaxed">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <IslandTemplates
        loading="Opening checkout..."
        failed="Checkout didn't load"
        height="min-h-[58rem] sm:min-h-[50rem]"
      />
    </section>
  );
}
