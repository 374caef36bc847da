import { mutantsOf } from "../support/mutate.ts";
import { ACCOUNT_MUTANTS } from "./account-mutants.ts";
import { CONTENT_MUTANTS } from "./content-mutants.ts";
import { DOOR_MUTANTS } from "./door-mutants.ts";

/** Mutants for the matrix to catch, or for the test that a mutant names. */
export const MUTANTS = {
  ...mutantsOf(DOOR_MUTANTS),
  ...mutantsOf(CONTENT_MUTANTS),
  ...mutantsOf(ACCOUNT_MUTANTS),
};

/** Lines that keep someone out: a guard, a rejection without a session or access, an invalid value, or a link's end. */
export const GUARD =
  /\b(?:admin|member|memberOrAdmin)Guard\b|\bthrow (?:unauthorized|noAccess)\(|\bgone\((?:SPENT|EXPIRED|TOO_LATE|NOT_GOOD|"This link)|\bawait requireOwner\(|\bspendOwnLink\(ctx|\bif \(\w+ === null\) (?:return refuseLink\(|throw invalid\(NOT_OUR)/;

/** Guard lines without a mutant, by file, and why. */
export const WITHOUT_MUTANT: Record<string, string> = {
  "worker/account/password/set-up-password.ts: if (found.link.usedAt !== null) return refuseLink(ctx, gone(SPENT));":
    "the statement that sets the password asks the same, and answers alike",
  "worker/account/password/set-up-password.ts: if (!member) throw gone(SPENT);":
    "two browsers at once: which is first is not a mutant's to say",
  "worker/account/sessions/sessions.ts: if (opened.length === 0) throw unauthorized();":
    "a password that changed while it was looked at",
  "worker/profile/profile.ts: if (!changed) throw unauthorized();":
    "an account that was closed while its profile was saved",
  'worker/privacy/export-data.ts: spendOwnLink(ctx.db, { tokenHash, memberId: id, purpose: "export" }, ctx.now),':
    "its conditions have mutants in auth-tokens.queries.ts, and what follows from it one beside it",
};
