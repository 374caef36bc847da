import type { ProgressResponse, SaveProgressRequest, SaveProgressResponse } from "#domain/contract/progress.ts";
import { hasAccess, hasEarlyAccess } from "#domain/rules/access.ts";
import { COMPLETION_THRESHOLD, NO_PROGRESS } from "#domain/rules/completion.ts";
import { isoOrNull } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { playedInstant, trustedInstant } from "#domain/rules/playback.ts";
import { isLive } from "#domain/rules/release.ts";
import type { Member } from "../account/member/member.ts";
import type { Caller } from "../account/sessions/sessions.ts";
import { type ItemRef, selectContent } from "../content/content.queries.ts";
import { releasedThroughFor } from "../content/content-item.ts";
import { movedMember, readOwn } from "../content/move-progress.ts";
import { batchOf } from "../kernel/batch-of.ts";
import type { Ctx } from "../kernel/context.ts";
import { noAccess, notFound } from "../kernel/errors.ts";
import { retryWrite } from "../kernel/retry-write.ts";
import { readFigures } from "./engagement.ts";
import { selectProgress } from "./progress.queries.ts";
import { recountAfterSave, recountAfterUndoing } from "./recount.queries.ts";
import {
  completeProgress,
  countStart,
  deleteRepeats,
  endEpoch,
  insertEmptyProgress,
  saveProgressRow,
  saveRepeat,
  type WrittenProgress,
} from "./save-progress.queries.ts";

type Input = { caller: Caller; ref: ItemRef };

function toProgress(stored: WrittenProgress): ProgressResponse {
  return {
    id: stored.contentId,
    date: stored.date,
    audioCompleted: stored.audioCompleted,
    videoCompleted: stored.videoCompleted,
    totalWatched: stored.totalWatched,
    audioProgress: stored.audioProgress,
    videoProgress: stored.videoProgress,
    audioPosition: stored.audioPosition,
    videoPosition: stored.videoPosition,
    playback: stored.playback,
    sequence: stored.sequence,
    at: isoOrNull(stored.positionAt),
    epoch: stored.epoch,
  };
}

/** @throws AppError `no_access` or `not_found` */
export async function readProgress(ctx: Ctx, { caller, ref }: Input): Promise<ProgressResponse> {
  const [member, [item, stored]] = await readOwn(ctx, caller, () =>
    Promise.all([selectContent(ctx.db, ref).get(), selectProgress(ctx.db, caller.memberId, ref).get()]),
  );
  if (!hasAccess(member, ctx.now)) throw noAccess();
  if (!item || !isLive(item, releasedThroughFor(member, ctx.now))) throw notFound("Content");
  const { id, date } = item;
  return stored ? toProgress({ ...stored, contentId: id, date }) : { id, date, ...NO_PROGRESS };
}

/** Returns what a write's statements need to know about the item. @throws AppError `no_access` */
function openItem({ now }: Ctx, member: Member, ref: ItemRef) {
  if (!hasAccess(member, now)) throw noAccess();
  return { memberId: member.id, ref, through: releasedThroughFor(member, now) };
}

type Outcome = { member: Member; written: WrittenProgress | undefined; isCounted: boolean };

async function answer(ctx: Ctx, input: Input, { member, written, isCounted }: Outcome): Promise<SaveProgressResponse> {
  if (!written) return readProgress(ctx, input);
  return { ...toProgress(written), ...(isCounted ? await readFigures(ctx, member) : {}) };
}

/** Returns which media the save reports as finished, or as played past the threshold. */
function mediaDone({ totalWatched, ...report }: SaveProgressRequest) {
  const isDone = (flag: boolean | undefined, percent = 0) =>
    totalWatched === true || flag === true || percent >= COMPLETION_THRESHOLD;
  return {
    audioDone: isDone(report.audioCompleted, report.audioProgress),
    videoDone: isDone(report.videoCompleted, report.videoProgress),
  };
}

type SaveInput = Input & { report: SaveProgressRequest };
/** `completedDate` is the member's day of the last completion: the first one, or a repeat as a fallback. */
type Saved = { saved: SaveProgressResponse; completedDate: string | null };

/** Counts an item on the member's day of completion; a fallback may count once more. @throws AppError `no_access`, `not_found` */
export async function saveProgress(ctx: Ctx, { report, ...input }: SaveInput): Promise<Saved> {
  const member = await movedMember(ctx, input.caller);
  const said = report.at === undefined ? ctx.now : Date.parse(report.at);
  const save = {
    ...openItem(ctx, member, input.ref),
    id: ctx.requestId,
    report,
    playedAt: playedInstant(said, ctx.now),
    day: dateIn(member.timezone, trustedInstant(said, ctx.now)),
    daysEarly: hasEarlyAccess(member.highestPlan) ? 1 : 0,
  };
  const { written, repeated, isCounted } = await writeSave(ctx, save);
  const saved = await answer(ctx, input, { member, written, isCounted });
  return { saved, completedDate: repeated?.completedDate ?? written?.completedDate ?? null };
}

/** Only a save that finishes a medium can complete something, so only its batch asks. */
async function writeSave(ctx: Ctx, save: Parameters<typeof saveProgressRow>[1]) {
  const { db } = ctx;
  const done = mediaDone(save.report);
  const { openedBy, playback } = save.report;
  // Later saves of a playback have its number.
  const counted = () => (openedBy && playback === undefined ? [countStart(db, save)] : []);
  if (!done.audioDone && !done.videoDone) {
    const { saved } = await retryWrite(() => batchOf(db, { counted: counted(), saved: saveProgressRow(db, save) }));
    return { written: saved[0], repeated: undefined, isCounted: false };
  }
  let tries = 0;
  const { saved, completed, repeated, recounted } = await retryWrite(() => {
    tries += 1;
    // Recounting asks the statement before it whether it completed the item. The first try may have done so, and its answer got lost.
    return batchOf(db, {
      counted: counted(),
      saved: saveProgressRow(db, save),
      repeated: saveRepeat(db, { ...save, ...done }),
      completed: completeProgress(db, save),
      recounted: recountAfterSave(db, save, { isRetry: tries > 1 }),
    });
  });
  return { written: completed[0] ?? saved[0], repeated: repeated[0], isCounted: recounted.length > 0 };
}

type Ending = Input & { epoch: number };

/** Goes back to the start and keeps completions. @throws AppError `no_access` or `not_found` */
export async function startOver(ctx: Ctx, { epoch, ...input }: Ending): Promise<SaveProgressResponse> {
  const member = await movedMember(ctx, input.caller);
  const ending = { ...openItem(ctx, member, input.ref), epoch };
  const [, [written]] = await retryWrite(() =>
    ctx.db.batch([insertEmptyProgress(ctx.db, ending), endEpoch(ctx.db, ending, { isUndone: false })]),
  );
  return answer(ctx, input, { member, written, isCounted: false });
}

/** Undoes the completion and resets everything saved for the item. @throws AppError `no_access` or `not_found` */
export async function markNotDone(ctx: Ctx, { epoch, ...input }: Ending): Promise<SaveProgressResponse> {
  const member = await movedMember(ctx, input.caller);
  const ending = { ...openItem(ctx, member, input.ref), epoch };
  const { ended, recounted } = await retryWrite(() =>
    batchOf(ctx.db, {
      made: insertEmptyProgress(ctx.db, ending),
      ended: endEpoch(ctx.db, ending, { isUndone: true }),
      repeats: deleteRepeats(ctx.db, ending),
      recounted: recountAfterUndoing(ctx.db, member.id),
    }),
  );
  return answer(ctx, input, { member, written: ended[0], isCounted: recounted.length > 0 });
}
