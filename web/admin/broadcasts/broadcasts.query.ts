import { queryOptions } from "@tanstack/react-query";
import type { Broadcast, BroadcastPreviewRequest } from "#domain/contract/broadcasts.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { read } from "../../lib/api.ts";

const READ_EVERY_MS = 15_000;

export const broadcastCalls = adminApi.admin.broadcasts;

export const isOpen = ({ state }: Broadcast) => state === "waiting" || state === "sending";

export const broadcastsQuery = queryOptions({
  queryKey: ["/api/admin/broadcasts"],
  queryFn: () => read(broadcastCalls.$get()),
  refetchInterval: ({ state }) => (state.data?.broadcasts.some(isOpen) ? READ_EVERY_MS : false),
});

/** Counts the recipients, so each opening of the preview asks again. */
export const previewQuery = (json: BroadcastPreviewRequest) =>
  queryOptions({
    queryKey: ["/api/admin/broadcasts/preview", json],
    queryFn: () => read(broadcastCalls.preview.$post({ json })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
