import { sql } from "drizzle-orm";
import { searchedWords } from "#domain/rules/text.ts";

// Must match the name indexes' expressions word for word, or SQLite won't use them.
export const firstName = sql`coalesce(first_name_folded, lower(first_name))`;
export const lastName = sql`coalesce(last_name_folded, lower(last_name))`;

/** Looks inside "ana lopez ana@x.test", for words in any order or the whole as it's typed. It uses only columns of the index `members_search`. */
export function hasInName(search: string) {
  const text = sql`coalesce(${firstName}, '') || ' ' || coalesce(${lastName}, '') || ' ' || email_key`;
  const typed = sql`instr(${text}, ${search.toLowerCase()}) > 0`;
  const words = searchedWords(search).map((word) => sql`instr(${text}, ${word}) > 0`);
  return words.length === 0 ? typed : sql`(${typed} or ${sql.join(words, sql` and `)})`;
}
