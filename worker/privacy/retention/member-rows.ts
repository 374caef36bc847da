/** SQL for a member's rows; names in braces are those of `Person` (member-rows.queries.ts). */
export type MemberRows = {
  of: string;
  /** Rows an export shows if they differ from those a purge takes: shared rows aren't for each side to read. */
  exported?: string;
  /** What a purge does: delete the rows, or set columns to these values. */
  purge: "delete" | Record<string, string>;
  /** Heading of these rows in a member's export. */
  heading: string;
  /** Columns an export leaves out (null), or the SQL of what it shows instead. */
  shown?: Record<string, string | null>;
  /** A view an export reads instead of the table: the same rows in words. */
  view?: string;
};

export function onlyIf(condition: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, `iif(${condition}, ${value}, ${column})`]),
  );
}
