import { keepPreviousData } from "@tanstack/react-query";
import type { MemberFilter, MemberListRequest } from "#domain/contract/member-list.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminPages, adminQuery } from "../parts/admin-query.ts";
import { everyMemberKey } from "../parts/query-keys.ts";

const [MEMBERS] = everyMemberKey;

function queryOf(filter: MemberFilter): MemberFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value));
}

export function membersQuery(filter: MemberFilter, sort: MemberListRequest["sort"]) {
  const query = { ...queryOf(filter), ...(sort === "newest" ? {} : { sort }) };
  const call = (cursor?: string) => adminApi.admin.members.$get({ query: { ...query, cursor } });
  return adminPages([MEMBERS, "list", query], call, ({ next }) => next, { placeholderData: keepPreviousData });
}

export const memberCountsQuery = adminQuery([MEMBERS, "counts"], () => adminApi.admin.members.counts.$get());

export function memberQuery(id: string) {
  return adminQuery([MEMBERS, "file", id], () => adminApi.admin.members[":id"].$get({ param: { id } }));
}

export function memberMailsQuery(id: string) {
  const call = (cursor?: string) => adminApi.admin.members[":id"].mails.$get({ param: { id }, query: { cursor } });
  return adminPages([MEMBERS, "mails", id], call, ({ next }) => next);
}

export function memberMorningsQuery(id: string) {
  return adminQuery([MEMBERS, "mornings", id], () => adminApi.admin.members[":id"].mornings.$get({ param: { id } }));
}

/** A morning's wake-up email, or another email. */
export type MailRef = { date: string } | { mailId: string };

export function openedMailQuery(id: string, mail: MailRef) {
  const calls = adminApi.admin.members[":id"];
  return adminQuery([MEMBERS, "opened", id, mail], () =>
    "date" in mail
      ? calls["wake-ups"][":date"].$get({ param: { id, ...mail } })
      : calls.mails[":mailId"].$get({ param: { id, ...mail } }),
  );
}

/** Subscriptions and payments. Fetched separately from the member's page, because most members have none. */
export function memberPaymentsQuery(id: string) {
  return adminQuery([MEMBERS, "payments", id], () => adminApi.admin.members[":id"].payments.$get({ param: { id } }));
}

export function exportCall(filter: MemberFilter): Promise<Response> {
  return adminApi.admin.members.export.$get({ query: queryOf(filter) });
}

export const exportTicked = (ids: string[]): Promise<Response> =>
  adminApi.admin.members.export.$get({ query: { ids: ids.join(",") } });
