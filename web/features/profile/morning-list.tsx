import { clsx } from "clsx";
import { CircleCheck, CircleDashed, CircleHelp, CircleX, Clock, type LucideIcon } from "lucide-react";
import type { Morning, ProfileResponse } from "#domain/contract/profile.ts";
import { formatTimeIfKnown } from "#domain/formats.ts";
import { formatMonthDay, formatShortWeekday } from "#domain/rules/calendar-days.ts";
import type { MorningState } from "#domain/rules/mail-states.ts";
import { clockTime } from "#domain/rules/wake-up-hours.ts";

type Look = { icon: LucideIcon; color: string; text: string };

const LOOKS: Record<MorningState, Look> = {
  sent: { icon: CircleCheck, color: "text-good", text: "Sent" },
  sending: { icon: Clock, color: "text-info", text: "On its way" },
  unknown: { icon: CircleHelp, color: "text-warn", text: "Perhaps sent: the mail service gave no clear answer" },
  missed: { icon: CircleX, color: "text-bad", text: "Not sent: we were too late that morning. Sorry." },
  failed: { icon: CircleX, color: "text-bad", text: "Turned down by the mail service" },
  coming: { icon: Clock, color: "text-info", text: "Still to come" },
  late: { icon: Clock, color: "text-warn", text: "Late, and still to come" },
  moved: { icon: CircleDashed, color: "text-muted", text: "None: you had moved to an hour that was over" },
  none: { icon: CircleDashed, color: "text-muted", text: "No mail went out" },
};

type MorningListProps = { mornings: readonly Morning[]; profile: Pick<ProfileResponse, "timezone" | "emailTime"> };

export function MorningList({ mornings, profile }: MorningListProps) {
  return (
    <ul aria-label="Your last mornings" className="grid divide-y divide-line">
      {mornings.map((morning) => {
        const { icon: Icon, color } = LOOKS[morning.state];
        return (
          <li key={morning.date} className="flex items-center gap-3 py-2.5 text-sm">
            <Icon aria-hidden="true" className={clsx("size-5 shrink-0", color)} />
            <span className="flex min-w-0 flex-1 flex-wrap gap-x-3">
              <span className="min-w-[5.5rem] whitespace-nowrap font-semibold">
                {formatShortWeekday(morning.date)}, {formatMonthDay(morning.date)}
              </span>
              <span className={clsx("flex-1 basis-[6rem]", color === "text-muted" && color)}>
                {textOf(morning, profile)}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function textOf({ state, at }: Morning, { timezone, emailTime }: MorningListProps["profile"]): string {
  const clock = at === null ? undefined : formatTimeIfKnown(at, timezone);
  if (clock !== undefined) return `${LOOKS[state].text} at ${clock}`;
  return state === "coming" ? `Comes at ${clockTime(emailTime)}` : LOOKS[state].text;
}
