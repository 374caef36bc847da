import { expect, test } from "vitest";
import { IMPORT_FIELD_NAMES, type ImportField } from "#domain/rules/import-fields.ts";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { readHour, readImportRow } from "./import-row.ts";

const OFFERS = {
  hours: [5, 6, 7, 8, 9],
  zones: zoneOptions("us"),
  dateOrder: null,
  now: Date.parse("2027-03-10T12:00:00Z"),
};
const MAPPING = Object.fromEntries(IMPORT_FIELD_NAMES.map((field, index) => [field, index]));

function read(row: Partial<Record<ImportField, string>>) {
  return readImportRow(
    IMPORT_FIELD_NAMES.map((field) => row[field] ?? ""),
    MAPPING,
    OFFERS,
  );
}

const email = "ana@x.test";

test.for([
  ["6", 6],
  ["06:00", 6],
  ["6:00 AM", 6],
  ["12 am", 0],
  ["12pm", 12],
  ["7 p.m.", 19],
  ["6:30", null],
  ["25", null],
  ["13 am", null],
])("the hour %j is read as %s", ([text, hour]) => {
  expect(readHour(String(text))).toBe(hour);
});

test("a row with only an address gets our defaults, without access", () => {
  expect(read({ email: " Ana@X.test " })).toEqual({
    notes: [],
    person: {
      email: "Ana@X.test",
      firstName: null,
      lastName: null,
      wakeUpHour: 6,
      timezone: "America/Chicago",
      plan: "monthly",
      until: null,
      isUnsubscribed: false,
      labels: [],
      joined: null,
    },
  });
});

test("unreadable values are replaced or left out with a note, and never cause the row to be refused", () => {
  const row = { hour: "4 AM", zone: "Mars/Base", plan: "Gold", name: "www.example.com", labels: "a,b;c|a, ,\u0007" };
  expect(read({ email, ...row })).toEqual({
    person: expect.objectContaining({
      wakeUpHour: 6,
      timezone: "America/Chicago",
      plan: "monthly",
      firstName: null,
      labels: ["a", "b", "c"],
    }),
    notes: [
      '"Mars/Base" isn\'t a zone we offer, so we used Central time.',
      expect.stringMatching(/^Name left out: A name can't include/),
      '"4 AM" isn\'t an hour we offer, so we used 6:00 AM.',
      '"Gold" isn\'t a plan we know, so we used Monthly.',
      "Some labels left out.",
    ],
  });
});

test("a past or Never end gives no access, the next payment replaces Never, and days end in the row's zone", () => {
  const untilOf = (row: Parameters<typeof read>[0]) => {
    const found = read({ email, zone: "America/New_York", ...row });
    return "person" in found ? found.person.until : found.refusal;
  };
  expect(untilOf({ paidUntil: "Never" })).toBeNull();
  expect(untilOf({ paidUntil: "0000-00-00 00:00:00" })).toBeNull();
  expect(untilOf({ paidUntil: "2027-03-09" })).toBeNull();
  expect(untilOf({ paidUntil: "2027-03-10" })).toBe(Date.parse("2027-03-11T05:00:00Z"));
  expect(untilOf({ paidUntil: "Never", nextPayment: "04/01/2027" })).toBe(Date.parse("2027-04-02T04:00:00Z"));
  expect(untilOf({ paidUntil: "2030-03-10" })).toEqual(expect.any(Number));
  expect(untilOf({ paidUntil: "2030-03-12" })).toBe('The date "2030-03-12" is more than 3 years ahead.');
});

test.for([
  [{ unsubscribed: "yes" }, true],
  [{ unsubscribed: "2026-01-01 08:00:00" }, true],
  [{ unsubscribed: "31/05/2024" }, true],
  [{ unsubscribed: "Opted out by phone" }, true],
  [{ unsubscribed: "false" }, false],
  [{ unsubscribed: "Never" }, false],
  [{ unsubscribed: "subscribed" }, false],
  [{ subscribed: "false" }, true],
  [{ subscribed: "true" }, false],
  [{}, false],
] as const)("%j means unsubscribed: %s", ([row, isUnsubscribed]) => {
  expect(read({ email, ...row })).toMatchObject({ person: { isUnsubscribed } });
});

test("first and last name columns override the full name, and an alias of an offered zone means that zone", () => {
  expect(read({ email, name: "Other Name", lastName: "Lopez", zone: "US/Pacific", plan: "Year" })).toMatchObject({
    person: { firstName: null, lastName: "Lopez", timezone: "America/Los_Angeles", plan: "annual" },
  });
});
