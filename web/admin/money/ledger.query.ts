import { keepPreviousData } from "@tanstack/react-query";
import type { LedgerFilter } from "#domain/contract/money/ledger.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminPages, adminQuery } from "../parts/admin-query.ts";

export function ledgerQuery(filter: LedgerFilter) {
  const call = (cursor?: string) => adminApi.admin.payments.$get({ query: { ...filter, cursor } });
  return adminPages(["/api/admin/payments", filter], call, ({ next }) => next, { placeholderData: keepPreviousData });
}

export const exportLedger = (filter: LedgerFilter): Promise<Response> =>
  adminApi.admin.payments.export.$get({ query: filter });

export const cohortQuery = (month: string) =>
  adminQuery(["/api/admin/payments", "cohort", month], () =>
    adminApi.admin.payments.cohorts[":month"].$get({ param: { month } }),
  );

export const monthsQuery = adminQuery(["/api/admin/payments", "months"], () => adminApi.admin.payments.months.$get());
