import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CircleCheck, CircleHelp, Copy, RotateCw, X } from "lucide-react";
import { useState } from "react";
import type { DnsRecord, MailDomain } from "#domain/contract/mail.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { adminQuery } from "../parts/admin-query.ts";

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
      <Card id="dns-records" title="DNS records" hint="Add these at your DNS provider.">
        <QueryPanel query={domain} loading="Checking with Resend..." failed="Couldn't load the records">
          {({ records }) =>
            records.length > 0 ? (
              <ul className="grid gap-6">
                {records.map((record) => (
                  <Record key={`${record.purpose} ${record.type}`} record={record} />
                ))}
              </ul>
            ) : (
              <p className="text-muted">Records appear here once Resend provides them.</p>
            )
          }
        </QueryPanel>
      </Card>
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
      <CopyField label="Host name" of={`${purpose} ${type}`} text={host} />
      <CopyField label={purpose === "DKIM" ? "Public key value" : "Value"} of={`${purpose} ${type}`} text={value} />
    </li>
  );
}

const OUTCOMES = {
  none: { icon: Copy, text: "" },
  copied: { icon: Check, text: "Copied" },
  failed: { icon: X, text: "Couldn't copy. Select the text and copy it yourself." },
};

type CopyFieldProps = {
  label: string;
  /** Distinguishes fields with the same label for screen readers. */
  of: string;
  text: string;
};

function CopyField({ label, of, text }: CopyFieldProps) {
  const [state, setState] = useState<keyof typeof OUTCOMES>("none");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("failed");
    }
  }
  return (
    <div className="grid gap-1.5">
      <p className="text-muted text-sm">{label}</p>
      <div className="flex items-center gap-3 rounded-xl border border-line bg-night py-1.5 pr-1.5 pl-4">
        <code className="min-w-0 grow break-all text-sm">{text}</code>
        <IconButton icon={OUTCOMES[state].icon} label={`Copy the ${of} ${label.toLowerCase()}`} onClick={copy} />
      </div>
      <p role="status" className="text-muted text-sm empty:hidden">
        {OUTCOMES[state].text}
      </p>
    </div>
  );
}
