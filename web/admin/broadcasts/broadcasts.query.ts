import type { Broadcast, BroadcastPreviewRequest } from "#domain/contract/broadcasts.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminQuery } from "../parts/admin-query.ts";

const READ_EVERY_MS = 15_000;

export const broadcastCalls = adminApi.admin.broadcasts;

export const isOpen = ({ state }: Broadcast) => state === "waiting" || state === "sending";

export const broadcastsQuery = adminQuery(["/api/admin/broadcasts"], () => broadcastCalls.$get(), {
  refetchInterval: ({ state }) => (state.data?.broadcasts.some(isOpen) ? READ_EVERY_MS : false),
});

/** Counts the recipients, so each opening of the preview asks again. */
export const previewQuery = (json: BroadcastPreviewRequest) =>
  adminQuery(["/api/admin/broadcasts/preview", json], () => broadcastCalls.preview.$post({ json }), {
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
