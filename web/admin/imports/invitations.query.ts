import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

const KEY = "/api/admin/invitations";
const EVERY_MS = { sending: 30_000, purging: 5000 };

export const allInvitations = [KEY];

/** Polls while the server is at work. */
export const invitationsQuery = queryOptions({
  queryKey: allInvitations,
  queryFn: () => read(adminApi.admin.invitations.$get()),
  refetchInterval: ({ state: { data } }) => {
    if (data?.isPurging) return EVERY_MS.purging;
    return data?.state === "sending" ? EVERY_MS.sending : false;
  },
});
