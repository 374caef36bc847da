import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { type Finding, health } from "#domain/contract/health.ts";
import { findingsOfHealth } from "#domain/rules/health-findings.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { ApiError, errorDetail } from "../../lib/api-error.ts";
import { Card } from "../../ui/card.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { SmallButton } from "../parts/controls.tsx";

const STATES = {
  failing: { label: "Failing", tone: "red", icon: CircleX },
  warning: { label: "Warning", tone: "orange", icon: CircleAlert },
  unknown: { label: "No answer", tone: "grey", icon: CircleHelp },
  ok: { label: "OK", tone: "green", icon: CircleCheck },
} as const;
const ORDER = Object.keys(STATES);
const byGravity = (one: Finding, other: Finding) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state);

function summaryOf(findings: Finding[]): string {
  const failing = findings.filter(({ state }) => state === "failing").length;
  if (failing > 0) return `${failing} of ${findings.length} checks failed.`;
  const open = findings.filter(({ state }) => state !== "ok").length;
  return open === 0
    ? `${findings.length} of ${findings.length} checks passed.`
    : `Nothing failed. Review ${open} of ${findings.length} checks.`;
}

/** If the report itself fails with a 5xx, ask the health endpoint, which works without the database or valid settings. */
async function examine(): Promise<{ findings: Finding[] }> {
  try {
    return await read(adminApi.admin.doctor.$get());
  } catch (error) {
    if (!(error instanceof ApiError) || error.status < 500) throw error;
    const response = await adminApi.health.$get();
    const answer: unknown = await response.json().catch(() => null);
    return { findings: findingsOfHealth(health.safeParse(answer).data ?? null) };
  }
}

/** Checks every dependency. It runs on request only, because it calls Resend, PayPal, and DNS. */
export function DoctorCard() {
  const report = useQuery({ queryKey: ["/api/admin/doctor"], queryFn: examine, enabled: false });
  return (
    <Card
      id="doctor"
      title="System check"
      hint="The state of the database, crons, storage, email, DNS, PayPal, and settings, and how to fix problems."
      aside={
        <SmallButton isBusy={report.isFetching} onClick={() => report.refetch()}>
          Run check
        </SmallButton>
      }
    >
      <p role="status" className="text-muted">
        {report.isFetching ? "Checking everything..." : report.data && summaryOf(report.data.findings)}
      </p>
      {report.isError && !report.isFetching && (
        <StatePanel kind="error" title="Couldn't run the check" detail={errorDetail(report.error)} retry={report} />
      )}
      {report.data && (
        <ul className="mt-4 grid gap-4 lg:grid-cols-2 lg:gap-x-8">
          {report.data.findings.toSorted(byGravity).map((finding) => (
            <FindingLine key={finding.name} {...finding} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function FindingLine({ name, state, text, fix }: Finding) {
  return (
    <li className="grid content-start gap-1.5 border-line border-t pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-bold semi-wide">{name}</h3>
        <StateBadge look={STATES[state]} />
      </div>
      <p className="wrap-anywhere text-muted text-sm">{text}</p>
      {fix && <p className="wrap-anywhere text-sm">{fix}</p>}
    </li>
  );
}
