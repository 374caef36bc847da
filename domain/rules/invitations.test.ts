import { expect, test } from "vitest";
import { paceOn } from "./invitations.ts";

const SETTINGS = { firstDay: 50, growth: 1.5 };

test("the first day sends 50 invitations, and each later sending day half again as many", () => {
  const most = Array.from(
    { length: 6 },
    (_, daysBefore) => paceOn("2026-11-26", { date: "2026-11-26", daysBefore, sentToday: 1 }, SETTINGS).most,
  );
  expect(most).toEqual([50, 75, 113, 169, 253, 380]);
  expect(paceOn("2026-11-26", { date: null, daysBefore: 0, sentToday: 0 }, SETTINGS)).toEqual({ most: 50, sent: 0 });
});

test("invitations sent today count toward the limit, and earlier days' don't", () => {
  const pace = { date: "2026-11-26", daysBefore: 0, sentToday: 30 };
  expect(paceOn("2026-11-26", pace, SETTINGS)).toEqual({ most: 50, sent: 30 });
  expect(paceOn("2026-11-27", pace, SETTINGS)).toEqual({ most: 75, sent: 0 });
});

test("days that send nothing don't raise the pace", () => {
  const pace = { date: "2026-11-26", daysBefore: 2, sentToday: 0 };
  expect(paceOn("2026-12-24", pace, SETTINGS)).toEqual({ most: 113, sent: 0 });
});

test("the daily limit is capped at one million, however long it grows", () => {
  const pace = { date: "2026-11-26", daysBefore: 5000, sentToday: 1 };
  expect(paceOn("2026-11-26", pace, SETTINGS).most).toBe(1_000_000);
});
