/** SQL of a member's rows; names in braces are those of `Person` (member-rows.queries.ts). */
export type MemberRows = {
  of: string;
  /** Which rows an export shows, where a purge takes others: what two share is not each one's to read. */
  exported?: string;
  /** What the purge does with them: they go, or columns take these values. */
  purge: "delete" | Record<string, string>;
  /** What a member reads above them in their export. */
  heading: string;
  /** Columns that an export leaves out (null), or what it says in their place. */
  shown?: Record<string, string | null>;
  /** What an export reads instead of the table: the same rows in words. */
  view?: string;
};

/** Values that columns take where a condition holds. */
export function onlyIf(condition: string, values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([column, value]) => [column, `iif(${condition}, ${value}, ${column})`]),
  );
}
