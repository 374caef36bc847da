import { keepPreviousData } from "@tanstack/react-query";
import type { Resend } from "#domain/contract/wake-up.ts";
import { adminApi } from "../../lib/admin-session.ts";
import { adminPages, adminQuery } from "../parts/admin-query.ts";

const KEY = "/api/admin/delivery";

const RESENDING_EVERY_MS = 5000;

export const isResending = ({ state }: Resend) => state === "running" || state === "paused";

/** A morning's emails; today's if there is no date. Polls while it's being resent. */
export function deliveryQuery(date: string | null) {
  return adminQuery([KEY, date], () => adminApi.admin.delivery.$get({ query: { date: date ?? undefined } }), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.resend && isResending(data.resend) ? RESENDING_EVERY_MS : false),
  });
}

/** A morning's list for how far its resend is: another one whenever that has got further. */
export function troubledBatchesQuery(date: string, resend: Resend | null) {
  return adminPages(
    [KEY, date, "batches", resend?.state, resend?.resent],
    (after?: string) => adminApi.admin.delivery.batches.$get({ query: { date, after } }),
    ({ next }) => next,
    { placeholderData: keepPreviousData },
  );
}

/** Sends a batch again. With `mayRepeat`, it does so even if some members may get a second copy. */
export function sendBatchAgain(id: string, mayRepeat: boolean) {
  return adminApi.admin.batches[":id"]["send-again"].$post({ param: { id }, json: { mayRepeat } });
}

export const allDeliveries = [KEY];
