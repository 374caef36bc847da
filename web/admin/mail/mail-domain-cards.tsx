import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleHelp, RotateCw } from "lucide-react";
import type { DnsRecord, MailDomain } from "#domain/contract/mail.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { errorDetail } from "../../lib/api-error.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Card, CardHeading } from "../../ui/card.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { CopyField } from "../settings/copy-field.tsx";

const STATES = {
  configured: { label: "Configured", tone: "green", icon: CircleCheck },
  not_verified: { label: "Not verified", tone: "orange", icon: CircleAlert },
  not_told: { label: "Cannot be asked", tone: "grey", icon: CircleHelp },
} as const;

/** What Resend says right now of the domain that mails come from, and which records its DNS needs. */
export function MailDomainCards() {
  const domain = useQuery({
    queryKey: ["/api/admin/mail-domain"],
    queryFn: () => read(adminApi.admin["mail-domain"].$get()),
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card aria-labelledby="dkim">
        <CardHeading
          id="dkim"
          hint="The signature by which mail providers know that a mail is really ours."
          aside={
            <IconButton label="Ask Resend again" onClick={() => domain.refetch()} aria-busy={domain.isFetching}>
              <RotateCw aria-hidden="true" className="size-5" />
            </IconButton>
          }
        >
          DKIM Status
        </CardHeading>
        {domain.data ? (
          <DkimStatus {...domain.data} />
        ) : domain.isPending ? (
          <StatePanel kind="loading" title="Asking Resend..." />
        ) : (
          <StatePanel
            kind="error"
            title="Failed to fetch the status"
            detail={errorDetail(domain.error)}
            retry={domain}
          />
        )}
      </Card>
      <Card aria-labelledby="dns-records">
        <CardHeading id="dns-records" hint="Set these where the domain's DNS is kept.">
          DNS Record
        </CardHeading>
        {domain.data && domain.data.records.length > 0 ? (
          <ul className="grid gap-6">
            {domain.data.records.map((record) => (
              <Record key={`${record.purpose} ${record.type}`} record={record} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">The records appear here once Resend tells them.</p>
        )}
      </Card>
    </div>
  );
}

function DkimStatus({ domain, state, problem }: MailDomain) {
  const { label, tone, icon: Icon } = STATES[state];
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <p className="wrap-anywhere font-bold text-lg semi-wide">{domain}</p>
      <Badge tone={tone}>
        <Icon aria-hidden="true" />
        {label}
      </Badge>
      {problem && <p className="text-muted">{problem}</p>}
    </div>
  );
}

function Record({ record }: { record: DnsRecord }) {
  const { purpose, type, host, value, isVerified } = record;
  return (
    <li className="grid gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-bold semi-wide">
          {type} record <span className="text-muted">({purpose})</span>
        </h3>
        <Badge tone={isVerified ? "green" : "orange"}>{isVerified ? "Verified" : "Not verified"}</Badge>
      </div>
      <CopyField label="Host name" of={`${purpose} ${type}`} text={host} />
      <CopyField label={purpose === "DKIM" ? "Public key value" : "Value"} of={`${purpose} ${type}`} text={value} />
    </li>
  );
}
