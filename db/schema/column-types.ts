import { customType } from "drizzle-orm/sqlite-core";
import { DAY_MS } from "#domain/durations.ts";

/** A calendar day, stored as the number of days since 1970-01-01. */
export const dayNumber = customType<{ data: string; driverData: number }>({
  dataType: () => "integer",
  toDriver: (date) => Date.parse(date) / DAY_MS,
  fromDriver: (day) => new Date(day * DAY_MS).toISOString().slice(0, 10),
});

/** An instant in epoch milliseconds, stored in whole seconds. */
export const wholeSeconds = customType<{ data: number; driverData: number }>({
  dataType: () => "integer",
  toDriver: (instant) => Math.floor(instant / 1000),
  fromDriver: (seconds) => seconds * 1000,
});
