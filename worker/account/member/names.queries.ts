import { type SQL, sql } from "drizzle-orm";
import { hasWords } from "../../kernel/has-words.queries.ts";

// Must match the name indexes' expressions word for word, or SQLite won't use them.
export const fullName = sql`coalesce(first_name_folded, lower(first_name), '') || ' ' || coalesce(last_name_folded, lower(last_name), '')`;
export const lastName = sql`coalesce(last_name_folded, lower(last_name))`;

/** Looks inside "ana lopez ana@x.test". It uses only columns of the index `members_search`. */
export const hasInName = (search: string) => hasWords(sql`${fullName} || ' ' || email_key`, search);

export function beginsLike(column: SQL, text: string): SQL {
  return sql`${column} >= ${text} and ${column} < ${text} || char(1114111)`;
}
