import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { MemberFilter } from "#domain/contract/members.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";
import { adminQuery } from "../parts/admin-query.ts";

const MEMBERS = "/api/admin/members";

function queryOf(filter: MemberFilter): MemberFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

export function membersQuery(filter: MemberFilter) {
  return infiniteQueryOptions({
    queryKey: [MEMBERS, "list", queryOf(filter)],
    queryFn: ({ pageParam }) => read(adminApi.admin.members.$get({ query: { ...queryOf(filter), cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    // Keep the rows in place under the pointer while the next search loads.
    placeholderData: keepPreviousData,
  });
}

export function memberQuery(id: string) {
  return adminQuery([MEMBERS, "file", id], () => adminApi.admin.members[":id"].$get({ param: { id } }));
}

export function memberMailsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: [MEMBERS, "mails", id],
    queryFn: ({ pageParam }) =>
      read(adminApi.admin.members[":id"].mails.$get({ param: { id }, query: { cursor: pageParam } })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
  });
}

/** Subscriptions and payments. Fetched separately from the member's page, because most members have none. */
export function memberPaymentsQuery(id: string) {
  return adminQuery([MEMBERS, "payments", id], () => adminApi.admin.members[":id"].payments.$get({ param: { id } }));
}

/** Key of every query about members: an action on one may change the list, too. */
export const everyMemberKey = [MEMBERS];

export function exportCall(filter: MemberFilter) {
  return adminApi.admin.members.export.$get({ query: queryOf(filter) });
}
