import { expect, test } from "vitest";
import { AUDIENCES } from "#test/worker/audiences.ts";
import { EDITORS_ROUTES, lowestRoleOf } from "./lowest-roles.ts";

const guarded = Object.keys(AUDIENCES).filter((route) => AUDIENCES[route]?.includes("admin"));

test("an editor's routes are all behind the administrators' guards", () => {
  expect(guarded).toEqual(expect.arrayContaining([...EDITORS_ROUTES]));
});

test("only the owner may call the administrators' routes, and no editor may call any route but theirs", () => {
  const roles = Object.groupBy(guarded, lowestRoleOf);
  expect(roles.owner).toEqual(guarded.filter((route) => /\/administrators(?:$|\/)/.test(route)));
  expect(roles.owner).toHaveLength(6);
  expect(roles.editor?.toSorted()).toEqual([...EDITORS_ROUTES].toSorted());
  expect(lowestRoleOf("POST /api/admin/something-new")).toBe("administrator");
});
