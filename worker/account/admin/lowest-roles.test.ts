import { expect, test } from "vitest";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { LOWEST_ROLES } from "./lowest-roles.ts";

test("every route behind the administrators' guards has a lowest role", () => {
  const guarded = Object.keys(AUDIENCES).filter((route) => AUDIENCES[route]?.includes("admin"));
  expect(Object.keys(LOWEST_ROLES).toSorted()).toEqual(guarded.toSorted());
});
