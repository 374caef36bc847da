import { and, eq, inArray, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, fallbackMornings } from "#db/schema/content.ts";
import type { Fallback } from "#domain/rules/fallbacks.ts";
import { LAUNCH_DATE } from "#domain/rules/release.ts";
import { RUNWAY_DAYS } from "#domain/rules/runway.ts";
import { columns, onOffer, selectDatesOnOffer } from "./content.queries.ts";

/** The sessions that dates without content may send. Literal SQL, so SQLite can match the partial index. */
export const fallbacks = sql`content indexed by content_to_send_again
  where may_be_sent_again = 1 and deleted_at is null and status <> 'draft' and hidden = 0 and content.date >= ${LAUNCH_DATE}`;
const sentOn = sql`(case when sent_again_on > content.date then sent_again_on else content.date end)`;
/** Like `fallbackFor` (domain/rules/fallbacks.ts). */
const leastRecentFirst = sql`order by ${sentOn}, content.date`;

/** Returns as many as a forecast can use up, in their order. */
function selectFallbacks(db: Db) {
  return db.all<Fallback & { title: string }>(sql`
    select id, content.date, title, ${sentOn} as "sentOn" from ${fallbacks} ${leastRecentFirst} limit ${RUNWAY_DAYS}`);
}

/** Returns what dates in a range have stored, if members can still open it. */
function selectDecided(db: Db, from: string, through: string) {
  return db.all<{ morning: string; id: string; date: string; title: string }>(sql`
    select f.date as morning, content.id, content.date, content.title
    from fallback_mornings f cross join content on content.id = f.content_id
    where f.date between ${from} and ${through} and ${onOffer}`);
}

/** Everything needed to work out which dates in a range wake members (`emptyMornings` in fallbacks.ts). */
export function selectMornings(db: Db, from: string, through: string) {
  return {
    dates: selectDatesOnOffer(db, from, through),
    fallbacks: selectFallbacks(db),
    decided: selectDecided(db, from, through),
  };
}

/** Stores what a date sends, unless it has stored something that members can open. */
export function decideFallback(db: Db, date: string, now: number) {
  return db.run(sql`
    insert into fallback_mornings (date, content_id, decided_at)
    select ${date}, first.id, ${now}
    from (select id from ${fallbacks} and content.date < ${date} ${leastRecentFirst} limit 1) first
    where not exists (
      select 1 from fallback_mornings f cross join content on content.id = f.content_id
      where f.date = ${date} and ${onOffer})
    on conflict (date) do update set content_id = excluded.content_id, decided_at = excluded.decided_at,
      earlier = json_insert(earlier, '$[#]', content_id)`);
}

export function selectFallbackRows(db: Db, dates: string[]) {
  return db
    .select({ morning: sql<string>`${fallbackMornings.date}`.as("morning"), item: columns })
    .from(fallbackMornings)
    .innerJoin(content, eq(content.id, fallbackMornings.contentId))
    .where(and(inArray(fallbackMornings.date, dates), onOffer));
}
