import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../../lib/admin-session.ts";
import { read } from "../../../lib/api.ts";

const KEY = "/api/admin/delivery";

/** A morning's mails; without a date today's. */
export function deliveryQuery(date: string | null) {
  return queryOptions({
    queryKey: [KEY, date],
    queryFn: () => read(adminApi.admin.delivery.$get({ query: date === null ? {} : { date } })),
  });
}

export const allDeliveries = { queryKey: [KEY] };
