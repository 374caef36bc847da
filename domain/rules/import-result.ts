import type { GrantPlan } from "./access.ts";
import type { RemarkKind } from "./import-remarks.ts";

/** An import in people: who has access by which plan, who has none, who wants no email, and who can't get any. */
export type ImportResult = Record<GrantPlan, number> & {
  none: number;
  noEmail: number;
  unreachable: number;
};

export const NO_RESULT: ImportResult = { monthly: 0, quarterly: 0, annual: 0, none: 0, noEmail: 0, unreachable: 0 };

/** The lists of people behind the numbers; `endless` have a plan or are active, without an end date. */
export const IMPORT_GROUPS = [
  "annual",
  "quarterly",
  "monthly",
  "none",
  "endless",
  "noEmail",
  "unreachable",
  "rejected",
] as const;
export type ImportGroup = (typeof IMPORT_GROUPS)[number];

/** How many people of a group are kept to be shown; the report has all. */
export const LISTED_PEOPLE = 100;

/** How often a remark was made about a text. */
export type CountedRemark = { kind: RemarkKind; text: string; count: number };
