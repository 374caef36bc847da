import type { CaptureGiftResponse } from "#domain/contract/money/gifts.ts";
import type { Begun, Purchase } from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { keep, readKept } from "../../lib/tab-storage.ts";
import { keepDraft } from "./gift-form.ts";

const KEY = "open_gift";

/** The order of a gift, whose money is taken when it is asked for. */
export const GIFT: Purchase<Begun, CaptureGiftResponse> = {
  queryKey: ["/api/gifts", "capture"],
  readKept: () => JSON.parse(readKept(KEY) ?? "null") as Begun | null,
  keep: (gift) => keep(KEY, gift && JSON.stringify(gift)),
  ask: (id) => read(api.gifts[":id"].capture.$post({ param: { id } }, { init: { keepalive: true } })),
  onPaid: () => keepDraft(null),
  isWatched: false,
};
