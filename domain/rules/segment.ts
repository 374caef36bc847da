import type { MemberFilter, Segment } from "../contract/member-list.ts";
import { formatDate, formatDateTime } from "../formats.ts";
import { PLAN_NAMES } from "../words.ts";
import { STATUS_NAMES } from "./member-status.ts";
import type { SubscriptionType } from "./plans.ts";

export const TYPE_NAMES: Record<SubscriptionType, string> = { ...PLAN_NAMES, gift: "Gift", trial: "Free trial" };

export const GROUP_NAMES: Record<NonNullable<Segment["group"]>, string> = {
  "out-of-sync": "Out of sync with PayPal",
  "trial-ends": "Trial ends within a week",
  bounced: "Bounced or reported",
};

/** Unlike the status "Not accepted", these count people without access, too. */
export const INVITATION_NAMES: Record<NonNullable<Segment["invitation"]>, string> = {
  waiting: "Not invited yet",
  sent: "Invited, not accepted",
};

export const LAST_SESSION_NAMES: Record<NonNullable<Segment["lastSession"]>, string> = {
  week: "Within 7 days",
  month: "Within 30 days",
  earlier: "More than 30 days ago",
  never: "Never",
};

const dayOf = (date: string) => formatDate(`${date}T12:00:00Z`);

/** "Annual · Active · label vip"; empty for everyone. What was searched for stays out of it. */
export function segmentText(filter: MemberFilter): string {
  const { q, type, status, label, group, joinedFrom, joinedThrough, importId, invitation, lastSession, failedSlot } =
    filter;
  return [
    type && TYPE_NAMES[type],
    status && STATUS_NAMES[status],
    group && GROUP_NAMES[group],
    label && `label ${label}`,
    joinedFrom && `joined from ${dayOf(joinedFrom)}`,
    joinedThrough && `joined through ${dayOf(joinedThrough)}`,
    importId && "an import",
    invitation && INVITATION_NAMES[invitation],
    lastSession && `last session: ${LAST_SESSION_NAMES[lastSession].toLowerCase()}`,
    failedSlot && `wake-up email failed on ${formatDateTime(failedSlot)}`,
    q && "a search",
  ]
    .filter(Boolean)
    .join(" · ");
}

export const chosenText = (filter: MemberFilter): string => segmentText(filter) || "Everyone";
