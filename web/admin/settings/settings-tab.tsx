import { AdministratorsCard } from "../administrators/administrators-card.tsx";
import { AuditCard } from "../audit/audit-card.tsx";
import { DoctorCard } from "../health/doctor-card.tsx";
import { MailDomainCards } from "../mail/mail-domain-cards.tsx";
import { PageSwitch } from "../parts/page-switch.tsx";
import { useMay } from "../parts/use-role.ts";
import { RetentionCard } from "../privacy/retention-card.tsx";
import { TestEmail } from "../wake-up/test-email.tsx";

const PAGES = [
  { page: "email", label: "Email", Page: EmailPage },
  { page: "retention", label: "Data retention", Page: RetentionCard },
  { page: "check", label: "System check", Page: DoctorCard },
  { page: "audit", label: "Audit log", Page: AuditCard },
] as const;
const ADMINISTRATORS = { page: "administrators", label: "Administrators", Page: AdministratorsCard };

export function SettingsTab() {
  const pages = [...PAGES, { ...ADMINISTRATORS, isHidden: !useMay("owner") }];
  return <PageSwitch label="Settings" tab="settings" pages={pages} />;
}

function EmailPage() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <TestEmail />
      <MailDomainCards />
    </div>
  );
}
