import * as z from "zod";
import { TRIAL_MONTHS } from "../rules/plans.ts";
import { email, instant, requiredText } from "./fields.ts";

const NAME_OR_EMAIL_MISSING = "Please enter both name and email";

export const createTrialRequest = z.object({
  name: requiredText({ name: "Name", max: 120, missing: NAME_OR_EMAIL_MISSING }),
  email: z.string({ error: NAME_OR_EMAIL_MISSING }).trim().min(1, NAME_OR_EMAIL_MISSING).pipe(email),
  trialMonths: z.literal(TRIAL_MONTHS, { error: "Trial duration is 1, 2, 3, 6 or 12 months" }).default(1),
  /** A repeat of a request (a double click, a lost answer) gets the first one's result. */
  requestId: z.uuid("The request's id is not a UUID").optional(),
});
export type CreateTrialRequest = z.infer<typeof createTrialRequest>;
export type CreateTrialForm = z.input<typeof createTrialRequest>;

export const createTrialResponse = z.object({ message: z.string() });
export type CreateTrialResponse = z.infer<typeof createTrialResponse>;

const trialUser = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  trialEndDate: instant.nullable(),
});
export type TrialUser = z.infer<typeof trialUser>;
export const trialUserList = z.array(trialUser);

const TRIAL_USER_ID = "A trial user's id has 1 to 64 characters";
export const trialUserRef = z.object({ id: z.string(TRIAL_USER_ID).min(1, TRIAL_USER_ID).max(64, TRIAL_USER_ID) });
