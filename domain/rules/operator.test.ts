import { expect, test } from "vitest";
import { missingParticulars, type Operator } from "./operator.ts";

const FILLED: Operator = {
  name: "Daybolt",
  legalName: "Daybolt Media LLC",
  postalAddress: "Daybolt Media LLC, 1 First Street, Chicago, IL 60601, USA",
  governingLaw: "the State of Illinois, USA",
  supportEmail: "help@daybolt.com",
  mailSender: "Daybolt <wake-up@mail.daybolt.com>",
};

test("an operator with every detail filled in has no missing details", () => {
  expect(missingParticulars(FILLED)).toEqual([]);
});

test.for([
  [{ legalName: "" }, "legal name"],
  [{ postalAddress: "  " }, "postal address"],
  [{ governingLaw: "" }, "governing law"],
  [{ supportEmail: "support@daybolt.test" }, "support address"],
  [{ supportEmail: "support@EXAMPLE" }, "support address"],
  [{ mailSender: "Daybolt <wake-up@daybolt.example>" }, "sender address"],
  [{ mailSender: "wake-up@daybolt.invalid" }, "sender address"],
  [{ mailSender: "wake-up@localhost" }, "sender address"],
] as const)("%j is reported as a missing %s", ([change, name]) => {
  expect(missingParticulars({ ...FILLED, ...change })).toEqual([name]);
});

test("an address counts as a placeholder only by its ending", () => {
  const addresses = { supportEmail: "test@example.com", mailSender: "Test <test.example@localhost.dev>" };
  expect(missingParticulars({ ...FILLED, ...addresses })).toEqual([]);
});
