import { expect, test } from "vitest";
import { IMPORT_FIELD_NAMES, type ImportField } from "#domain/rules/import-fields.ts";
import { zoneOptions } from "#domain/rules/time-zones.ts";
import { type ImportOffers, noteOf, rowReader } from "./import-row.ts";
import { readHour } from "./import-values.ts";

const OFFERS = {
  hours: [5, 6, 7, 8, 9],
  zones: zoneOptions("us"),
  dateOrder: null,
  plans: [],
  noEnd: null,
  now: Date.parse("2027-03-10T12:00:00Z"),
};
const MAPPING = Object.fromEntries(IMPORT_FIELD_NAMES.map((field, index) => [field, index]));

function read(row: Partial<Record<ImportField, string>>, answers: Partial<ImportOffers> = {}) {
  const found = rowReader(MAPPING, { ...OFFERS, ...answers })(IMPORT_FIELD_NAMES.map((field) => row[field] ?? ""));
  return "refusal" in found ? found : { ...found.person, ...found.facts, notes: found.remarks.map(noteOf) };
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
    email: "Ana@X.test",
    firstName: null,
    lastName: null,
    wakeUpHour: 6,
    timezone: "America/Chicago",
    plan: "monthly",
    lastDay: null,
    isUnsubscribed: false,
    suppression: null,
    labels: [],
    joined: null,
    planText: "",
    isEnding: false,
    isEndless: false,
  });
});

test("unreadable values are replaced or left out with a note, and never cause the row to be refused", () => {
  const row = { hour: "4 AM", zone: "Mars/Base", plan: "Gold", name: "www.example.com", labels: "a,b;c|a, ,\u0007" };
  const more = { paidUntil: "2027-12-31", joined: "2028-01-01", status: "Blue" };
  expect(read({ email, ...row, ...more })).toMatchObject({
    wakeUpHour: 6,
    timezone: "America/Chicago",
    lastDay: null,
    firstName: null,
    labels: ["a", "b", "c"],
    joined: null,
    notes: [
      '"Mars/Base" isn\'t a zone we offer, so we used Central time.',
      '"Blue" isn\'t a status we know, so it changes nothing.',
      '"Gold" isn\'t a plan we know, so it gives no access.',
      expect.stringMatching(/^Name left out: A name can't include/),
      '"4 AM" isn\'t an hour we offer, so we used 6:00 AM.',
      "Some labels left out.",
      "\"2028-01-01\" isn't a date they can have joined on, so it's left out.",
    ],
  });
});

test("a past or Never end gives no access, the next payment replaces Never, and a day lasts until it's over in the row's zone", () => {
  const lastDayOf = (row: Parameters<typeof read>[0]) => {
    const found = read({ email, zone: "America/New_York", ...row });
    return "lastDay" in found ? found.lastDay : found.refusal;
  };
  expect(lastDayOf({ paidUntil: "Never" })).toBeNull();
  expect(lastDayOf({ paidUntil: "0000-00-00 00:00:00" })).toBeNull();
  expect(lastDayOf({ paidUntil: "2027-03-09" })).toBeNull();
  expect(lastDayOf({ paidUntil: "2027-03-10" })).toBe("2027-03-10");
  expect(lastDayOf({ paidUntil: "2027-03-10", zone: "Pacific/Auckland" })).toBe("2027-03-10");
  expect(lastDayOf({ paidUntil: "Never", nextPayment: "04/01/2027" })).toBe("2027-04-01");
  expect(lastDayOf({ paidUntil: "2030-03-10" })).toBe("2030-03-10");
  expect(lastDayOf({ paidUntil: "2030-03-12" })).toBe('The date "2030-03-12" is more than 3 years ahead.');
});

test.for([
  [
    { plan: "Gold", paidUntil: "2027-12-31" },
    { plan: "annual", lastDay: "2027-12-31" },
  ],
  [
    { plan: "Guest", paidUntil: "2027-12-31" },
    { lastDay: null, isEnding: true },
  ],
  [{ plan: "Free member", paidUntil: "2027-12-31" }, { lastDay: null }],
  [
    { plan: "3 months", paidUntil: "2027-12-31" },
    { plan: "quarterly", lastDay: "2027-12-31" },
  ],
  [{ paidUntil: "2027-12-31" }, { plan: "monthly", lastDay: "2027-12-31" }],
  [{ plan: "Gold" }, { lastDay: "2027-04-09", isEndless: true }],
  [{ plan: "Guest" }, { lastDay: null, isEndless: false }],
  [{ status: "Active" }, { lastDay: "2027-04-09", isEndless: true }],
  [{ status: "non-renewing" }, { lastDay: "2027-04-09", isEndless: true }],
  [{ status: "in_trial" }, { lastDay: "2027-04-09", isEndless: true }],
  [{ status: "Guest" }, { lastDay: "2027-04-09", isEndless: true }],
  [{ status: "Never subscribed" }, { lastDay: null, isEndless: false }],
  [
    { plan: "months", planLength: "12", paidUntil: "2027-12-31" },
    { plan: "annual", planText: "12 months" },
  ],
  [
    { plan: "month", planLength: "3", paidUntil: "2027-12-31" },
    { plan: "quarterly", planText: "3 month" },
  ],
  [
    { plan: "months", planLength: "1", paidUntil: "2027-12-31" },
    { plan: "monthly", planText: "months" },
  ],
  [
    { plan: "Gold yearly", planLength: "12", paidUntil: "2027-12-31" },
    { plan: "annual", planText: "Gold yearly" },
  ],
  [{ complimentary: "true" }, { lastDay: "2027-04-09", isEndless: true }],
  [
    { plan: "Gold", paidUntil: "2027-03-01" },
    { lastDay: null, isEndless: false },
  ],
  [{}, { lastDay: null, isEndless: false }],
] as const)("by the answers about plans and missing ends, %j gets %j", ([row, access]) => {
  const plans = [
    { value: "Gold", plan: "annual" },
    { value: "Guest", plan: "none" },
  ] as const;
  expect(read({ email, ...row }, { plans: [...plans], noEnd: "days" })).toMatchObject(access);
});

test.for([
  ["Former patron", "2027-12-31", "2027-12-31"],
  ["canceled", "", null],
  ["past_due", "Never", null],
  ["Unpaid", "2027-03-01", null],
  ["false", "", null],
  ["Never subscribed", "", null],
  ["Pending - Renewal", "", null],
  ["active", "", "2027-04-01"],
  ["Active patron", "", "2027-04-01"],
  ["not_renewing", "", "2027-04-01"],
  ["non_renewing", "", "2027-04-01"],
  ["in_trial", "", "2027-04-01"],
  ["guest", "", "2027-04-01"],
] as const)(
  "the status %j with the end %j gives access through %s, whatever the next payment is",
  ([status, paidUntil, lastDay]) => {
    const row = { email, status, paidUntil, nextPayment: "2027-04-01", plan: "Month" };
    expect(read(row, { noEnd: "days" })).toMatchObject({ lastDay });
  },
);

test.for([
  [{ unsubscribed: "yes" }, true, null],
  [{ unsubscribed: "2026-01-01 08:00:00" }, true, null],
  [{ unsubscribed: "31/05/2024" }, true, null],
  [{ unsubscribed: "Opted out by phone" }, true, null],
  [{ unsubscribed: "by phone" }, true, null],
  [{ unsubscribed: "false" }, false, null],
  [{ unsubscribed: "Never" }, false, null],
  [{ unsubscribed: "subscribed" }, false, null],
  [{ unsubscribed: "active" }, false, null],
  [{ unsubscribed: "Hard bounced" }, true, "bounced"],
  [{ subscribed: "false" }, true, null],
  [{ subscribed: "Never" }, true, null],
  [{ subscribed: "cancelled" }, true, null],
  [{ subscribed: "true" }, false, null],
  [{ subscribed: "active" }, false, null],
  [{ subscribed: "complained" }, true, "complained"],
  [{ subscribed: "invalid" }, true, "bounced"],
  [{ subscribed: "Junk" }, true, "complained"],
  [{ subscribed: "Never subscribed" }, true, null],
  [{ bounced: "Yes" }, true, "bounced"],
  [{ bounced: "2026-01-01" }, true, "bounced"],
  [{ bounced: "No", complained: "0", unsubscribed: "no" }, false, null],
  [{ bounced: "Yes", complained: "true" }, true, "complained"],
  [{ status: "bounced" }, true, "bounced"],
  [{ status: "canceled" }, false, null],
  [{}, false, null],
] as const)("%j means unsubscribed: %s, suppressed: %s", ([row, isUnsubscribed, suppression]) => {
  expect(read({ email, ...row })).toMatchObject({ isUnsubscribed, suppression });
});

test("a value that contradicts its column's name, or that isn't clear, is noted", () => {
  const notesOf = (row: Parameters<typeof read>[0]) => {
    const found = read({ email, ...row });
    return "notes" in found ? found.notes : [];
  };
  expect(notesOf({ unsubscribed: "active" })).toEqual([
    '"active" means that they want emails, whatever its column is called.',
  ]);
  expect(notesOf({ unsubscribed: "by phone" })).toEqual(['"by phone" counts as unsubscribed.']);
  expect(notesOf({ subscribed: "sometimes" })).toEqual(['"sometimes" counts as subscribed.']);
});

test("first and last name columns override the full name, and an alias of an offered zone means that zone", () => {
  expect(read({ email, name: "Other Name", lastName: "Lopez", zone: "US/Pacific" })).toMatchObject({
    firstName: null,
    lastName: "Lopez",
    timezone: "America/Los_Angeles",
  });
});

test("labels are read with their quotation marks, and the day they joined in any form", () => {
  expect(read({ email, labels: '"VIP, early","Blog readers"', joined: "May 6, 2019" })).toMatchObject({
    labels: ["vip, early", "blog readers"],
    joined: "2019-05-06",
  });
});
