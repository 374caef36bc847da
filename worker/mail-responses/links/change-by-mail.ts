import {
  type HourByMailRequest,
  type MailLink,
  NOT_OUR_MAIL_LINK,
  type PauseByMailRequest,
  type UndoByMailRequest,
  type WakeUpByMail,
} from "#domain/contract/mail-responses.ts";
import { DAY_MS } from "#domain/durations.ts";
import type { AuditAction } from "#domain/rules/audit-actions.ts";
import { instantAt } from "#domain/rules/instants.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { mailBlocker } from "#domain/rules/mail-blocker.ts";
import { pauseDayOf } from "#domain/rules/mail-pause.ts";
import { hourOf, type WeekHours } from "#domain/rules/week-hours.ts";
import type { Member } from "../../account/member/member.ts";
import { selectMember } from "../../account/member/members.queries.ts";
import { auditChange } from "../../audit/audit.queries.ts";
import { batchOf } from "../../kernel/batch-of.ts";
import type { Ctx } from "../../kernel/context.ts";
import { conflict, gone, invalid } from "../../kernel/errors.ts";
import { attemptLimit, requireAttempt, requireWithinHour } from "../../kernel/limits/attempt-limit.ts";
import { noteSkippedMornings } from "../../wake-up/note-skipped-mornings.ts";
import { takePlanOver } from "../../wake-up/take-plans-over.ts";
import { moveHours, pauseUntil, undoChange } from "./change-by-mail.queries.ts";
import { movedTo, moveEntry, toAnswer } from "./hour-of-link.ts";
import { memberOfLink, requireMailKey } from "./mail-link.ts";
import { type Click, clickOf, undoValueOf } from "./undo-value.ts";

const DAYS_GOOD = 7;
const UNDO_WINDOW_MS = DAY_MS;
/** Limit per quarter of an hour, as for unsubscribing. */
const MAX_UNDOS = 5;
/** Limit per member across all their emails; a click that changes nothing doesn't count. */
const CHANGES_AN_HOUR = 10;

/** Refuses a pause of emails that don't come anyway: its answer would promise they come again. */
const NO_MAILS = "You aren't getting wake-up emails right now. My Account shows why.";

const NOT_TAKEN_BACK = "You've undone this too many times. Wait a few minutes, or change your wake-up in My Account.";

function notMade(when: string): string {
  return `Your email links were used for a lot of changes in the past hour, so we didn't make this one. Try again in ${when}, or make it now in My Account.`;
}

async function requireMailsOn(ctx: Ctx, link: MailLink): Promise<Member> {
  const member = await memberOfLink(ctx, link, DAYS_GOOD);
  // Ignores what the links themselves change.
  if (mailBlocker({ ...member, pausedUntil: null, wakeUpSince: 0 }, ctx.now) !== null) throw conflict(NO_MAILS);
  return member;
}

/** Reads only. @throws AppError `validation` for a link that isn't ours, `gone` for an old one, `conflict` if no emails come */
export async function checkChange(ctx: Ctx, link: MailLink): Promise<WakeUpByMail> {
  return toAnswer(ctx, await requireMailsOn(ctx, link), link);
}

type Update = ReturnType<typeof moveHours>;
type Entry = { action: AuditAction; details?: Record<string, unknown> };
type Changing = {
  update: Update;
  entry: Entry;
  before: Click["before"];
  moved?: WeekHours | undefined;
  isChange: boolean;
  link: MailLink;
};

/** Runs a change with its audit; only a click that changed something can be undone. @throws AppError `rate_limited` */
async function change(ctx: Ctx, member: Member, { update, entry, before, moved, isChange, link }: Changing) {
  const limit = { kind: "by-mail-changes", member: member.id, max: CHANGES_AN_HOUR, messageOf: notMade } as const;
  if (isChange) await requireWithinHour(ctx, limit);
  const who = { actor: `member:${member.id}`, subject: member.id };
  const { changed, after } = await batchOf(ctx.db, {
    changed: update,
    audited: auditChange(ctx, { ...who, ...entry }),
    after: selectMember(ctx.db, member.id),
    skipped: moved ? await noteSkippedMornings(ctx, member, moved, who.actor) : [],
  });
  const undo = undoValueOf(ctx.config, member.id, { changedAt: ctx.now, before });
  return { ...toAnswer(ctx, after[0], link), ...(changed.length > 0 ? { undo } : {}) };
}

/** A longer pause stays. @throws AppError `validation` for a day not offered, `gone` once it has passed, `conflict` if no emails come */
export async function pauseByMail(ctx: Ctx, { until, ...link }: PauseByMailRequest): Promise<WakeUpByMail> {
  const member = await requireMailsOn(ctx, link);
  if (until !== pauseDayOf(link.date)) throw invalid(NOT_OUR_MAIL_LINK);
  const untilAt = instantAt(until, 0, member.timezone);
  if (untilAt <= ctx.now) throw gone("That pause would already be over. You can pause your emails in My Account.");
  const entry = { action: "mails.pause", details: { pausedUntil: until } } as const;
  const { pausedUntil } = member;
  const update = pauseUntil(ctx.db, member, untilAt, ctx.now);
  return change(ctx, member, { update, entry, before: { pausedUntil }, isChange: (pausedUntil ?? 0) < untilAt, link });
}

/** Never applies to the day of the email itself. @throws AppError `validation` for an hour not offered, `gone` for an old link, `conflict` if no emails come */
export async function moveByMail(ctx: Ctx, { hour, ...link }: HourByMailRequest): Promise<WakeUpByMail> {
  requireMailKey(ctx, link);
  await takePlanOver(ctx, link.member);
  const member = await requireMailsOn(ctx, link);
  if (!ctx.config.wakeUpHours.includes(hour)) throw invalid("Choose one of the available hours.");
  const [before, moved] = [hourOf(member, link.date), movedTo(member, link, hour)];
  const update = moveHours(ctx.db, member, moved, ctx.now);
  const changing = { update, entry: moveEntry(member, moved), before: { wakeUpHour: before }, moved, link };
  return change(ctx, member, { ...changing, isChange: before !== hour });
}

/** @throws AppError `validation` for a value we didn't sign, `gone` after a day or when the member has decided again */
export async function undoByMail(ctx: Ctx, { undo, ...link }: UndoByMailRequest): Promise<WakeUpByMail> {
  // The click is newer than the link, so the link may have expired by now.
  const member = await memberOfLink(ctx, link, DAYS_GOOD + 1);
  const click = clickOf(ctx.config, member.id, undo);
  if (click === null) throw invalid(NOT_OUR_MAIL_LINK);
  const limit = attemptLimit(ctx, { kind: "undo-account", value: member.id, max: MAX_UNDOS });
  await requireAttempt(ctx, [limit], { message: NOT_TAKEN_BACK });
  if (click.changedAt + UNDO_WINDOW_MS <= ctx.now) throw tooLate();
  const { before, changedAt } = click;
  const { to, ...undoing } = undoingOf(ctx, member, link, before);
  const update = undoChange(ctx.db, member, to, { now: ctx.now, changedAt });
  const { undo: done, ...answer } = await change(ctx, member, { ...undoing, update, before, link });
  // A repeat after a lost answer finds everything as before, which is what was wanted.
  if (done === undefined && undoing.isChange) throw tooLate();
  return answer;
}

type Undoing = Pick<Changing, "entry" | "isChange" | "moved"> & { to: Parameters<typeof undoChange>[2] };

function undoingOf(ctx: Ctx, member: Member, link: MailLink, before: Click["before"]): Undoing {
  if ("pausedUntil" in before) {
    const isChange = member.pausedUntil !== before.pausedUntil;
    return { to: before, entry: pauseEntry(ctx, member, before), isChange };
  }
  const moved = movedTo(member, link, before.wakeUpHour);
  return {
    to: moved,
    moved,
    entry: moveEntry(member, moved),
    isChange: hourOf(member, link.date) !== before.wakeUpHour,
  };
}

function pauseEntry({ now }: Ctx, { timezone }: Member, { pausedUntil }: { pausedUntil: number | null }): Entry {
  if (pausedUntil === null || pausedUntil <= now) return { action: "mails.resume" };
  return { action: "mails.pause", details: { pausedUntil: dateIn(timezone, pausedUntil) } };
}

const tooLate = () => gone("This can't be undone here anymore. You can change it in My Account.");
