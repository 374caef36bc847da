import { expect, test } from "vitest";
import { actionText, actorText, detailTexts } from "./audit-words.ts";

test("what was done and by whom are words, not keys", () => {
  expect(actionText("content.restore-revision")).toBe("Content: restore revision");
  expect(["admin", "member:42", "hourly"].map(actorText)).toEqual(["Administrator", "The member", "The system"]);
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
