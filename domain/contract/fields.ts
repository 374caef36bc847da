import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TYPES } from "../rules/plans.ts";
import { CONTENT_STATUSES } from "../rules/release.ts";
import { isShowable, isVisible, type Lines, normaliseText } from "../rules/text.ts";

/** Fields that several nouns share. */
const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 200;

/** RFC 5321 section 4.5.3.1: what any mail server takes, in characters. */
const MAX_LOCAL_PART = 64;
const MAX_ADDRESS = 254;

export const email = z
  .string({ error: "Please enter a valid email" })
  .trim()
  .max(MAX_ADDRESS, "Please enter a valid email")
  .refine((address) => address.lastIndexOf("@") <= MAX_LOCAL_PART, "Please enter a valid email")
  .pipe(z.email("Please enter a valid email"));

type TextField = { name: string; max: number; lines?: Lines };

/** A text that people read and may leave empty, normalised by the one rule for all of them. */
export function optionalText({ name, max, lines = "one" }: TextField) {
  return z
    .string({ error: `${name} must be text` })
    .overwrite(normaliseText)
    .max(max, `${name} must be at most ${max} characters`)
    .refine((text) => isShowable(text, lines), `${name} contains characters that cannot be shown`)
    .refine((text) => text === "" || isVisible(text), `${name} has nothing to see in it`);
}

/** A text that people read and that must have something to see; `missing` is what a person is told otherwise. */
export function requiredText({ missing, ...field }: TextField & { missing: string }) {
  return z
    .string({ error: missing })
    .overwrite(normaliseText)
    .refine(isVisible, { error: missing, abort: true })
    .pipe(optionalText(field));
}

export const newPassword = z
  .string({ error: "Password must be at least 6 characters" })
  .min(MIN_PASSWORD_LENGTH, "Password must be at least 6 characters")
  .max(MAX_PASSWORD_LENGTH, "Password must be at most 200 characters");

export const enteredPassword = z
  .string({ error: "Password is required" })
  .min(1, "Password is required")
  .max(MAX_PASSWORD_LENGTH, "Password must be at most 200 characters");

export const calendarDate = z
  .string({ error: "Date is required" })
  .refine(isCalendarDate, "Please enter a date as YYYY-MM-DD");

export const instant = z.iso.datetime();
export const subscriptionType = z.enum(SUBSCRIPTION_TYPES);
export const subscriptionStatus = z.enum(SUBSCRIPTION_STATUSES);
export const contentStatus = z.enum(CONTENT_STATUSES, { error: "Status must be draft, published or scheduled" });
