import { env } from "cloudflare:workers";
import { rowsOf } from "./factories.ts";

/** Where a text occurs in the database and in R2: `table.column`, or a file's name. */
export async function findText(text: string): Promise<string[]> {
  const isOurs =
    "type = 'table' and name not like 'sqlite_%' and name not like '\\_cf%' escape '\\' and name <> 'd1_migrations'";
  const found: string[] = [];
  for (const { name: table } of await rowsOf(`select name from sqlite_schema where ${isOurs}`)) {
    for (const { name } of await rowsOf(`select name from pragma_table_info('${table}')`)) {
      const [hit] = await rowsOf(`select count(*) as n from ${table} where instr(lower(${name}), lower(?)) > 0`, text);
      if (hit?.n !== 0) found.push(`${table}.${name}`);
    }
  }
  for (const { key } of (await env.MEDIA.list()).objects) {
    const file = await env.MEDIA.get(key);
    if ((await file?.text())?.toLowerCase().includes(text.toLowerCase())) found.push(key);
  }
  return found;
}
