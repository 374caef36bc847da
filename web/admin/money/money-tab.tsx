import { PaymentsPage } from "./payments-page.tsx";

/** What came in and went back. */
export function MoneyTab() {
  return <PaymentsPage />;
}
