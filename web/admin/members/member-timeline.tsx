import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "react-router";
import type { MemberFile } from "#domain/contract/members.ts";
import { formatMonthOf } from "#domain/rules/calendar-days.ts";
import { Card } from "../../ui/card.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { giftsQuery } from "../money/gifts-card.tsx";
import { PressButtons } from "../parts/controls.tsx";
import { useFirstRows } from "../parts/first-rows.tsx";
import { memberMailsQuery, memberMorningsQuery, memberPaymentsQuery } from "./members.query.ts";
import { fileEntries, GROUPS, type Group, gapEntries, mailEntries, moneyEntries } from "./timeline-entries.tsx";

const PAGE = 15;
const FILTERS = (["all", ...Object.keys(GROUPS)] as (Group | "all")[]).map((value) => ({
  value,
  label: value === "all" ? "All" : GROUPS[value],
}));

const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: "center" });

/** One list of what happened with a member, newest first. */
export function MemberTimeline({ file }: { file: MemberFile }) {
  // The inbox links here to refund a payment.
  const isForPayments = useLocation().hash === "#member-payments";
  const [filter, setFilter] = useState<Group | "all">(isForPayments ? "payments" : "all");
  const { profile } = file;
  const mornings = useQuery(memberMorningsQuery(profile.id));
  const mails = useInfiniteQuery(memberMailsQuery(profile.id));
  const payments = useQuery(memberPaymentsQuery(profile.id));
  const gifts = useQuery(giftsQuery(profile.email));
  const pages = mails.data?.pages ?? [];
  // Emails older than the last page come with the next one; until then, entries around them would look complete.
  const oldest = mails.hasNextPage ? (pages.at(-1)?.mails.at(-1)?.createdAt ?? "") : "";
  const entries = [
    ...fileEntries(file),
    ...gapEntries(file, mornings.data?.mornings ?? []),
    ...mailEntries(profile, pages),
    ...moneyEntries(payments.data ?? { subscriptions: [], payments: [] }, gifts.data ?? []),
  ]
    .filter(({ group }) => filter === "all" || group === filter)
    .filter(({ at }) => at >= oldest || (filter !== "all" && filter !== "emails"))
    .toSorted((a, b) => b.at.localeCompare(a.at));
  const reads: Record<string, UseQueryResult> = { mornings, emails: mails, payments, gifts };
  const isLoading = Object.values(reads).some(({ isPending }) => isPending);
  const { first, more } = useFirstRows(entries, PAGE, { label: "Show older" });
  return (
    <Card id="member-timeline" title="Timeline">
      <div ref={isForPayments ? show : undefined} className="mb-4">
        <PressButtons label="Show" options={FILTERS} value={filter} onChange={setFilter} />
      </div>
      {Object.entries(reads).map(([name, query]) => (
        <QueryPanel key={name} query={query} failed={`Couldn't load ${name}`} />
      ))}
      {entries.length === 0 && !isLoading && (
        <p className="text-muted">{filter === "all" ? "Nothing yet." : `No ${GROUPS[filter].toLowerCase()} yet.`}</p>
      )}
      {isLoading ? (
        // What comes last may belong first, so nothing is shown before.
        <div data-awaited="">
          <StatePanel kind="loading" title="Loading..." />
        </div>
      ) : (
        <ol aria-label="Timeline" className="grid empty:hidden">
          {first.map(({ node }) => node)}
        </ol>
      )}
      {more || ((filter === "all" || filter === "emails") && <ShowMore list={mails} label="Show older" />)}
      {filter === "emails" && file.wakeUpMonths.length > 0 && <Months months={file.wakeUpMonths} />}
    </Card>
  );
}

/** Monthly totals for months whose individual emails are no longer stored. */
function Months({ months }: { months: MemberFile["wakeUpMonths"] }) {
  return (
    <section className="mt-5 grid gap-2">
      <h3 className="text-base">Wake-up emails by month</h3>
      <ul className="grid gap-1 text-sm">
        {months.map(({ month, sent, notSent }) => (
          <li key={month} className="flex flex-wrap justify-between gap-x-4">
            <span>{formatMonthOf(month)}</span>
            <span className="text-muted">{notSent > 0 ? `${sent} sent, ${notSent} not sent` : `${sent} sent`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
