import type { Ctx } from "../kernel/context.ts";
import { foldUnfolded, selectUnfolded } from "./content-texts.queries.ts";

/** Limit for one hour; docs/rules/budgets.md, "Row budgets". */
const FOLDED_PER_HOUR = 200;

/** Makes items searchable whose words the Worker didn't write: from before the library, from a rolled-back Worker, or seeded. */
export async function foldTexts({ db }: Pick<Ctx, "db">): Promise<void> {
  const [first, ...rest] = (await selectUnfolded(db, FOLDED_PER_HOUR)).map((item) => foldUnfolded(db, item));
  if (first) await db.batch([first, ...rest]);
}
