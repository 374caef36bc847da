import { expect, test } from "vitest";
import type { AuditEntry } from "#domain/contract/audit.ts";
import { AUDIT_ACTIONS } from "#domain/rules/audit-actions.ts";
import { detailTexts, placeOf, sentenceOf, subjectText } from "./audit-words.ts";

const UUID = "3f2a91c0-7d13-4d0b-9c55-0a4d0f6f1c22";

function entry(more: Partial<AuditEntry>): AuditEntry {
  const who = { actor: "admin", actorName: null, ipAddress: null, userAgent: null };
  return {
    id: 1,
    at: "",
    action: "member.note",
    subject: "m1",
    subjectName: null,
    isMember: false,
    details: null,
    ...who,
    ...more,
  };
}

function said(more: Partial<AuditEntry>): string {
  const { before, name, after } = sentenceOf(entry(more));
  return before + name + after;
}

const self = { actor: "member:m1", actorName: "Morgan", subjectName: "m@x.test" };

test.for<[Partial<AuditEntry>, string | RegExp]>([
  [{ subjectName: "ana@x.test" }, "Administrator added a note about ana@x.test"],
  [{ ...self, action: "mails.pause" }, "Morgan paused wake-ups"],
  [{ ...self, actorName: null, action: "member.delete" }, "A member deleted the account"],
  [{ ...self, action: "member.sign-out" }, "Morgan logged out everywhere"],
  [{ ...self, action: "member.sign-out", details: { sessions: "one" } }, "Morgan logged out one device"],
  [{ action: "member.sign-out", subjectName: "ana@x.test" }, "Administrator logged ana@x.test out everywhere"],
  [{ ...self, action: "mails.skipped" }, /skipped for m@x\.test$/],
  [{ action: "mails.pause", subjectName: "ana@x.test" }, "Administrator paused wake-ups for ana@x.test"],
  [{ actor: "hourly", action: "medium.delete", subject: "dawn-01.mp3" }, "The unused file dawn-01.mp3 was deleted"],
  [{ action: "content.update", subject: "2026-11-22" }, "Administrator changed the session for Sun, Nov 22, 2026"],
  [
    { action: "batch.send-again", subject: "slot.1795780800000" },
    /^Administrator sent the emails of a missed hour: Nov 27, 2026, .* Central$/,
  ],
  [{ action: "batch.send-again", subject: UUID }, "Administrator resent wake-up batch 3f2a91c0…"],
  [{ action: "sending.pause", subject: "daily_quota" }, "Sending was paused: daily email quota used up"],
  [{ ...self, action: "member.address" }, "Morgan changed the email address"],
  [{ ...self, action: "member.export" }, "Morgan requested a data export"],
  [{ ...self, action: "member.export", details: { downloaded: true } }, "Morgan downloaded the data"],
  [{ actor: "giver", action: "gift.address", subject: UUID }, "The giver corrected the address of the gift 3f2a91c0…"],
  [{ action: "admin.password-refused", subject: "admin" }, "Someone entered the wrong password for the admin area"],
  [{ action: "payment.dispute", subjectName: "ana@x.test" }, "A payment from ana@x.test was disputed in PayPal"],
  [
    { action: "payment.dispute", subject: UUID, details: { giftId: UUID } },
    /^The payment for the gift 3f2a91c0… was dis/,
  ],
  [{ action: "payment.dispute", subject: "8AB1", details: { paymentId: "8AB1" } }, "PayPal payment 8AB1 was disputed"],
  [{ action: "gift.paid", subjectName: "for Ana Lee" }, "The gift for Ana Lee was paid"],
  [{ actor: "paypal", action: "gift.refund", subject: "g1" }, "PayPal refunded the gift g1"],
])("audit entry %j reads as a sentence", ([more, text]) => {
  expect(said(more)).toMatch(text);
});

test("audit sentences contain no template markers, and each begins and ends like a sentence", () => {
  for (const action of AUDIT_ACTIONS) expect(said({ action, subjectName: "Ana" })).toMatch(/^[A-Z][^{}]*[^{} .]$/);
});

test.for<[Partial<AuditEntry>, string | undefined]>([
  [{ subjectName: "ana@x.test", isMember: true }, "members m1"],
  [{ subjectName: "", isMember: true }, "members m1"],
  [{ action: "content.update", subject: "2026-11-22" }, "content 2026-11-22"],
  [{ action: "resend.start", subject: "2026-11-22" }, "delivery 2026-11-22"],
  [{ action: "live-event.update", subjectName: "Winter" }, "live-events"],
  [{ action: "gift.paid", subject: UUID, subjectName: "for Ana Lee" }, "paypal"],
  [{ action: "gift.start", subjectName: "ana@x.test", isMember: true }, "members m1"],
  [{ action: "settings.empty-mornings", subject: "empty-mornings" }, "content"],
  [{ action: "medium.upload", subject: "dawn.mp3" }, undefined],
])("audit entry %j links to its subject's page, if it has one", ([more, place]) => {
  const found = placeOf(entry(more));
  expect(found ? Object.values(found).join(" ") : undefined).toBe(place);
});

test("a subject with an internal key is shown in words, and a PayPal ID is shown in full", () => {
  expect(subjectText(entry({ subject: "empty-mornings" }))).toBe("mornings without a session");
  expect(subjectText(entry({ subject: "I-BW452GLLEP1G" }))).toBe("I-BW452GLLEP1G");
});

test("audit details list field names as words and cut long text", () => {
  const details = {
    fields: ["title", "captionsKey"],
    labels: [],
    trialMonths: 3,
    sameKey: true,
    reason: "x".repeat(200),
  };
  expect(detailTexts(details)).toMatchObject([
    { name: "fields", value: "title, captions key" },
    { name: "labels", value: "none" },
    { name: "trial months", value: "3" },
    { name: "same key", value: "true" },
    { name: "reason", value: `${"x".repeat(120)}…` },
  ]);
  expect(detailTexts(null)).toEqual([]);
});

test("a file, a day, and an amount are named, and IDs and PayPal's event names are kept apart", () => {
  const details = { filename: "june.csv", sizeBytes: 26_428, cents: 400, lastDay: "2026-12-04", paymentId: "P-1" };
  const event = { type: "CUSTOMER.DISPUTE.CREATED", paymentIds: "P-1, P-2", by: "provider", isRefunded: true };
  expect(detailTexts(event).every(({ isRaw }) => isRaw)).toBe(true);
  expect(detailTexts(details)).toEqual([
    { name: "file", value: "june.csv", isRaw: false },
    { name: "size", value: "26 KB", isRaw: false },
    { name: "amount", value: "$4.00", isRaw: false },
    { name: "last day", value: "Fri, Dec 4, 2026", isRaw: false },
    { name: "payment id", value: "P-1", isRaw: true },
  ]);
  const started = { action: "import.start", subjectName: "june.csv" } as const;
  expect([said(started), placeOf(entry(started))]).toEqual([
    "Administrator started import june.csv",
    { tab: "members", page: "import" },
  ]);
});
