import type { CaptureGiftResponse } from "#domain/contract/money/gifts.ts";
import type { Purchase, StartedPurchase } from "../../features/money/payment-window.query.ts";
import { api, read } from "../../lib/api.ts";
import { isRecord } from "../../lib/parse-json.ts";
import { stored } from "../../lib/stored.ts";
import { giftDraft } from "./gift-form.ts";

const openGift = stored(
  "open_gift",
  (value) => (isRecord(value) && typeof value.id === "string" ? (value as StartedPurchase) : null),
  { scope: "tab", endsWith: "session" },
);

/** Buying a gift; checking the purchase also captures its payment. */
export const GIFT: Purchase<StartedPurchase, CaptureGiftResponse> = {
  queryKey: ["/api/gifts", "capture"],
  readStored: openGift.read,
  keep: openGift.write,
  ask: (id) => read(api.gifts[":id"].capture.$post({ param: { id } }, { init: { keepalive: true } })),
  onPaid: () => giftDraft.write(null),
  isWatched: false,
};
