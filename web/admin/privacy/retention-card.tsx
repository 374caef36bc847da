import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { Link } from "react-router";
import type { ComingPurge, RetentionReport } from "#domain/contract/privacy.ts";
import { formatCount, formatDate, formatNumber } from "#domain/formats.ts";
import { adminPath } from "#domain/paths.ts";
import { SERVICE_TERMS } from "#domain/rules/service-terms.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { Card } from "../../ui/card.tsx";
import { type Detail, DetailList } from "../../ui/detail-list.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { adminQuery } from "../parts/admin-query.ts";
import { Disclosure } from "../parts/controls.tsx";

const { deletionUndoDays, purgeNoticeDays, retentionDays } = SERVICE_TERMS;
const HINT = `We delete data ${retentionDays} days after access ends, and email the member ${purgeNoticeDays} days before. We delete a trial user's data ${retentionDays} days after you delete them, and a member's ${deletionUndoDays} days after they delete their account.`;

function whyOf({ reason, isNotified, isHeld }: ComingPurge): string {
  if (isHeld) return "On hold: active subscription or unopened gift.";
  if (reason === "account_closed") return "Account deleted.";
  return isNotified
    ? "Access ended. They've been notified."
    : `Access ended. We'll email them ${purgeNoticeDays} days before we delete their data.`;
}

function purgedText({ files = 0, ...rows }: RetentionReport["purged"][number]["counts"]): string {
  const records = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return (
    [records > 0 && formatCount(records, "record"), files > 0 && formatCount(files, "file")]
      .filter(Boolean)
      .join(", ") || "account only"
  );
}

/** As many as the server lists. */
const MOST_LISTED = 200;

/** "200 or more" where the server's list ends there. */
function countText(coming: ComingPurge[]): string {
  return `${coming.length}${coming.length === MOST_LISTED ? " or more" : ""}`;
}

function countsOf(coming: ComingPurge[]): Detail[] {
  const [first] = coming;
  const closed = ({ reason }: ComingPurge) => reason === "account_closed";
  const count = (is: (one: ComingPurge) => boolean) => formatNumber(coming.filter(is).length);
  return [
    ["In the next 30 days", countText(coming)],
    ["Next one", first && formatDate(first.purgeAt)],
    ["Access ended, notified", count((one) => !closed(one) && one.isNotified)],
    ["Access ended, not notified yet", count((one) => !closed(one) && !one.isNotified)],
    ["Account deleted", count(closed)],
    ["On hold", count(({ isHeld }) => isHeld)],
  ];
}

/** Data to be purged within 30 days, and what recent purges removed: the dry run, in the browser. */
export function RetentionCard() {
  const report = useQuery(adminQuery(["/api/admin/retention"], () => adminApi.admin.retention.$get()));
  return (
    <Card id="retention" title="Scheduled deletions" hint={HINT}>
      <QueryPanel query={report} loading="Loading scheduled deletions..." failed="Couldn't load scheduled deletions">
        {({ coming, purged }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {coming.length === 0 ? (
              <StatePanel kind="empty" icon={ShieldCheck} title="Nothing to delete in the next 30 days." />
            ) : (
              <>
                <DetailList details={countsOf(coming)} />
                <Disclosure title={`Show ${formatCount(coming.length, "account")}`}>
                  <ul className="grid gap-3">
                    {coming.map((one) => (
                      <li key={one.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
                        <Link
                          to={adminPath({ tab: "members", member: one.id })}
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
                </Disclosure>
              </>
            )}
            {purged.length > 0 && (
              <Disclosure title={purged.length === 1 ? "Last deletion" : `Last ${purged.length} deletions`}>
                <ul className="grid gap-3">
                  {purged.map(({ memberId, at, counts }) => (
                    <li key={memberId} className="wrap-anywhere">
                      {formatDate(at)}, {memberId} <span className="text-muted">{purgedText(counts)}</span>
                    </li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </div>
        )}
      </QueryPanel>
    </Card>
  );
}
