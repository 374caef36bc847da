import { AlarmClock, AlarmClockOff } from "lucide-react";
import type { ReactNode } from "react";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatLongDate, formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { isWoken, wakeUpMoment } from "./member-words.ts";

type NextWakeUpProps = { profile: ProfileResponse; shownHour?: string; children?: ReactNode };

/** `shownHour` stands above, so it isn't said again. */
export function NextWakeUp({ profile, shownHour, children }: NextWakeUpProps) {
  const { nextWakeUpLocal, timezone } = profile;
  const [date = "", time] = nextWakeUpLocal?.split("T") ?? [];
  const Icon = nextWakeUpLocal === null ? AlarmClockOff : AlarmClock;
  return (
    <div className="grid gap-3 rounded-xl bg-night px-4 py-3.5">
      <p data-confirmed="" className="flex items-center gap-3">
        <Icon aria-hidden="true" className="size-5 shrink-0 text-bolt" />
        {nextWakeUpLocal === null ? (
          <span className="text-muted">{reasonOf(profile)}</span>
        ) : (
          <span>
            <span className="text-muted">{profile.pausedUntil ? "Paused. Resumes: " : "Next wake-up: "}</span>
            <strong className="inline-block">
              {time !== undefined && time === shownHour
                ? `${formatShortWeekday(date)}, ${formatMonthDay(date)}`
                : wakeUpMoment(nextWakeUpLocal, timezone)}
            </strong>
            {profile.weekendTime === NO_EMAIL && <span className="block text-muted text-sm">Nothing on weekends</span>}
          </span>
        )}
      </p>
      {children}
    </div>
  );
}

function reasonOf({ hasAccess, pausedUntil, ...profile }: ProfileResponse): ReactNode {
  if (!hasAccess) return "Your membership has ended, so you don't get wake-up emails.";
  if (!isWoken(profile)) return "Your wake-up emails are off.";
  if (!pausedUntil) return "No wake-up is scheduled right now.";
  return (
    <>
      Paused until <strong className="text-ink">{formatLongDate(pausedUntil)}</strong>.
    </>
  );
}
