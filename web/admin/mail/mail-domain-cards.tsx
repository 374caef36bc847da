import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleHelp, RotateCw } from "lucide-react";
import type { DnsRecord, MailDomain } from "#domain/contract/mail.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { CopyField } from "../parts/copy-field.tsx";

const STATES = {
  configured: { label: "Configured", tone: "green", icon: CircleCheck },
  not_verified: { label: "Not verified", tone: "orange", icon: CircleAlert },
  unknown: { label: "No answer", tone: "grey", icon: CircleHelp },
} as const;

export function MailDomainCards() {
  const domain = useQuery(adminQuery(["/api/admin/mail-domain"], () => adminApi.admin["mail-domain"].$get()));
  return (
    <div className="in-turn grid grid-cols-[minmax(0,1fr)] gap-6">
      <Card
        id="dkim"
        title="DKIM status"
        hint="Proves your email is really from you."
        aside={
          <IconButton icon={RotateCw} label="Refresh" onClick={() => domain.refetch()} aria-busy={domain.isFetching} />
        }
      >
        <QueryPanel query={domain} loading="Checking with Resend..." failed="Couldn't load the status">
          {(known) => <DkimStatus {...known} />}
        </QueryPanel>
      </Card>
      {domain.data && (
        <Card id="dns-records" title="DNS records" hint="Add these at your DNS provider.">
          {domain.data.records.length > 0 ? (
            <ul className="grid gap-6">
              {domain.data.records.map((record) => (
                <Record key={`${record.purpose} ${record.type}`} record={record} />
              ))}
            </ul>
          ) : (
            <p className="text-muted">Records appear here once Resend provides them.</p>
          )}
        </Card>
      )}
    </div>
  );
}

function DkimStatus({ domain, state, problem }: MailDomain) {
  return (
    <div role="status" className="grid justify-items-start gap-3">
      <p className="wrap-anywhere font-bold text-lg semi-wide">{domain}</p>
      <StateBadge look={STATES[state]} />
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
      <CopyField label="Host name" of={`the ${purpose} ${type}`} text={host} />
      <CopyField label={purpose === "DKIM" ? "Public key value" : "Value"} of={`the ${purpose} ${type}`} text={value} />
    </li>
  );
}
