import { type MailLink, NOT_OUR_MAIL_LINK, type WakeUpByMail } from "#domain/contract/mail-responses.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { HOUR_TOO_LATE, hourOf, isWeekend, LATEST_HOUR, timesOf, wakingDay } from "#domain/rules/week-hours.ts";
import { planFrom } from "#domain/rules/weekends.ts";
import type { Ctx } from "../../kernel/context.ts";
import { invalid } from "../../kernel/errors.ts";
import type { Move, Planned } from "./change-by-mail.queries.ts";

/** Whether an email's links change the weekend hour. */
const isOfWeekend = ({ plan }: Planned, { date }: MailLink) => isWeekend(date) && plan?.weekendHour != null;

/** `move`: what the new hour sets, if the member's weekends differ. */
export type Moved = { wakeUpHour: number; move: Move | undefined };

/** Changes that hour. @throws AppError `validation` for an hour too late for members whose weekends differ */
export function movedTo({ now }: Ctx, member: Planned, link: MailLink, wakeUpHour: number): Moved {
  const { plan, timezone } = member;
  if (!plan) return { wakeUpHour, move: undefined };
  if (wakeUpHour > LATEST_HOUR) throw invalid(HOUR_TOO_LATE);
  const { weekdayHour, weekendHour } = plan;
  const hours = isOfWeekend(member, link)
    ? { weekdayHour, weekendHour: wakeUpHour }
    : { weekdayHour: wakeUpHour, weekendHour };
  return { wakeUpHour, move: planFrom(hours, timezone, now) };
}

export function moveEntry({ timezone }: Planned, { wakeUpHour, move }: Moved) {
  const { emailTime, weekendTime } = timesOf({ wakeUpHour, plan: move?.plan });
  return { action: "mails.time", details: { emailTime, timezone, weekendTime: weekendTime ?? undefined } } as const;
}

export function toAnswer({ now }: Ctx, member: Planned | undefined, link: MailLink): WakeUpByMail {
  if (!member) throw invalid(NOT_OUR_MAIL_LINK);
  const { plan, pausedUntil, timezone } = member;
  const day = pausedUntil !== null && pausedUntil > now ? dateIn(timezone, pausedUntil) : null;
  if (!plan) return { emailTime: formatHour(member.wakeUpHour), pausedUntil: day };
  const resumesOn = day && wakingDay(plan, day);
  const hour = hourOf(member, resumesOn ?? link.date);
  return {
    emailTime: formatHour(hour),
    pausedUntil: resumesOn,
    days: isOfWeekend(member, link) ? "weekends" : "weekdays",
  };
}
