import { expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { type MemberStatus, memberStatus, type OwnSubscription, statusText } from "./member-status.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const PAID_UNTIL = Date.parse("2026-12-10T12:00:00Z");
const LATER = PAID_UNTIL + 9 * DAY_MS;

const PERSON = { accessEndsAt: PAID_UNTIL, subscriptionType: "monthly", isUnaccepted: false } as const;
const PAID: OwnSubscription = {
  status: "ACTIVE",
  failedAt: null,
  revokedAt: null,
  cancelAskedAt: null,
  paidUntil: PAID_UNTIL,
};
const CANCELLED: OwnSubscription = { ...PAID, status: "CANCELLED" };
const FAILED: OwnSubscription = { ...PAID, failedAt: 1 };

type Case = [string, Partial<Parameters<typeof memberStatus>[0]>, OwnSubscription[], MemberStatus];
const CASES: Case[] = [
  ["a paying member", {}, [PAID], "active"],
  ["someone with granted access", {}, [], "active"],
  ["someone on a trial", { subscriptionType: "trial" }, [], "trial"],
  ["an imported person with access who hasn't accepted", { isUnaccepted: true }, [], "invited"],
  ["an imported person without access", { isUnaccepted: true, accessEndsAt: null }, [], "none"],
  ["an imported person whose access ended", { isUnaccepted: true, accessEndsAt: NOW }, [], "ended"],
  ["someone who never had access", { subscriptionType: "trial", accessEndsAt: null }, [], "none"],
  ["someone whose trial ended", { subscriptionType: "trial", accessEndsAt: NOW }, [], "ended"],
  ["a failed charge", {}, [FAILED], "past-due"],
  [
    "a failed charge after the grace period",
    { accessEndsAt: NOW - 1 },
    [{ ...FAILED, status: "SUSPENDED" }],
    "past-due",
  ],
  ["a failed charge and a coming end", {}, [CANCELLED, FAILED], "past-due"],
  ["a failed charge before the invitation is accepted", { isUnaccepted: true }, [FAILED], "past-due"],
  ["a failed charge of a cancelled subscription", {}, [{ ...FAILED, status: "CANCELLED" }], "cancels"],
  ["a failed charge of a refunded one", { accessEndsAt: NOW }, [{ ...FAILED, revokedAt: 1 }], "ended"],
  ["a cancelled subscription", {}, [CANCELLED], "cancels"],
  ["a cancellation that PayPal hasn't confirmed", { accessEndsAt: LATER }, [{ ...PAID, cancelAskedAt: 1 }], "cancels"],
  ["a coming end before the invitation is accepted", { isUnaccepted: true }, [CANCELLED], "cancels"],
  ["a cancelled subscription with another that renews", {}, [CANCELLED, PAID], "active"],
  ["a cancelled subscription before given days", { accessEndsAt: LATER }, [CANCELLED], "cancels"],
  ["given days after a cancelled subscription", { accessEndsAt: LATER }, [{ ...CANCELLED, paidUntil: NOW }], "active"],
  ["a cancelled subscription that is over", { accessEndsAt: NOW }, [{ ...CANCELLED, paidUntil: NOW }], "ended"],
];

test.for(CASES)("%s has one status", ([, person, subscriptions, status]) => {
  expect(memberStatus({ ...PERSON, ...person }, subscriptions, NOW)).toBe(status);
});

test("a coming end names its day, and its year unless it's this year", () => {
  const cancels = { status: "cancels", subscriptionEndDate: "2026-12-10T12:00:00.000Z" } as const;
  expect(statusText(cancels, NOW)).toBe("Cancels Dec 10");
  expect(statusText(cancels, NOW - 365 * DAY_MS)).toBe("Cancels Dec 10, 2026");
  expect(statusText(cancels)).toBe("Cancels Dec 10, 2026");
  expect(statusText({ ...cancels, status: "past-due" }, NOW)).toBe("Past due");
});
