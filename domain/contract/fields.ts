import * as z from "zod";
import { isCalendarDate } from "../rules/calendar-days.ts";
import { SUBSCRIPTION_STATUSES, SUBSCRIPTION_TYPES } from "../rules/plans.ts";
import { CONTENT_STATUSES } from "../rules/release.ts";

/** Fields that several nouns share. */
export const MIN_PASSWORD_LENGTH = 6;
const MAX_PASSWORD_LENGTH = 200;

export const email = z
  .string({ error: "Please enter a valid email" })
  .trim()
  .max(254, "Please enter a valid email")
  .pipe(z.email("Please enter a valid email"));

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
