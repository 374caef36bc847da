import { PageSwitch } from "../parts/page-switch.tsx";
import { MonthsPage } from "./months-page.tsx";
import { PaymentsPage } from "./payments-page.tsx";
import "./money.css";

const PAGES = [
  { page: "payments", label: "Payments", Page: PaymentsPage },
  { page: "months", label: "Months", Page: MonthsPage },
] as const;

/** What came in and went back. */
export function MoneyTab() {
  return <PageSwitch label="Money" tab="money" pages={PAGES} />;
}
