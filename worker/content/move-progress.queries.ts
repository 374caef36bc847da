import { sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { completionsOf, recount } from "./recount.queries.ts";

/** Members with rows in the old table, in its order: as many as have about that many rows together. */
export function selectUnmoved(db: Db, rows: number) {
  return db.all<{ id: string }>(sql`
    select distinct member_id as id from (select member_id from progress order by member_id limit ${rows})`);
}

/**
 * Copies members' rows of the old table. What 0.2.0 wrote there after a move counts as a save without a playback's number
 * (docs/rules/progress.md, "Positions and saves"). Its row began at epoch 0, so only a later epoch says something.
 */
function copyRows(db: Db, members: string) {
  const isLater = "excluded.epoch > m.epoch";
  const isNewer = `(${isLater} or excluded.position_at >= coalesce(m.position_at, 0))`;
  const most = (column: string) => `${column} = max(m.${column}, excluded.${column})`;
  const played = (column: string) =>
    `${column} = iif(${isLater}, excluded.${column}, max(m.${column}, excluded.${column}))`;
  const newest = (column: string) => `${column} = iif(${isNewer}, excluded.${column}, m.${column})`;
  const merged = [
    ...["audio_completed", "video_completed", "total_watched", "epoch"].map(most),
    ...["audio_progress", "video_progress"].map(played),
    ...["audio_position", "video_position", "sequence", "position_at"].map(newest),
    `playback = iif(${isNewer}, max(excluded.playback, m.playback + 1), m.playback)`,
    "completed_day = coalesce(m.completed_day, excluded.completed_day)",
  ];
  return db.run(sql`
    insert into member_progress as m (member_id, content_number, audio_completed, video_completed, total_watched, audio_progress,
      video_progress, audio_position, video_position, playback, sequence, position_at, epoch, completed_day)
    select o.member_id, c.number, o.audio_completed, o.video_completed, o.total_watched, o.audio_progress, o.video_progress,
      o.audio_position, o.video_position, o.playback, o.sequence, o.position_at / 1000, o.epoch, unixepoch(o.completed_date) / 86400
    from progress o join content c on c.id = o.content_id
    where o.member_id in (select value from json_each(${members}))
    on conflict (member_id, content_number) do update set
      ${sql.raw(merged.join(", "))}`);
}

/** Moves members' rows to the new table. Recounts members that 0.2.0 counted by fewer rows. For one batch, in this order. */
export function moveRows(db: Db, ids: string[]) {
  const members = JSON.stringify(ids);
  const stored = sql`(items_completed, coalesce(last_completed_date, ''))`;
  const counted = sql`(select count(*), coalesce(max(day), '') from ${completionsOf(sql`members.id`)})`;
  const isWrong = sql`id in (select value from json_each(${members})) and ${stored} <> ${counted}`;
  return {
    copied: copyRows(db, members),
    deleted: db.run(sql`delete from progress where member_id in (select value from json_each(${members}))`),
    recounted: recount(db, sql`members.id`, isWrong),
  };
}
