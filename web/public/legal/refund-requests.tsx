import { PUBLIC_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { SupportLink, supportAddress, type WriteLegalText } from "./legal-text.tsx";

const { refundWindowHours, refundAnswerHours, refundProcessingBusinessDays } = SERVICE_TERMS;
const { from: firstDay, to: lastDay } = refundProcessingBusinessDays;

export const refundRequests: WriteLegalText = (operator) => {
  const { name } = operator;
  return {
    title: "Refund Policy",
    summary: `If ${name} is not for you, your first payment comes back. This is until when, and how.`,
    facts: [
      { figure: `${refundWindowHours} h`, label: "from your first purchase to ask" },
      { figure: `${refundAnswerHours} h`, label: "until you have our answer" },
      { figure: `${firstDay}–${lastDay}`, label: "business days until it is processed" },
    ],
    action: { label: "Ask for a refund by mail", href: supportAddress(operator, "Refund request") },
    sections: [
      {
        id: "today",
        heading: "How it stands today",
        body: (
          <p>
            This policy applies from your first purchase on. Free trials cost nothing, and an opened gift costs its
            recipient nothing, so there is nothing to refund to them.
          </p>
        ),
      },
      {
        id: "what-is-refunded",
        heading: "What is refunded",
        body: (
          <p>
            Your first purchase, in full, if you ask within {refundWindowHours} hours of it. You need no reason, and it
            does not matter how much you have listened to. For a gift the person who paid may ask, as long as nobody has
            opened it.
          </p>
        ),
      },
      {
        id: "what-is-not",
        heading: "What is not refunded",
        body: (
          <>
            <ul>
              <li>purchases after {refundWindowHours} hours</li>
              <li>renewals of a month or a year, and later purchases by the same person</li>
              <li>gifts that were opened</li>
              <li>the rest of a period after you have cancelled; you keep your access until it ends</li>
            </ul>
            <p>
              A wrong charge is another matter: if you were charged twice, or after you had cancelled, we return it
              whenever you tell us.
            </p>
          </>
        ),
      },
      {
        id: "how-to-ask",
        heading: "How to ask",
        body: (
          <>
            <ol>
              <li>
                Write to <SupportLink operator={operator} subject="Refund request" /> from the mail address of your
                account.
              </li>
              <li>Name the plan and the day you bought it. The receipt's number helps, if you have it at hand.</li>
              <li>
                We answer within {refundAnswerHours} hours. What counts for the {refundWindowHours} hours is when you
                wrote, not when we read it.
              </li>
            </ol>
          </>
        ),
      },
      {
        id: "what-happens",
        heading: "What happens then",
        body: (
          <p>
            We process the refund through PayPal within {firstDay} to {lastDay} business days, to the means of payment
            you used, and tell you by mail. Your bank or card company may take longer to show it. The membership that
            was refunded ends, and with it its renewal; your account stays until you have it deleted.
          </p>
        ),
      },
      {
        id: "cancelling",
        heading: "Cancelling is something else",
        body: (
          <p>
            Cancelling stops the next renewal and is possible at any time; a refund returns a payment. If you want to
            cancel, the <a href={`${PUBLIC_PAGES.subscriptionTerms}#cancelling`}>Subscription Terms</a> say how.
          </p>
        ),
      },
      {
        id: "your-rights",
        heading: "Where the law gives you more",
        body: (
          <p>
            Some laws let consumers withdraw from a purchase for longer, or give them rights when a service does not do
            what it should. Nothing here takes such a right away.
          </p>
        ),
      },
    ],
  };
};
