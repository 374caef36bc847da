import type { ItemByMail, ProgressByMail, SaveByMailRequest, SessionLink } from "#domain/contract/mail-responses.ts";
import type { Caller } from "../../account/sessions/sessions.ts";
import type { MorningRef } from "../../content/content.queries.ts";
import { readContent } from "../../content/read-content.ts";
import type { Ctx } from "../../kernel/context.ts";
import { notFound } from "../../kernel/errors.ts";
import { requireWithinHour } from "../../kernel/limits/attempt-limit.ts";
import { saveProgress } from "../../progress/item-progress.ts";
import { endOfLink, memberOfLink, requireMailKey } from "./mail-link.ts";

/** The button plays until the end of the day after its email's. */
const DAYS_GOOD = 1;
/** A player saves every two minutes and at each pause, and sends a refused save again while its page is open. */
const SAVES_AN_HOUR = 60;

function untilSaved(when: string): string {
  return `We've saved your progress many times in the past hour. Keep this page open, and we'll save it again in ${when}.`;
}

/** Returns the member of an email's button in place of one with a session. It opens only the item of that morning. */
function callerOf(ctx: Ctx, link: SessionLink): Caller {
  // Checked right away, since the item is read in parallel with the member.
  requireMailKey(ctx, link);
  return { memberId: link.member, member: memberOfLink(ctx, link, DAYS_GOOD) };
}

const itemOf = ({ date, item }: SessionLink): MorningRef => ({ morning: date, sentId: item ?? null });

type Opened = { item: ItemByMail; pass: { filenames: string[]; until: number } };

/** Changes nothing, as email scanners may call it. @throws AppError `validation`, `gone`, `no_access` or `not_found` */
export async function openByMail(ctx: Ctx, link: SessionLink): Promise<Opened> {
  const caller = callerOf(ctx, link);
  const { completed, progressPercent, isFavorite, ...item } = await readContent(ctx, {
    viewer: caller,
    ref: itemOf(link),
  });
  if (item.comingSoon) throw notFound("Content");
  const member = await caller.member;
  const until = Math.min(member.accessEndsAt ?? 0, endOfLink(link, member, DAYS_GOOD));
  const files = [item.audioFilename, item.videoFilename, item.captionsFilename];
  return { item, pass: { filenames: files.filter((name) => name !== null), until } };
}

/** @throws AppError as `openByMail`, and `rate_limited` */
export async function saveByMail(ctx: Ctx, { report, ...link }: SaveByMailRequest): Promise<ProgressByMail> {
  const caller = callerOf(ctx, link);
  const limit = { kind: "by-mail-saves", member: link.member, max: SAVES_AN_HOUR, messageOf: untilSaved } as const;
  const [member] = await Promise.all([caller.member, requireWithinHour(ctx, limit)]);
  const opened = { ...report, openedBy: "email" } as const;
  const { saved, completedDate } = await saveProgress(ctx, { caller, ref: itemOf(link), report: opened });
  const { playback, sequence, audioPosition, videoPosition, epoch } = saved;
  // A fallback may have been completed long before: the answer says whether this morning is complete.
  const isOfBefore = saved.date !== link.date && (completedDate ?? "") < link.date;
  const totalWatched = saved.totalWatched && !isOfBefore;
  // Complete before: the member's own figure, which holds until the link ends if it's of that morning.
  const known = (member.lastCompletedDate ?? "") < link.date ? undefined : member.currentStreak;
  const currentStreak = totalWatched ? (saved.streak?.currentStreak ?? known) : undefined;
  return { playback, sequence, audioPosition, videoPosition, epoch, totalWatched, currentStreak };
}
