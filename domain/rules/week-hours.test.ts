import { expect, test } from "vitest";
import { hourOf, hourOn, NO_HOUR, timesOf, wakingDay, weekHoursOf } from "./week-hours.ts";

/** From a Friday to a Monday. */
const DATES = ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"];

test.for([
  [null, [6, 6, 6, 6]],
  [9, [6, 9, 9, 6]],
  [0, [6, 0, 0, 6]],
  [NO_HOUR, [6, null, null, 6]],
] as const)("with the weekend hour %s, Friday to Monday have the hours %j", ([weekendHour, hours]) => {
  expect(DATES.map((date) => hourOn({ wakeUpHour: 6, weekendHour }, date))).toEqual(hours);
  expect(DATES.map((date) => hourOf({ wakeUpHour: 6, weekendHour }, date))).toEqual(hours.map((hour) => hour ?? 6));
});

test("without email on weekends, the next morning after Friday is Monday", () => {
  const resting = { wakeUpHour: 6, weekendHour: NO_HOUR };
  expect(DATES.map((date) => wakingDay(resting, date))).toEqual([DATES[0], DATES[3], DATES[3], DATES[3]]);
});

test.for([
  [null, null],
  [9, "09:00"],
  [NO_HOUR, "none"],
] as const)("the weekend hour %s is %s in the API", ([weekendHour, weekendTime]) => {
  const [hours, times] = [
    { wakeUpHour: 6, weekendHour },
    { emailTime: "06:00", weekendTime },
  ];
  expect([timesOf(hours), weekHoursOf(times)]).toEqual([times, hours]);
});
