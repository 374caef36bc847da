import type { SubscriptionStatus } from "#domain/rules/subscription-statuses.ts";
import type { BadgeTone } from "../ui/badge.tsx";

/** Badge colors of spec section 4. */
export const STATUS_TONES: Record<SubscriptionStatus, BadgeTone> = {
  active: "green",
  trial: "blue",
  cancelled: "orange",
  expired: "red",
};
