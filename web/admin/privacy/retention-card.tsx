import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import type { ComingPurge, RetentionReport } from "#domain/contract/privacy.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { TitledCard } from "../parts/titled-card.tsx";

const { deletionUndoDays, purgeNoticeDays, retentionDays } = SERVICE_TERMS;
const HINT = `Data is deleted ${retentionDays} days after access ends, with an email ${purgeNoticeDays} days before. When members delete their account, it's deleted after ${deletionUndoDays} days.`;

/** Data to be purged within 30 days, and what recent purges removed: the dry run, in the browser. */
export function RetentionCard() {
  const report = useQuery(adminQuery(["/api/admin/retention"], () => adminApi.admin.retention.$get()));
  return (
    <TitledCard id="retention" title="Scheduled deletions" hint={HINT}>
      <QueryPanel query={report} loading="Loading scheduled deletions..." failed="Couldn't load scheduled deletions">
        {(known) => <Report report={known} />}
      </QueryPanel>
    </TitledCard>
  );
}

function whyOf({ reason, isTold, isHeld }: ComingPurge): string {
  if (isHeld) return "On hold: active subscription or unused gift.";
  if (reason === "account_closed") return "Account closed.";
  return isTold ? "Access ended. They've been notified." : "Access ended. We email them two weeks before.";
}

function Report({ report: { coming, purged } }: { report: RetentionReport }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {coming.length === 0 ? (
        <StatePanel kind="empty" icon={ShieldCheck} title="Nothing to delete in the next 30 days." />
      ) : (
        <ul className="grid gap-1">
          {coming.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-line/60 border-t py-2"
            >
              <Link
                to={`${APP_PAGES.admin}?${new URLSearchParams({ tab: "members", member: one.id })}`}
                className="wrap-anywhere inline-flex min-h-11 items-center font-semibold underline underline-offset-4 hover:text-bolt"
              >
                {one.email}
              </Link>
              <time dateTime={one.purgeAt} className="tabular-nums">
                {formatDate(one.purgeAt)}
              </time>
              <p className="basis-full text-muted text-sm">{whyOf(one)}</p>
            </li>
          ))}
        </ul>
      )}
      {purged.length > 0 && (
        <details className="rounded-xl border border-line bg-night px-4">
          <summary className="flex min-h-12 cursor-pointer items-center font-semibold text-sm">
            {purged.length === 1 ? "Last deletion" : `Last ${purged.length} deletions`}
          </summary>
          <ul className="grid gap-3 pb-4 text-sm">
            {purged.map(({ memberId, at, counts }) => (
              <li key={memberId} className="wrap-anywhere">
                {formatDate(at)}, {memberId}{" "}
                <span className="text-muted">
                  {Object.entries(counts)
                    .map(([table, count]) => `${table.replaceAll("_", " ")} ${count}`)
                    .join(", ") || "account only"}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
