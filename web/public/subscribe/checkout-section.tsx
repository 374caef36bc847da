import { clsx } from "clsx";
import { RotateCw, TriangleAlert } from "lucide-react";
import { BRAND } from "#domain/brand.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { buttonClass, Spinner } from "../../ui/button.tsx";

const { refundWindowHours, refundAnswerHours, refundProcessingBusinessDays } = SERVICE_TERMS;

const PROMISES = {
  "No hidden fees":
    "You pay the price shown, each month or each year. No setup fee. If tax applies, you'll see it before you confirm.",
  "Cancel whenever you like":
    "Two taps in My Account. No phone call, no form. You keep access through the last day you've paid for.",
  [`${refundWindowHours} hours to change your mind`]: `Ask within ${refundWindowHours} hours of your first purchase and you'll get your money back. We answer within ${refundAnswerHours} hours and process refunds in ${refundProcessingBusinessDays.from} to ${refundProcessingBusinessDays.to} business days.`,
};

const PANEL = "grid justify-items-center gap-4 text-center";

export function CheckoutSection() {
  return (
    <section
      id="checkout"
      tabIndex={-1}
      aria-labelledby="checkout-heading"
      className="group border-line/70 border-y bg-panel/40 focus:outline-none"
    >
      <div className="mx-auto grid max-w-7xl gap-x-16 gap-y-10 px-5 py-14 sm:px-8 @5xl:py-20 @5xl:group-data-open:grid-cols-2 @5xl:group-data-open:grid-rows-[auto_1fr]">
        <h2
          id="checkout-heading"
          className="hidden text-4xl wide uppercase leading-[0.98] group-data-open:block noscript:block sm:text-6xl"
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
            <li key={title} className="grid gap-1.5 border-bolt border-l-2 pl-5">
              <h3 className="text-lg">{title}</h3>
              <p className="min-w-0 break-words text-muted leading-relaxed">{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <template id="checkout-loading">
        {/* About as tall as the checkout, so nothing below moves when it loads. */}
        <p className={clsx(PANEL, "min-h-[58rem] content-start pt-28 text-muted sm:min-h-[50rem]")}>
          <Spinner className="size-9 text-bolt" />
          Opening checkout...
        </p>
      </template>
      <template id="checkout-failed">
        <div className={clsx(PANEL, "py-16")}>
          <TriangleAlert className="size-8 text-warn" />
          <p className="font-extrabold text-xl semi-wide">Checkout didn't load</p>
          <p className="max-w-sm text-muted leading-relaxed">Your connection was lost, or we just updated the site.</p>
          <button type="button" data-checkout="again" className={buttonClass("secondary", "lg", "mt-3")}>
            <RotateCw className="size-4" />
            Try again
          </button>
        </div>
      </template>
    </section>
  );
}
