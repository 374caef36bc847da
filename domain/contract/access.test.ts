import { expect, test } from "vitest";
import { createTrialRequest } from "./access.ts";

const ana = { name: "Ana Lopez", email: "ana@daybolt.test" };

function messageFor(value: unknown): string | undefined {
  return createTrialRequest.safeParse(value).error?.issues[0]?.message;
}

test("a trial lasts a month unless another length is chosen", () => {
  expect(createTrialRequest.parse(ana).trialMonths).toBe(1);
  for (const trialMonths of [1, 2, 3, 6, 12]) {
    expect(createTrialRequest.parse({ ...ana, trialMonths }).trialMonths).toBe(trialMonths);
  }
});

test("a trial's length must be 1, 2, 3, 6, or 12 months", () => {
  for (const trialMonths of [0, 4, 1.5, 24, -1, "1", null]) {
    expect(messageFor({ ...ana, trialMonths })).toBe("Choose 1, 2, 3, 6, or 12 months");
  }
});

test("name and email are required, and spaces alone don't count", () => {
  for (const missing of [
    { name: "" },
    { name: "  " },
    { name: undefined },
    { email: "" },
    { email: " " },
    { email: undefined },
  ]) {
    expect(messageFor({ ...ana, ...missing })).toBe("Please enter both name and email");
  }
  expect(messageFor({ ...ana, email: "ana" })).toBe("Please enter a valid email");
});

test("spaces around a name or email are trimmed", () => {
  expect(createTrialRequest.parse({ name: " Ana Lopez ", email: " ana@daybolt.test " })).toMatchObject(ana);
});

test("a trial request may carry an ID, which must be a UUID", () => {
  const requestId = "0b5c3bfa-3c4e-4f0e-9d5e-0c1c3f6b2a11";
  expect(createTrialRequest.parse({ ...ana, requestId })).toMatchObject({ requestId });
  expect(createTrialRequest.parse(ana)).not.toHaveProperty("requestId");
  expect(messageFor({ ...ana, requestId: "1" })).toBe("Request ID must be a UUID");
});
