import { Link, useSearchParams } from "react-router";
import { adminPath } from "#domain/paths.ts";
import { AuditCard } from "../audit/audit-card.tsx";
import { EmptyMorningsCard } from "../content/empty-mornings-card.tsx";
import { DoctorCard } from "../health/doctor-card.tsx";
import { MailDomainCards } from "../mail/mail-domain-cards.tsx";
import { RetentionCard } from "../privacy/retention-card.tsx";
import { TestEmail } from "../wake-up/test-email.tsx";

const PAGES = [
  { page: "email", label: "Email", Page: EmailPage },
  { page: "mornings", label: "Empty mornings", Page: EmptyMorningsCard },
  { page: "retention", label: "Data retention", Page: RetentionCard },
  { page: "check", label: "System check", Page: DoctorCard },
  { page: "audit", label: "Audit log", Page: AuditCard },
] as const;

/** The open page is in the URL, like the tab. */
export function SettingsTab() {
  const [params] = useSearchParams();
  const { page: open, Page } = PAGES.find(({ page }) => page === params.get("page")) ?? PAGES[0];
  return (
    <div className="grid grid-cols-1 gap-6">
      <nav aria-label="Settings" className="flex flex-wrap gap-2">
        {PAGES.map(({ page, label }) => (
          <Link
            key={page}
            to={adminPath({ tab: "settings", page })}
            replace
            aria-current={page === open ? "page" : undefined}
            className="tabs-tab"
          >
            {label}
          </Link>
        ))}
      </nav>
      <Page />
    </div>
  );
}

function EmailPage() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <TestEmail />
      <MailDomainCards />
    </div>
  );
}
