import fc from "fast-check";
import { expect, test } from "vitest";
import { countVote, type DateOrder, noVotes, orderAmong, readDay } from "./written-dates.ts";

const DAY = "2027-12-31";

test.for([
  "2027-12-31",
  "2027-12-31T10:00:00.000Z",
  "2027-12-31T23:59:59+02:00",
  "2027-12-31T23:59",
  "2027-12-31 10:00:00",
  "2027-12-31 00:00:00 UTC",
  "2027-12-31 00:00:00 +0000 UTC",
  "2027-12-31 00:00:00 America/New_York",
  "2027-12-31Z",
  "2027/12/31",
  "2027.12.31",
  "2027/12/31 0:00",
  "20271231",
  "12/31/2027",
  "12/31/27",
  "12/31/2027 0:00",
  "12/31/2027 11:59 PM",
  "12/31/2027, 11:59:59 p.m.",
  "12-31-2027",
  "31/12/2027",
  "31.12.2027",
  "31. 12. 2027",
  "31.12.27 23:59",
  "31-12-2027",
  "31 12 2027",
  "December 31, 2027",
  "December 31st, 2027",
  "Dec. 31 2027",
  "DEC 31 '27",
  "Dec 31, 2027 at 3 pm",
  "Friday, December 31, 2027 at 11:59 PM",
  "31 December 2027",
  "31st of December, 2027",
  "31-Dec-2027",
  "31-Dec-27",
  "31 dec 2027",
  "2027 December 31",
  "2027-Dec-31",
  "Fri, 31 Dec 2027 00:00:00 GMT",
  "Fri Dec 31 00:00:00 UTC 2027",
  "Fri Dec 31 2027 00:00:00 GMT+0000 (Coordinated Universal Time)",
  "46752",
  "1830211200",
  "1830211200000",
])("%j is read as December 31, 2027", (text) => {
  expect(readDay(text)).toBe(DAY);
});

test.for([
  "",
  "soon",
  "2027",
  "2027-02-30",
  "2027-12",
  "12/2027",
  "13/13/2027",
  "2027/31/12",
  "1.2.3",
  "10:30",
  "December 2027",
  "Octember 31, 2027",
  "31 Ju 2027",
  "Dec Dec 2027",
  "December 31, 2027 or later",
  "12/31/2027 - 01/31/2028",
  "2027-12-31 to 2028-12-31",
  "2027-12-31 2028-12-31",
  "27-12-2027-31",
  "9999",
  "Dec 31 five",
  "abcdefgh",
  "99999",
  "0000-00-00 00:00:00",
])("%j isn't read as a date", (text) => {
  expect(readDay(text)).toBeNull();
});

test.for([
  [["05/06/2027", "31/12/2027"], "day", null],
  [["05/06/2027", "12/31/2027 0:00"], "month", null],
  [["05/06/2027", "06/05/27"], null, "05/06/2027"],
  [["05-06-2027"], null, "05-06-2027"],
  [["05.06.2027", "05/05/2027", "2027-05-06", "May 6, 2027", "soon", ""], null, null],
  [["12/31/2027", "12/30/2027", "31/12/2027", "05/06/2027"], "month", null],
  [["12/31/2027", "31/12/2027", "05/06/2027"], null, "05/06/2027"],
] as const)("the dates %j say that %s is first, or leave %s open", ([dates, order, asked]) => {
  const votes = noVotes();
  for (const date of dates) countVote(votes, date);
  expect(orderAmong(votes)).toBe(order);
  if (order === null) expect(votes.example).toBe(asked);
});

test("a file's order decides what its numbers mean, and a date that contradicts it isn't read", () => {
  const read = (text: string) => [null, "month", "day"].map((order) => readDay(text, order as DateOrder | null));
  expect(read("05/06/2027")).toEqual(["2027-05-06", "2027-05-06", "2027-06-05"]);
  expect(read("05.06.2027")).toEqual(["2027-06-05", "2027-05-06", "2027-06-05"]);
  expect(read("31/12/2027")).toEqual([DAY, null, DAY]);
  expect(read("12/31/2027")).toEqual([DAY, DAY, null]);
  expect(read("2027-12-31")).toEqual([DAY, DAY, DAY]);
});

const days = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2069-12-31T12:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const named = (locale: string, options: Intl.DateTimeFormatOptions) => (day: string) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" }).format(new Date(`${day}T10:20:30Z`));
const parts = (day: string) => day.split("-");

/** Forms by the order in which they have day and month. */
const FORMS: Record<"any" | DateOrder, ((day: string) => string)[]> = {
  any: [
    (day) => day,
    (day) => day.replaceAll("-", "/"),
    (day) => day.replaceAll("-", ""),
    (day) => new Date(day).toUTCString(),
    (day) => String(Date.parse(day) / 86_400_000 + 25_569),
    ...["en-US", "en-GB", "en-AU"].flatMap((locale) => [
      named(locale, { dateStyle: "long" }),
      named(locale, { day: "numeric", month: "short", year: "numeric" }),
    ]),
    named("en-US", { dateStyle: "full" }),
  ],
  month: [
    named("en-US", { dateStyle: "short" }),
    named("en-US", { day: "2-digit", month: "2-digit", year: "numeric" }),
  ],
  day: [
    named("en-GB", { day: "2-digit", month: "2-digit", year: "numeric" }),
    named("de", { dateStyle: "medium" }),
    (day) => parts(day).reverse().join("-"),
  ],
};
const TIMES = ["", " 0:00", " 00:00:00", " 11:59 PM", ", 3:04:05 pm", " 23:59:59 UTC", " 10:00 +0200"];

test("a day that's written in any form, with or without a time, reads back as the same day", () => {
  fc.assert(
    fc.property(days, fc.constantFrom(...TIMES), (day, time) => {
      for (const order of ["month", "day"] as const)
        for (const form of [...FORMS.any, ...FORMS[order]]) {
          const text = form(day);
          const whole = /^\d+$/.test(text) || /\d:\d/.test(text) ? text : text + time;
          expect(readDay(whole, order), whole).toBe(day);
        }
    }),
  );
});

test("no text makes reading a date fail, and what's read is a calendar day", () => {
  const piece = fc.constantFrom("2027", "12", "31", "/", "-", ".", " ", ":", "Dec", "T", "Z", "pm", "é", "(", "0");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      expect(readDay(pieces.join("")) ?? DAY).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }),
  );
});
