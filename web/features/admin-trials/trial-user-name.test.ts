import { expect, test } from "vitest";
import { trialUserName } from "./trial-user-name.ts";

const user = { id: "1", email: "ana@example.test", trialEndDate: null };

test("a trial user is called by the names there are, else by the address", () => {
  expect(trialUserName({ ...user, firstName: "Ana", lastName: "Lima" })).toBe("Ana Lima");
  expect(trialUserName({ ...user, firstName: "Ana", lastName: null })).toBe("Ana");
  expect(trialUserName({ ...user, firstName: null, lastName: "" })).toBe("ana@example.test");
});
