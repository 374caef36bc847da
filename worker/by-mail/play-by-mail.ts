import type { ItemByMail, MailLink, ProgressByMail, SaveByMailRequest } from "#domain/contract/by-mail.ts";
import type { Caller } from "../auth/sessions.ts";
import { readContent } from "../content/read-content.ts";
import type { Ctx } from "../context.ts";
import { notFound } from "../errors.ts";
import { saveProgress } from "../progress/item-progress.ts";
import { endOfLink, memberOfLink, requireMailKey } from "./mail-link.ts";

/** The button plays until the end of the day after its mail's. */
const DAYS_GOOD = 1;

/** A member by their mail's button, in the place of one with a session. What it leads to is the item of its day, and no other. */
function callerOf(ctx: Ctx, link: MailLink): Caller {
  // At once: the item is read beside the look-up of the member.
  requireMailKey(ctx, link);
  return { memberId: link.member, member: memberOfLink(ctx, link, DAYS_GOOD) };
}

type Opened = { item: ItemByMail; pass: { filenames: string[]; until: number } };

/**
 * The item of a mail's day, without anything of the member's own, and what a pass for its media is to open until when. It
 * changes nothing: whatever opens a mail's links may call it.
 * @throws AppError `validation`, `gone`, `no_access` or `not_found`
 */
export async function openByMail(ctx: Ctx, link: MailLink): Promise<Opened> {
  const caller = callerOf(ctx, link);
  const { completed, progressPercent, ...item } = await readContent(ctx, { viewer: caller, ref: link.date });
  if (item.comingSoon) throw notFound("Content");
  const member = await caller.member;
  const until = Math.min(member.accessEndsAt ?? 0, endOfLink(link, member, DAYS_GOOD));
  const files = [item.audioFilename, item.videoFilename, item.captionsFilename];
  return { item, pass: { filenames: files.filter((name) => name !== null), until } };
}

/**
 * Adds what was heard to the member's progress, as a save with a session would.
 * @throws AppError as `openByMail`
 */
export async function saveByMail(ctx: Ctx, { report, ...link }: SaveByMailRequest): Promise<ProgressByMail> {
  const saved = await saveProgress(ctx, { caller: callerOf(ctx, link), ref: link.date, report });
  const { playback, sequence, audioPosition, videoPosition, epoch, totalWatched } = saved;
  return { playback, sequence, audioPosition, videoPosition, epoch, totalWatched };
}
