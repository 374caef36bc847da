import { useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { Link, useSearchParams } from "react-router";
import type { MemberFilter, MemberList, MemberRow } from "#domain/contract/member-list.ts";
import { formatDate } from "#domain/formats.ts";
import { APP_PAGES } from "#domain/paths.ts";
import { STATUS_TONES } from "../../brand/status-tones.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Badge } from "../../ui/badge.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StackTable, WIDE_CARD } from "../../ui/stack-table.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { TitledCard } from "../parts/titled-card.tsx";
import { ExportMembers } from "./export-members.tsx";
import { MemberFilters } from "./member-filters.tsx";
import { MemberPage } from "./member-page.tsx";
import { nameOf } from "./member-words.ts";
import { membersQuery } from "./members.query.ts";

const FILTERS = ["q", "type", "status", "label"] as const;

function filterOf(params: URLSearchParams): MemberFilter {
  return Object.fromEntries(FILTERS.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
}

export function MembersTab() {
  const [params] = useSearchParams();
  const replaceParams = useReplaceParams();
  const filter = filterOf(params);
  const open = params.get("member");
  const addressOf = (member: string | null) => ({ tab: "members", ...filter, ...(member === null ? {} : { member }) });
  if (open !== null) {
    const back = `${APP_PAGES.admin}?${new URLSearchParams(addressOf(null))}`;
    return <MemberPage key={open} id={open} back={back} />;
  }
  const filterBy = (next: Record<string, string>) => {
    // A delayed search must not close a member that was opened in the meantime.
    if (!new URLSearchParams(window.location.search).has("member")) replaceParams({ tab: "members", ...next });
  };
  return <MemberListCard filter={filter} onFilter={filterBy} addressOf={addressOf} />;
}

type MemberListCardProps = {
  filter: MemberFilter;
  onFilter: (filter: Record<string, string>) => void;
  addressOf: (member: string) => Record<string, string>;
};

function MemberListCard({ filter, onFilter, addressOf }: MemberListCardProps) {
  const list = useInfiniteQuery(membersQuery(filter));
  return (
    <TitledCard id="members" title="Members">
      <div className="grid gap-6">
        <MemberFilters filter={filter} labels={list.data?.pages[0]?.labels ?? []} onChange={onFilter} />
        <QueryPanel query={list} loading="Loading members..." failed="Couldn't load members">
          {({ pages }) => (
            <div aria-busy={list.isPlaceholderData} className="grid gap-6 transition-opacity aria-busy:opacity-60">
              <MemberRows pages={pages} addressOf={addressOf} hasMore={list.hasNextPage} />
              <ShowMore list={list} />
            </div>
          )}
        </QueryPanel>
        <ExportMembers filter={filter} />
      </div>
    </TitledCard>
  );
}

type MemberRowsProps = Pick<MemberListCardProps, "addressOf"> & { pages: MemberList[]; hasMore: boolean };

/** On a card, a name needs no label. */
const NAME = `${WIDE_CARD.name} max-lg:[&>div]:flex-1 max-lg:[&>div]:text-left max-lg:[&>span]:hidden lg:!py-2`;

function MemberRows({ pages, addressOf, hasMore }: MemberRowsProps) {
  const members = pages.flatMap((page) => page.members);
  if (members.length === 0)
    return (
      <StatePanel
        kind="empty"
        icon={SearchX}
        title={hasMore ? "No matches yet. Show more to keep looking." : "No members found"}
      />
    );
  const hrefOf = ({ id }: MemberRow) => `${APP_PAGES.admin}?${new URLSearchParams(addressOf(id))}`;
  return (
    <StackTable
      labelledBy="members"
      rows={members}
      keyOf={({ id }) => id}
      cardClass={WIDE_CARD.row}
      columns={[
        { label: "Member", className: NAME, cell: (row) => <MemberName member={row} href={hrefOf(row)} /> },
        { label: "Subscription", className: WIDE_CARD.cell, cell: (row) => row.subscriptionType },
        { label: "Status", className: WIDE_CARD.cell, cell: StatusBadge },
        { label: "Joined", className: WIDE_CARD.cell, cell: ({ createdAt }) => formatDate(createdAt) },
      ]}
    />
  );
}

function StatusBadge({ subscriptionStatus: status }: MemberRow) {
  return <Badge tone={STATUS_TONES[status]}>{status}</Badge>;
}

function MemberName({ member, href }: { member: MemberRow; href: string }) {
  const name = nameOf(member);
  return (
    <div className="grid gap-1.5">
      <Link to={href} className="wrap-anywhere grid min-h-11 content-center font-bold semi-wide hover:text-bolt">
        {name}
        {name !== member.email && <span className="font-normal text-muted text-sm">{member.email}</span>}
      </Link>
      {(member.labels.length > 0 || member.isSuppressed) && (
        <div className="flex flex-wrap gap-1.5">
          {member.isSuppressed && <Badge tone="red">Suppressed</Badge>}
          {member.labels.map((label) => (
            <Badge key={label} tone="yellow" className="max-w-full truncate">
              {label}
            </Badge>
          ))}
        </div>
      )}
    </div>
  );
}
