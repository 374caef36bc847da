import { AuditCard } from "../audit/audit-card.tsx";
import { EmptyMorningsCard } from "../content/empty-mornings-card.tsx";
import { DoctorCard } from "../health/doctor-card.tsx";
import { MailDomainCards } from "../mail/mail-domain-cards.tsx";
import { RetentionCard } from "../privacy/retention-card.tsx";
import { TestEmail } from "../wake-up/test-email.tsx";

export function SettingsTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <EmptyMorningsCard />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
          <TestEmail />
          <MailDomainCards />
        </div>
      </div>
      <RetentionCard />
      <DoctorCard />
      <AuditCard />
    </div>
  );
}
