import { type MailLink, NOT_OUR_MAIL_LINK, type WakeUpByMail } from "#domain/contract/mail-responses.ts";
import { dateIn } from "#domain/rules/local-time.ts";
import { formatHour } from "#domain/rules/wake-up-hours.ts";
import { hourOf, isWeekend, NO_HOUR, timesOf, type WeekHours, wakingDay } from "#domain/rules/week-hours.ts";
import type { Member } from "../../account/member/member.ts";
import type { Ctx } from "../../kernel/context.ts";
import { invalid } from "../../kernel/errors.ts";

/** Whether an email's links change the weekend hour. */
const isOfWeekend = ({ weekendHour }: WeekHours, { date }: MailLink) =>
  isWeekend(date) && weekendHour !== null && weekendHour !== NO_HOUR;

/** The hours once the link's is changed. */
export function movedTo(hours: WeekHours, link: MailLink, hour: number): WeekHours {
  const { wakeUpHour, weekendHour } = hours;
  return isOfWeekend(hours, link) ? { wakeUpHour, weekendHour: hour } : { wakeUpHour: hour, weekendHour };
}

export function moveEntry({ timezone }: Member, moved: WeekHours) {
  const { emailTime, weekendTime } = timesOf(moved);
  return { action: "mails.time", details: { emailTime, timezone, weekendTime: weekendTime ?? undefined } } as const;
}

export function toAnswer({ now }: Ctx, member: Member | undefined, link: MailLink): WakeUpByMail {
  if (!member) throw invalid(NOT_OUR_MAIL_LINK);
  const { weekendHour, pausedUntil, timezone } = member;
  const isPaused = pausedUntil !== null && pausedUntil > now;
  const resumesOn = isPaused ? wakingDay(member, dateIn(timezone, pausedUntil)) : null;
  const answer = { emailTime: formatHour(hourOf(member, resumesOn ?? link.date)), pausedUntil: resumesOn };
  return weekendHour === null ? answer : { ...answer, days: isOfWeekend(member, link) ? "weekends" : "weekdays" };
}
