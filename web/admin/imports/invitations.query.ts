import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

const KEY = "/api/admin/invitations";
const EVERY_MS = { purging: 5000, otherwise: 30_000 };

export const allInvitations = [KEY];

/** Also while nothing is sent: an import on the same page may end, and members accept. */
export const invitationsQuery = queryOptions({
  queryKey: allInvitations,
  queryFn: () => read(adminApi.admin.invitations.$get()),
  refetchInterval: ({ state: { data } }) => (data?.isPurging ? EVERY_MS.purging : EVERY_MS.otherwise),
});
