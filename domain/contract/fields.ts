import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import {
  CREDENTIAL_TEXTS,
  MAX_ADDRESS,
  MAX_LOCAL_PART,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
} from "../rules/credentials.ts";
import { MAX_MEMBER_NAME, memberNameProblem } from "../rules/gift-words.ts";
import { PLAN_IDS, SUBSCRIPTION_TYPES } from "../rules/plans.ts";
import { CONTENT_STATUSES } from "../rules/release.ts";
import { SUBSCRIPTION_STATUSES } from "../rules/subscription-statuses.ts";
import { isShowable, isVisible, type Lines, normaliseText } from "../rules/text.ts";

export const email = z
  .string({ error: CREDENTIAL_TEXTS.email })
  .trim()
  .max(MAX_ADDRESS, CREDENTIAL_TEXTS.email)
  .refine((address) => address.lastIndexOf("@") <= MAX_LOCAL_PART, CREDENTIAL_TEXTS.email)
  .pipe(z.email(CREDENTIAL_TEXTS.email));

/** The most rows of an array without a limit; a `Link` header with `rel="next"` names the rest. */
export const MOST_LISTED = 1000;

/** What only our own pages send wrongly, so there's one thing to do. */
export const RELOAD = "Something went wrong. Reload the page and try again.";
/** A retry with the same ID (a double click, a lost response) changes nothing and gets the first request's result. */
export const requestId = z.uuid("Request ID must be a UUID");
export const planId = z.enum(PLAN_IDS, "Choose a plan");

/** A text of 1 to `max` characters; whatever is wrong with it has the same error. */
export const bounded = (error: string, max: number) => z.string(error).min(1, error).max(max, error);
/** From a link in an email. */
export const signedKey = bounded("This link doesn't work. Use the link in your latest email.", 200);
export const idNamed = (name: string, max = 64) => bounded(`${name} must be 1 to ${max} characters`, max);

export const person = {
  id: z.string(),
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
};

type TextField = { name: string; max: number; lines?: Lines };

/** Display text that may be empty, normalized by the shared rule (`domain/rules/text.ts`). */
export function optionalText({ name, max, lines = "one" }: TextField) {
  return z
    .string({ error: `${name} must be text` })
    .overwrite(normaliseText)
    .max(max, `${name} must be at most ${max} characters`)
    .refine((text) => isShowable(text, lines), `${name} contains characters that can't be shown`)
    .refine((text) => text === "" || isVisible(text), `${name} needs visible text`);
}

/** Display text that must contain something visible; `missing` is the error message if it doesn't. */
export function requiredText({ missing, ...field }: TextField & { missing: string }) {
  return z
    .string({ error: missing })
    .overwrite(normaliseText)
    .refine(isVisible, { error: missing, abort: true })
    .pipe(optionalText(field));
}

/** Refines a text by a shared rule that returns its error. */
export const checkedBy = (problemOf: (text: string) => string | null) => (text: string, context: z.RefinementCtx) => {
  const problem = problemOf(text);
  if (problem !== null) context.addIssue(problem);
};

const name = requiredText({ name: "Your name", max: MAX_MEMBER_NAME, missing: "Enter your name" });
export const memberName = name.superRefine(checkedBy(memberNameProblem));

export const newPassword = z
  .string({ error: CREDENTIAL_TEXTS.passwordTooShort })
  .min(MIN_PASSWORD_LENGTH, CREDENTIAL_TEXTS.passwordTooShort)
  .max(MAX_PASSWORD_LENGTH, CREDENTIAL_TEXTS.passwordTooLong);

export const enteredPassword = z
  .string({ error: CREDENTIAL_TEXTS.passwordMissing })
  .min(1, CREDENTIAL_TEXTS.passwordMissing)
  .max(MAX_PASSWORD_LENGTH, CREDENTIAL_TEXTS.passwordTooLong);

/** Limited to the years 1900 to 2999 so that dates computed from it also have four-digit years. */
export const calendarDate = z
  .string({ error: "Date is required" })
  .refine((text) => isCalendarDate(text) && text >= "1900" && text < "3000", "Enter a date as YYYY-MM-DD");

export const instant = z.iso.datetime();
export const subscriptionType = z.enum(SUBSCRIPTION_TYPES);
export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export const subscriber = { ...person, subscriptionType, subscriptionStatus };
export const contentStatus = z.enum(CONTENT_STATUSES, { error: "Status must be draft, published, or scheduled" });
