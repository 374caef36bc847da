import { expect, test } from "vitest";
import { AUDIT_ACTIONS, AUDIT_GROUPS, actionsOf } from "./audit-actions.ts";

test("each action is in exactly one group, and no group is empty", () => {
  const grouped = AUDIT_GROUPS.map(actionsOf);
  expect(grouped.flat().toSorted()).toEqual([...AUDIT_ACTIONS].toSorted());
  expect(grouped.every((actions) => actions.length > 0)).toBe(true);
});
