import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import {
  LOOKED_INSIDE,
  MEMBER_SORTS,
  type MemberFilter,
  type MemberList,
  type MemberListRequest,
  type MemberRow,
  memberFilter,
} from "#domain/contract/member-list.ts";
import { MINUTE_MS } from "#domain/durations.ts";
import { formatCount, formatDate, formatNumber } from "#domain/formats.ts";
import { type AdminPlace, adminPath } from "#domain/paths.ts";
import { useReplaceParams } from "../../lib/use-replace-params.ts";
import { Badge } from "../../ui/badge.tsx";
import { QueryPanel } from "../../ui/query-panel.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { StackTable, WIDE_CARD } from "../../ui/stack-table.tsx";
import { StateBadge } from "../../ui/state-badge.tsx";
import { StatePanel } from "../../ui/state-panel.tsx";
import { MessagePage } from "../broadcasts/message-page.tsx";
import { ImportPage } from "../imports/import-page.tsx";
import { givenIn, useListParams } from "../parts/list-search.tsx";
import { PageSwitch } from "../parts/page-switch.tsx";
import { MemberFilters } from "./member-filters.tsx";
import { JobBar, MemberJobs } from "./member-jobs.tsx";
import { MemberPage } from "./member-page.tsx";
import { nameOf, statusLook, typeText } from "./member-words.ts";
import { memberCountsQuery, membersQuery } from "./members.query.ts";
import "./members.css";
import { Card } from "../../ui/card.tsx";

const PAGES = [
  { page: "list", label: "Members", Page: MemberListPage },
  { page: "import", label: "Import", Page: ImportPage },
  { page: "message", label: "Message", Page: MessagePage },
] as const;

export function MembersTab() {
  const [params] = useSearchParams();
  const member = params.get("member");
  // A member's page has the tab to itself.
  if (member !== null) return <MemberPage key={member} id={member} back={adminPath(listIn(params).place)} />;
  return <PageSwitch label="Members" tab="members" pages={PAGES} />;
}

type Sort = NonNullable<MemberListRequest["sort"]>;

/** The list that an address leads to, and its place. */
function listIn(params: URLSearchParams) {
  const filter = givenIn(params, memberFilter);
  const sort = MEMBER_SORTS.find((one) => one === params.get("sort")) ?? "newest";
  const unfiltered: AdminPlace = { tab: "members", ...(sort !== "newest" && { sort }) };
  return { filter, sort, unfiltered, place: { ...unfiltered, ...filter } };
}

function MemberListPage() {
  const { params, set } = useListParams();
  const replaceParams = useReplaceParams();
  const { filter, sort, unfiltered, place } = listIn(params);
  const onFilter = (name: string, value: string) => {
    // A delayed search must not close a member that was opened in the meantime.
    if (!new URLSearchParams(window.location.search).has("member")) set(name, value);
  };
  const [ticked, setTicked] = useState<string[]>([]);
  const list = useInfiniteQuery(membersQuery(filter, sort));
  // The server counts everyone, so opening the list again doesn't ask again.
  const { data: counts, isPending: isCounting } = useQuery({ ...memberCountsQuery, staleTime: 5 * MINUTE_MS });
  // What the search found, wherever it looked.
  const found = filter.q && list.data?.pages[0]?.isInside ? { ...filter, inside: "yes" as const } : filter;
  const isEmpty = list.data?.pages.every(({ members }) => members.length === 0) && !list.hasNextPage;
  const hint = counts ? countText(filter, counts.members, list) : isCounting && "Counting members...";
  return (
    <Card id="members" title="Members" hint={hint}>
      <div className="in-turn grid gap-6">
        <MemberFilters
          filter={filter}
          counts={counts}
          list={list.data?.pages[0]}
          onChange={onFilter}
          onClear={() => replaceParams({ ...unfiltered })}
        />
        <MemberJobs />
        <QueryPanel query={list} loading="Loading members..." failed="Couldn't load members">
          {({ pages }) => (
            <div aria-busy={list.isPlaceholderData} className="grid gap-6 transition-opacity aria-busy:opacity-60">
              {!isEmpty && <JobBar ticked={ticked} filter={found} onDone={() => setTicked([])} />}
              <MemberRows
                ticked={ticked}
                onTick={setTicked}
                pages={pages}
                place={place}
                hasMore={list.hasNextPage}
                sorts={sortsOf(filter, sort, (next) => onFilter("sort", next))}
              />
              <ShowMore list={list} />
            </div>
          )}
        </QueryPanel>
      </div>
    </Card>
  );
}

type ListQuery = { data?: { pages: MemberList[] } | undefined; hasNextPage: boolean; isPlaceholderData: boolean };

/** "2 of 1,234 members" once a filter's last page is there. */
function countText(filter: MemberFilter, all: number, { data, hasNextPage, isPlaceholderData }: ListQuery): string {
  const members = formatCount(all, "member");
  if (!data || hasNextPage || isPlaceholderData || !Object.values(filter).some(Boolean)) return members;
  return `${formatNumber(data.pages.flatMap((page) => page.members).length)} of ${members}`;
}

type Sorts = { email?: Sorting; joined?: Sorting };
type Sorting = { state: "ascending" | "descending" | undefined; turn: () => void };

/** Searches, groups, labels, failed charges, and coming ends have their own order. */
function sortsOf(
  { type: _, status, joinedFrom: __, joinedThrough: ___, lastSession: ____, ...ordered }: MemberFilter,
  sort: Sort,
  onSort: (sort: Sort) => void,
): Sorts {
  if (Object.values(ordered).some(Boolean) || status === "past-due" || status === "cancels") return {};
  const states = { newest: "descending", oldest: "ascending", email: "ascending", "email-desc": "descending" } as const;
  const isByEmail = sort === "email" || sort === "email-desc";
  const email = {
    state: isByEmail ? states[sort] : undefined,
    turn: () => onSort(sort === "email" ? "email-desc" : "email"),
  };
  const joined = {
    state: isByEmail ? undefined : states[sort],
    turn: () => onSort(sort === "newest" ? "oldest" : "newest"),
  };
  return { email, joined };
}

type MemberRowsProps = {
  ticked: string[];
  onTick: (ids: string[]) => void;
  pages: MemberList[];
  place: AdminPlace;
  hasMore: boolean;
  sorts: Sorts;
};

/** On a card, a name needs no label. */
const NAME = `${WIDE_CARD.name} max-lg:[&>div]:flex-1 max-lg:[&>div]:text-left max-lg:[&>span]:hidden lg:!py-2`;

/** A search looks inside a part of all names and emails at a time. */
function lookedText(pages: MemberList[]): string {
  if (!pages[0]?.isInside) return "No matches yet. Show more to keep looking.";
  return `Nothing in the first ${formatNumber(pages.length * LOOKED_INSIDE)} names and emails. Show more to keep looking.`;
}

function MemberRows({ ticked, onTick, pages, place, hasMore, sorts }: MemberRowsProps) {
  const members = pages.flatMap((page) => page.members);
  if (members.length === 0)
    return <StatePanel kind="empty" icon={SearchX} title={hasMore ? lookedText(pages) : "No members found"} />;
  return (
    <StackTable
      labelledBy="members"
      rows={members}
      keyOf={({ id }) => id}
      cardClass={`${WIDE_CARD.row} link-row`}
      columns={[
        {
          label: "Select",
          className: "member-tick",
          cell: ({ id, email }) => (
            <label>
              <input
                type="checkbox"
                aria-label={`Select ${email}`}
                checked={ticked.includes(id)}
                onChange={({ target }) => onTick(target.checked ? [...ticked, id] : ticked.filter((one) => one !== id))}
                className="size-5 accent-bolt"
              />
            </label>
          ),
        },
        {
          label: "Member",
          className: NAME,
          cell: (row) => <MemberName member={row} href={adminPath({ ...place, member: row.id })} />,
          sort: sorts.email,
        },
        { label: "Subscription", className: WIDE_CARD.cell, cell: typeText },
        { label: "Status", className: WIDE_CARD.cell, cell: (row) => <StateBadge look={statusLook(row)} /> },
        {
          label: "Joined",
          className: WIDE_CARD.cell,
          cell: ({ createdAt }) => formatDate(createdAt),
          sort: sorts.joined,
        },
      ]}
    />
  );
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
