import { expect, test } from "vitest";
import { displayName } from "./account-words.ts";

test("a member without a name is called Daybolt Member", () => {
  expect(displayName({ firstName: null, lastName: null })).toBe("Daybolt Member");
  expect(displayName({ firstName: "Ada", lastName: null })).toBe("Ada");
});
