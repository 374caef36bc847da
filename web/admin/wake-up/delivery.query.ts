import { keepPreviousData } from "@tanstack/react-query";
import { adminApi } from "../../lib/admin-session.ts";
import { adminPages, adminQuery } from "../parts/admin-query.ts";

const KEY = "/api/admin/delivery";

const BEING_SENT_EVERY_MS = 2000;

/** A morning's emails; today's if there is no date. Polls while a missed hour is being sent. */
export function deliveryQuery(date: string | null) {
  return adminQuery([KEY, date], () => adminApi.admin.delivery.$get({ query: { date: date ?? undefined } }), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.slots.some(({ isBeingSent }) => isBeingSent) ? BEING_SENT_EVERY_MS : false,
  });
}

type Page = { date: string; after?: string | undefined };

export const troubledPage = (query: Page) => adminApi.admin.delivery.batches.$get({ query });

export function troubledBatchesQuery(date: string) {
  return adminPages(
    [KEY, date, "batches"],
    (after?: string) => troubledPage({ date, after }),
    ({ next }) => next,
  );
}

/** Sends a batch again. With `mayRepeat`, it does so even if some members may get a second copy. */
export function sendBatchAgain(id: string, mayRepeat: boolean) {
  return adminApi.admin.batches[":id"]["send-again"].$post({ param: { id }, json: { mayRepeat } });
}

export const allDeliveries = [KEY];
