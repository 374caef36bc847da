import { PUBLIC_PAGES } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { refundWindowHours, supportReplyHours, suspensionAfterDays, retentionDays } = SERVICE_TERMS;

const MONTHLY_PRICE = formatPrice(PLANS.monthly.price.cents);
const ANNUAL_PRICE = formatPrice(PLANS.annual.price.cents);
const TRIAL_LENGTHS = new Intl.ListFormat("en-US", { type: "disjunction" }).format(TRIAL_MONTHS.map(String));

function PlanTerms({ plan }: { plan: keyof typeof PLANS }) {
  const { name, price, benefits } = PLANS[plan];
  return (
    <>
      <dt>
        {name}: {formatPrice(price.cents)} per {price.per}
      </dt>
      <dd>
        <ul>
          {benefits.map((benefit) => (
            <li key={benefit}>{benefit}</li>
          ))}
        </ul>
      </dd>
    </>
  );
}

export const subscriptionTerms: WriteLegalText = (operator) => {
  const { name } = operator;
  const { centsPerMonth, savedPercent } = annualComparison();
  return {
    title: "Subscription Terms",
    summary: "What the plans cost, how they renew, and how you leave whenever you like.",
    facts: [
      { figure: MONTHLY_PRICE, label: "per month" },
      { figure: ANNUAL_PRICE, label: "per year" },
      { figure: `${refundWindowHours} h`, label: "to ask for your first payment back" },
    ],
    sections: [
      {
        id: "today",
        heading: "How it stands today",
        body: (
          <p>
            Payment has not opened yet. Nothing can be bought, nobody is charged, and no plan renews. What follows about
            payments applies from the day they open, to everybody who then chooses a plan. Until then membership begins
            with a free trial by invitation.
          </p>
        ),
      },
      {
        id: "plans",
        heading: "The plans",
        body: (
          <>
            <dl>
              <PlanTerms plan="monthly" />
              <PlanTerms plan="annual" />
            </dl>
            <p>
              The annual plan comes to about {formatPrice(centsPerMonth)} per month, which is {savedPercent} percent
              less than twelve single months. Early access means that a session opens one day before its date. Prices
              are in US dollars; where a tax applies, you see it before you confirm.
            </p>
          </>
        ),
      },
      {
        id: "paying",
        heading: "Paying and renewing",
        body: (
          <p>
            Payments will be handled by PayPal; we never see your card or bank details. You pay at the beginning of each
            month or year, and your access begins with the first payment. A plan renews by itself, at the price it then
            has, until you cancel it. You see plan, price and interval before you confirm.
          </p>
        ),
      },
      {
        id: "trials",
        heading: "Free trials",
        body: (
          <p>
            A trial is granted by us, by invitation, for {TRIAL_LENGTHS} months. It opens the daily sessions, the
            archive and the wake-up mail. It ends by itself on the date the invitation names and never turns into a paid
            plan on its own: we ask for no means of payment.
          </p>
        ),
      },
      {
        id: "gifts",
        heading: "Gifts and other memberships",
        body: (
          <p>
            A gift is a month or a year, paid once by the giver; it does not renew and ends on its date. A profile may
            show other kinds of membership, such as a quarterly one; they are not on sale, and these terms hold for them
            alike.
          </p>
        ),
      },
      {
        id: "changing",
        heading: "Changing your plan",
        body: (
          <p>
            To change from one plan to the other,{" "}
            <SupportLink operator={operator} subject="Change my plan">
              write to us
            </SupportLink>
            . The new plan begins when the period you have paid for ends, unless we agree on something else; you never
            pay twice for the same days.
          </p>
        ),
      },
      {
        id: "cancelling",
        heading: "Cancelling",
        body: (
          <>
            <p>
              You can cancel at any time, without a reason.{" "}
              <SupportLink operator={operator} subject="Cancel my membership">
                Write to us
              </SupportLink>{" "}
              from the mail address of your account; support answers within {supportReplyHours.from} to{" "}
              {supportReplyHours.to} hours, and what counts is when you wrote. A subscription can also be ended in your
              PayPal account.
            </p>
            <p>
              Cancelling stops the next renewal. You keep your access until the end of the period you have paid for.
              After that your account is kept for {retentionDays} days, so that you can come back to your progress.
              Switching off the wake-up mail, or deleting the mails, does not cancel a plan.
            </p>
          </>
        ),
      },
      {
        id: "failed-payments",
        heading: "When a payment fails",
        body: (
          <p>
            A payment can fail for harmless reasons, such as an expired card, so your access goes on at first. It may be
            suspended, but not before {suspensionAfterDays} days after the payment failed. Once the payment has gone
            through, you have your access back, with all your progress.
          </p>
        ),
      },
      {
        id: "refunds",
        heading: "Refunds",
        body: (
          <p>
            Your first payment can be returned if you ask within {refundWindowHours} hours of it. Renewals are not
            refunded. The <a href={PUBLIC_PAGES.refundRequests}>Refund Policy</a> says how to ask and what happens then.
          </p>
        ),
      },
      {
        id: "price-changes",
        heading: "When prices change",
        body: (
          <p>
            A new price applies from your next renewal at the earliest. We tell you by mail before that, early enough
            for you to cancel first. What you have already paid for stays as it is.
          </p>
        ),
      },
      {
        id: "more",
        heading: "What else applies",
        body: (
          <p>
            These terms belong to the <a href={PUBLIC_PAGES.terms}>Terms of Service</a> of {name}, where you find what
            the service is, what we are liable for and how to reach us, and stand beside the{" "}
            <a href={PUBLIC_PAGES.memberAgreement}>Member Agreement</a> and the{" "}
            <a href={PUBLIC_PAGES.privacy}>Privacy Policy</a>.
          </p>
        ),
      },
    ],
  };
};
