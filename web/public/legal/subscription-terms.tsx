import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { annualComparison, formatPrice, PLANS, TRIAL_MONTHS } from "#domain/rules/plans.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, type WriteLegalText } from "./legal-text.tsx";

const { refundWindowHours, supportReplyHours, suspensionAfterDays, paymentGraceDays, retentionDays } = SERVICE_TERMS;

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
            Two plans are on sale, by the month and by the year, and both can be given as a gift. Payments go through
            PayPal. Where this site has no button to pay, payment has not been set up there: then nothing can be bought,
            and nobody is charged.
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
          <>
            <p>
              Payments are handled by PayPal; we never see your card or bank details. You pay at the beginning of each
              month or year. Your access begins when you have approved the plan at PayPal; if the first payment does not
              come through within 48 hours, it ends again. If you or the same PayPal account approved a plan before and
              never paid for it, access begins with the first payment. You see plan, price and interval before you
              confirm.
            </p>
            <p>
              A plan renews by itself, at the price it then has, until you cancel it. Each payment is confirmed by a
              receipt by mail, and all receipts stand in your profile. A yearly plan is announced by mail about 30 days
              before it renews, with its price, its date and the way to cancel.
            </p>
            <p>
              If you are on a trial or have paid for a time that is still running, nothing of it is lost: the first
              charge comes when it ends, and you are told that day before you confirm. If nobody paid for that time, as
              with a trial, what only the new plan opens waits for that day, too.
            </p>
          </>
        ),
      },
      {
        id: "trials",
        heading: "Free trials",
        body: (
          <p>
            A trial is granted by us, by invitation, for {TRIAL_LENGTHS} months. It opens the daily sessions, the
            archive and the wake-up mail. It ends by itself on the date the invitation names and never turns into a paid
            plan on its own: we ask for no means of payment. We remind you by mail a week and a day before.
          </p>
        ),
      },
      {
        id: "gifts",
        heading: "Gifts and other memberships",
        body: (
          <>
            <p>
              A gift is a month or a year, paid once by the giver; it does not renew and ends on its date. It goes to
              its recipient by mail at six in the morning of the day and time zone that the giver chose, and can be
              opened for 12 months from then on; we remind the recipient twice at most. Until it goes out the giver can
              correct the address, and at any time see whether it was opened.
            </p>
            <p>
              For somebody on a trial the gift's time is added to it. For somebody who pays for a plan the gift waits,
              and begins when that plan ends; who wants it sooner cancels the plan, and the gift begins on the day that
              is paid for to its end. A gift that nobody has opened can be refunded.
            </p>
            <p>
              A profile may show other kinds of membership, such as a quarterly one; they are not on sale, and these
              terms hold for them alike.
            </p>
          </>
        ),
      },
      {
        id: "changing",
        heading: "Changing your plan",
        body: (
          <p>
            To change from one plan to the other, <a href={PUBLIC_PAGES.subscribe}>choose the other one</a> while you
            are signed in. It is charged for the first time when the period you have paid for ends, and the plan you had
            is cancelled once the new one stands; you never pay twice for the same days. What the annual plan has more
            is yours from your approval on, and if you move to the monthly plan you keep it to the end of your paid
            time.
          </p>
        ),
      },
      {
        id: "cancelling",
        heading: "Cancelling",
        body: (
          <>
            <p>
              You can cancel at any time, without a reason: in <a href={APP_PAGES.profile}>My Account</a>, in your
              PayPal account, or{" "}
              <SupportLink operator={operator} subject="Cancel my membership">
                by writing to us
              </SupportLink>{" "}
              from the mail address of your account. Support answers within {supportReplyHours.from} to{" "}
              {supportReplyHours.to} hours, and what counts is when you wrote. We confirm it by mail with the day your
              access ends.
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
            A payment can fail for harmless reasons, such as an expired card, so your access goes on at first: for{" "}
            {paymentGraceDays} days after the payment failed, as a rule. It may be suspended, but not before{" "}
            {suspensionAfterDays} days. PayPal tries again meanwhile, and we tell you by mail how to put it right. Once
            the payment has gone through, you have your access back, with all your progress.
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
