import { expect, test } from "vitest";
import { displayName } from "./account-words.ts";

test("a member without names is called by the product's name", () => {
  expect(displayName({ firstName: null, lastName: null })).toBe("Daybolt Member");
  expect(displayName({ firstName: "Ada", lastName: null })).toBe("Ada");
});
