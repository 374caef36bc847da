import { AuditCard } from "./audit-card.tsx";
import { DoctorCard } from "./doctor-card.tsx";
import { EmptyMorningsCard } from "./empty-mornings-card.tsx";
import { MailDomainCards } from "./mail-domain-cards.tsx";
import { RetentionCard } from "./retention-card.tsx";
import { TestEmail } from "./test-email.tsx";

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
