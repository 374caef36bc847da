import * as z from "zod";
import { MAX_MEMBER_NAME } from "../rules/gift-words.ts";
import { TRIAL_MONTHS } from "../rules/plans.ts";
import { calendarDate, email, idNamed, instant, optionalText, person, requestId, requiredText } from "./fields.ts";

const NAME_OR_EMAIL_MISSING = "Please enter both name and email";

export const createTrialRequest = z.object({
  name: requiredText({ name: "Name", max: MAX_MEMBER_NAME, missing: NAME_OR_EMAIL_MISSING }),
  email: z.string({ error: NAME_OR_EMAIL_MISSING }).trim().min(1, NAME_OR_EMAIL_MISSING).pipe(email),
  trialMonths: z.literal(TRIAL_MONTHS, { error: "Choose 1, 2, 3, 6, or 12 months" }).default(1),
  requestId: requestId.optional(),
});
export type CreateTrialRequest = z.infer<typeof createTrialRequest>;
export type CreateTrialForm = z.input<typeof createTrialRequest>;

const WHOLE = "Limit must be a whole number";
const LIMIT = "Limit must be 1 to 500";
/** Without a limit, up to `MOST_LISTED` are returned (spec section 7). `Link` names the rest. */
export const trialUsersRequest = z.object({
  limit: z.coerce.number(WHOLE).int(WHOLE).min(1, LIMIT).max(500, LIMIT).optional(),
  /** ID of the last user on the previous page. */
  after: z.string().max(64).optional(),
  /** Part of a name or an address. */
  q: optionalText({ name: "Search", max: 100 }).optional(),
  /** Only running trials, the first to end first. */
  sort: z.literal("soonest", "Unknown sort order").optional(),
});
export type TrialUsersRequest = z.infer<typeof trialUsersRequest>;

/** Sets the trial's last day, in the member's zone. */
export const changeTrialEndRequest = z.object({ endDate: calendarDate });
export type ChangeTrialEndRequest = z.infer<typeof changeTrialEndRequest>;

const trialUser = z.object({
  ...person,
  trialEndDate: instant.nullable(),
  /** Last day of a running trial, in the member's zone; null once it's over. */
  lastDay: z.string().nullable(),
  isSetUp: z.boolean(),
  isSuppressed: z.boolean(),
});
export type TrialUser = z.infer<typeof trialUser>;
export const trialUserList = z.array(trialUser);

export const trialUserRef = z.object({ id: idNamed("Trial user ID") });
