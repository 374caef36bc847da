import { type SQL, sql } from "drizzle-orm";
import { searchedWords } from "#domain/rules/text.ts";

/** Whether a folded text has all words of a search, in any order, or, not folded yet, the search as it's typed. Not LIKE: D1 rejects patterns over 50 bytes. */
export function hasWords(text: SQL, search: string): SQL {
  const typed = sql`instr(${text}, lower(${search})) > 0`;
  const words = searchedWords(search).map((word) => sql`instr(${text}, ${word}) > 0`);
  return words.length === 0 ? typed : sql`(${typed} or ${sql.join(words, sql` and `)})`;
}
