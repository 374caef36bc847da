import { mutantsOf } from "../support/mutate.ts";
import { CONTENT_MUTANTS } from "./content-mutants.ts";
import { DOOR_MUTANTS } from "./door-mutants.ts";

/** What the matrix has to see. */
export const MUTANTS = { ...mutantsOf(DOOR_MUTANTS), ...mutantsOf(CONTENT_MUTANTS) };
