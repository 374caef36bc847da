import * as z from "zod";
import { TRIAL_MONTHS } from "../rules/plans.ts";
import { email, instant } from "./fields.ts";

const NAME_OR_EMAIL_MISSING = "Please enter both name and email";

export const createTrialRequest = z.object({
  name: z
    .string({ error: NAME_OR_EMAIL_MISSING })
    .trim()
    .min(1, NAME_OR_EMAIL_MISSING)
    .max(120, "Name must be at most 120 characters")
    .regex(/^\P{C}*$/u, "Name contains characters that cannot be shown"),
  email: z.string({ error: NAME_OR_EMAIL_MISSING }).trim().min(1, NAME_OR_EMAIL_MISSING).pipe(email),
  trialMonths: z.literal(TRIAL_MONTHS, { error: "Trial duration is 1, 2, 3, 6 or 12 months" }).default(1),
  /** A repeat of a request (a double click, a lost answer) gets the first one's result. */
  requestId: z.uuid("The request's id is not a UUID").optional(),
});
export type CreateTrialRequest = z.infer<typeof createTrialRequest>;
export type CreateTrialForm = z.input<typeof createTrialRequest>;

export const createTrialResponse = z.object({ message: z.string() });
export type CreateTrialResponse = z.infer<typeof createTrialResponse>;

export const trialUser = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  trialEndDate: instant.nullable(),
});
export type TrialUser = z.infer<typeof trialUser>;
export const trialUserList = z.array(trialUser);

export const trialUserRef = z.object({ id: z.string().min(1).max(64) });
