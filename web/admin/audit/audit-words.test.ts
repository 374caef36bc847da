import { expect, test } from "vitest";
import { actorText, detailTexts } from "./audit-words.ts";

test("by whom it was done are words, not keys", () => {
  expect(["admin", "member:42", "hourly"].map(actorText)).toEqual(["Administrator", "Member", "System"]);
});

test("which fields are a list of words, and a long text is cut", () => {
  const details = {
    fields: ["title", "captionsKey"],
    labels: [],
    trialMonths: 3,
    sameKey: true,
    reason: "x".repeat(200),
  };
  expect(detailTexts(details)).toEqual([
    { name: "fields", value: "title, captions key" },
    { name: "labels", value: "none" },
    { name: "trial months", value: "3" },
    { name: "same key", value: "true" },
    { name: "reason", value: `${"x".repeat(120)}…` },
  ]);
  expect(detailTexts(null)).toEqual([]);
});
