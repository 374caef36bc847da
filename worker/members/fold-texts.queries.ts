import { type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { IS_TO_FOLD } from "#db/schema/members.ts";
import { TRANSCRIPT_SEARCHED } from "#domain/rules/search.ts";
import { foldText } from "#domain/rules/text.ts";
import { WORDS } from "../mail-responses/inbound/inbound.queries.ts";

type Unfolded = { id: string; text: string };

const SESSION = sql`c.title || char(10) || c.description || char(10) || coalesce(substr(c.transcript, 1, ${TRANSCRIPT_SEARCHED}), '')`;
const NAMES = sql`coalesce(first_name, '') || char(10) || coalesce(last_name, '')`;

/** What a search looks through, and the write of its folded form, which changes nothing if the text has changed meanwhile. */
const TEXTS: { from: SQL; write: (row: Unfolded) => SQL }[] = [
  {
    from: sql`c.id, ${SESSION} as text from content_texts t cross join content c on c.id = t.content_id where t.folded is null`,
    write: ({ id, text }) => sql`
      update content_texts set folded = ${foldText(text)} where content_id = ${id} and folded is null
        and exists (select 1 from content c where c.id = content_id and ${SESSION} = ${text})`,
  },
  {
    from: sql`id, ${NAMES} as text from members indexed by members_to_fold where ${sql.raw(IS_TO_FOLD)}`,
    write({ id, text }) {
      const [first, last] = foldText(text).split("\n");
      return sql`update members set first_name_folded = ${first}, last_name_folded = ${last} where id = ${id} and ${NAMES} = ${text}`;
    },
  },
  {
    from: sql`id, ${WORDS} as text from inbound_mails where folded is null`,
    write: ({ id, text }) => sql`update inbound_mails set folded = ${foldText(text)} where id = ${id}`,
  },
];

export function selectUnfolded(db: Db, limit: number) {
  return TEXTS.map(({ from }) => db.all<Unfolded>(sql`select ${from} limit ${limit}`));
}

export function writeFolded(db: Db, kind: number, row: Unfolded) {
  return db.run(TEXTS[kind]?.write(row) ?? sql``);
}
