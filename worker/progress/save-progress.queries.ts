import { and, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import type { Db } from "#db/client.ts";
import { content, type repeats } from "#db/schema/content.ts";
import { progress, startsByDay } from "#db/schema/progress.ts";
import type { SaveProgressRequest } from "#domain/contract/progress.ts";
import { COMPLETION_THRESHOLD } from "#domain/rules/completion.ts";
import { dayOf, isItem, isOpen, type OpenItem } from "../content/content.queries.ts";

const hasAudio = sql`content.audio_key is not null`;
const hasVideo = sql`(content.video_key is not null or (content.embed_provider is not null and content.embed_ref is not null))`;

/** Reads a value from the row's item, inside an update of `progress`. */
function ofItem(expression: SQL): SQL {
  return sql`(select ${expression} from content where content.number = member_progress.content_number)`;
}

/** The written row with its item's date. There's no row if the item isn't open or the call belongs to another epoch. */
const written = {
  ...getTableColumns(progress),
  contentId: sql<string>`(select c.id from content c where c.number = content_number)`.as("content_id"),
  date: sql<string>`(select c.date from content c where c.number = content_number)`.as("date"),
};
export type WrittenProgress = typeof progress.$inferSelect & { contentId: string; date: string };

const inSeconds = (instant: number) => Math.floor(instant / 1000);

/** `playedAt` is in seconds. */
function positionsAfter(report: SaveProgressRequest, playedAt: number) {
  const { audioPosition, videoPosition, playback, sequence = 0 } = report;
  if (audioPosition === undefined && videoPosition === undefined) return {};
  // A save without a playback number may have waited in a browser for days, so only its time shows whether it's the newest.
  const isNewer =
    playback === undefined
      ? sql`(member_progress.position_at is null or ${playedAt} >= member_progress.position_at)`
      : sql`(${playback} > member_progress.playback or (${playback} = member_progress.playback and ${sequence} > member_progress.sequence))`;
  const next = (column: SQL, value: SQL | number) => sql`iif(${isNewer}, ${value}, ${column})`;
  return {
    audioPosition: next(sql`member_progress.audio_position`, audioPosition ?? sql`member_progress.audio_position`),
    videoPosition: next(sql`member_progress.video_position`, videoPosition ?? sql`member_progress.video_position`),
    playback: next(sql`member_progress.playback`, playback ?? sql`member_progress.playback + 1`),
    sequence: next(sql`member_progress.sequence`, sequence),
    positionAt: next(sql`member_progress.position_at`, playedAt),
  };
}

export type Save = OpenItem & {
  id: string;
  report: SaveProgressRequest;
  /** The member's own day when it happened, for dating a completion. */
  day: string;
  /** Epoch ms */
  playedAt: number;
  daysEarly: number;
};

/** Not correlated, so SQLite finds the member's row by its key. */
const numbersOf = (db: Db, item: OpenItem) => db.select({ number: content.number }).from(content).where(isOpen(item));

const isOfEpoch = ({ epoch }: SaveProgressRequest) =>
  epoch === undefined ? undefined : sql`${epoch} >= member_progress.epoch`;

/**
 * Merges as `mergeProgress` does; playback order decides positions (docs/rules/progress.md, "Positions and saves").
 * It names no indexed column, so it writes one row, and leaves completing to `completeProgress`.
 */
export function saveProgressRow(db: Db, { memberId, report, playedAt, ...item }: Save) {
  const positionAt = inSeconds(playedAt);
  const audioProgress = Math.floor(report.audioProgress ?? 0);
  const videoProgress = Math.floor(report.videoProgress ?? 0);
  const audioDone = sql`(${hasAudio} and ${report.audioCompleted === true || audioProgress >= COMPLETION_THRESHOLD})`;
  const videoDone = sql`(${hasVideo} and ${report.videoCompleted === true || videoProgress >= COMPLETION_THRESHOLD})`;
  const hasPosition = report.audioPosition !== undefined || report.videoPosition !== undefined;
  const first = db
    .select({
      memberId: sql<string>`${memberId}`.as("member_id"),
      contentNumber: sql<number>`${content.number}`.as("content_number"),
      audioCompleted: sql<boolean>`${audioDone}`.as("audio_completed"),
      videoCompleted: sql<boolean>`${videoDone}`.as("video_completed"),
      totalWatched: sql<boolean>`0`.as("total_watched"),
      audioProgress: sql<number>`${audioProgress}`.as("audio_progress"),
      videoProgress: sql<number>`${videoProgress}`.as("video_progress"),
      audioPosition: sql<number>`${report.audioPosition ?? 0}`.as("audio_position"),
      videoPosition: sql<number>`${report.videoPosition ?? 0}`.as("video_position"),
      playback: sql<number>`${hasPosition ? (report.playback ?? 1) : 0}`.as("playback"),
      sequence: sql<number>`${hasPosition ? (report.sequence ?? 0) : 0}`.as("sequence"),
      positionAt: sql<number | null>`${hasPosition ? positionAt : null}`.as("position_at"),
      epoch: sql<number>`0`.as("epoch"),
      completedDate: sql<string | null>`null`.as("completed_day"),
    })
    .from(content)
    .where(isOpen({ memberId, ...item }));
  const setWhere = isOfEpoch(report);
  return db
    .insert(progress)
    .select(first)
    .onConflictDoUpdate({
      target: [progress.memberId, progress.contentNumber],
      set: {
        audioCompleted: sql`max(member_progress.audio_completed, excluded.audio_completed)`,
        videoCompleted: sql`max(member_progress.video_completed, excluded.video_completed)`,
        audioProgress: sql`max(member_progress.audio_progress, excluded.audio_progress)`,
        videoProgress: sql`max(member_progress.video_progress, excluded.video_progress)`,
        ...positionsAfter(report, positionAt),
      },
      ...(setWhere && { setWhere }),
    })
    .returning(written);
}

/** Counts a session that the save in the same batch starts, and what brought the member to it. */
export function countStart(db: Db, { memberId, report, day, ...item }: Save) {
  return db.run(sql`
    insert into starts_by_day (day, by_mail, by_push)
    select ${dayOf(day)}, ${Number(report.openedBy === "email")}, ${Number(report.openedBy === "notification")} from content
    where ${isOpen({ memberId, ...item })}
      and not exists (select 1 from member_progress p where p.member_id = ${memberId} and p.content_number = content.number)
    on conflict (day) do update set by_mail = by_mail + excluded.by_mail, by_push = by_push + excluded.by_push`);
}

export function selectStarts(db: Db, date: string) {
  const { day, ...counts } = getTableColumns(startsByDay);
  return db.select(counts).from(startsByDay).where(eq(day, date));
}

/** Completes an item that was marked, or whose media are all complete after the save in the same batch; returns its row if so. */
export function completeProgress(db: Db, { memberId, report, day, daysEarly, ...item }: Save) {
  const isComplete = sql`(${hasAudio} or ${hasVideo})
    and (not ${hasAudio} or member_progress.audio_completed) and (not ${hasVideo} or member_progress.video_completed)`;
  return db
    .update(progress)
    .set({
      totalWatched: true,
      completedDate: dayOf(sql`max(${day}, ${ofItem(sql`date(content.date, ${`-${daysEarly} days`})`)})`),
    })
    .where(
      and(
        eq(progress.memberId, memberId),
        inArray(progress.contentNumber, numbersOf(db, { memberId, ...item })),
        eq(progress.totalWatched, false),
        report.totalWatched === true ? undefined : ofItem(isComplete),
        isOfEpoch(report),
      ),
    )
    .returning(written);
}

type Ending = OpenItem & { epoch: number };

/** Lets an epoch end before anything is stored for the item, so a save still in flight belongs to the old epoch. */
export function insertEmptyProgress(db: Db, { memberId, ...item }: Ending) {
  return db.run(sql`insert into member_progress (member_id, content_number)
    select ${memberId}, content.number from content where ${isOpen({ memberId, ...item })}
    on conflict do nothing`);
}

const FROM_THE_START = { audioProgress: 0, videoProgress: 0, audioPosition: 0, videoPosition: 0 } as const;
const NOT_DONE = {
  audioCompleted: false,
  videoCompleted: false,
  totalWatched: false,
  completedDate: null,
} as const;

/** Goes back to the start of an item and optionally undoes its completion. Any position saved in the new epoch is the newest. */
export function endEpoch(db: Db, { memberId, epoch, ...item }: Ending, { isUndone }: { isUndone: boolean }) {
  return db
    .update(progress)
    .set({ ...FROM_THE_START, ...(isUndone ? NOT_DONE : {}), positionAt: null, epoch: epoch + 1 })
    .where(
      and(
        eq(progress.memberId, memberId),
        inArray(progress.contentNumber, numbersOf(db, { memberId, ...item })),
        eq(progress.epoch, epoch),
      ),
    )
    .returning(written);
}

type Repeat = Pick<Save, "id" | "memberId" | "ref" | "through" | "day" | "report"> & {
  audioDone: boolean;
  videoDone: boolean;
};

/**
 * Counts a fallback played again on its morning's day or the next, once every medium is complete (docs/rules/progress.md, "Counting").
 * If both days sent it, it counts for the later one.
 */
export function saveRepeat(db: Db, { id, day, report, audioDone, videoDone, ...item }: Repeat) {
  const isComplete = (audio: SQL, video: SQL) => sql`((not ${hasAudio} or ${audio}) and (not ${hasVideo} or ${video}))`;
  const done = isComplete(sql`${audioDone}`, sql`${videoDone}`);
  const isDoneNow = sql`(repeats.completed_date is null and (select ${isComplete(
    sql`max(repeats.audio_completed, excluded.audio_completed)`,
    sql`max(repeats.video_completed, excluded.video_completed)`,
  )} from content where content.id = repeats.content_id))`;
  const isOfEpoch = report.epoch === undefined ? sql`true` : sql`p.epoch <= ${report.epoch}`;
  return db.all<Pick<typeof repeats.$inferSelect, "completedDate">>(sql`
    insert into repeats (member_id, morning, content_id, audio_completed, video_completed, completed_date, completed_by)
    select p.member_id, f.date, content.id, ${audioDone}, ${videoDone}, iif(${done}, ${day}, null), iif(${done}, ${id}, null)
    from content
    join fallback_mornings f on f.date in (${day}, date(${day}, '-1 day'))
      and (f.content_id = content.id or instr(f.earlier, json_quote(content.id)))
    join member_progress p on p.member_id = ${item.memberId} and p.content_number = content.number
      and p.completed_day < ${dayOf(sql`f.date`)} and ${isOfEpoch}
    where ${isOpen(item)} order by f.date desc limit 1
    on conflict (member_id, morning) do update set
      audio_completed = max(repeats.audio_completed, excluded.audio_completed),
      video_completed = max(repeats.video_completed, excluded.video_completed),
      completed_date = iif(${isDoneNow}, ${day}, repeats.completed_date),
      completed_by = iif(${isDoneNow}, ${id}, repeats.completed_by)
    where repeats.content_id = excluded.content_id
    returning completed_date as "completedDate"`);
}

export function deleteRepeats(db: Db, { memberId, ref }: Pick<Save, "memberId" | "ref">) {
  return db.run(sql`
    delete from repeats where member_id = ${memberId} and exists (
      select 1 from member_progress p join content on content.number = p.content_number
      where p.member_id = ${memberId} and content.id = repeats.content_id and p.completed_day is null and ${isItem(ref)})`);
}
