import { PUBLIC_PAGES } from "#domain/paths.ts";
import { buttonClass } from "../../ui/button.tsx";
import { useConfirmation } from "./confirmation.query.ts";
import { ConfirmingPayment } from "./confirming-payment.tsx";

/** What somebody who has just paid sees at /dashboard until there is a session. */
export function ConfirmingPage() {
  const confirmation = useConfirmation();
  if (confirmation.state !== "open") return <ConfirmingPayment confirmation={confirmation} />;
  return (
    <div className="grid justify-items-center gap-4 py-10 text-center">
      <p className="text-xl font-extrabold semi-wide">There is no payment under way</p>
      <a href={PUBLIC_PAGES.subscribe} className={buttonClass("primary", "lg")}>
        See the plans
      </a>
    </div>
  );
}
