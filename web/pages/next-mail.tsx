import { AlarmClock } from "lucide-react";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { TomorrowsTitle } from "../features/content/tomorrows-title.tsx";
import { nextWakeUpWords } from "../features/profile/member-words.ts";
import { useProfile } from "../features/profile/profile.query.ts";

/** What comes next: tomorrow's session, and the hour of the next wake-up email. */
export function NextMail({ today }: { today: string }) {
  const { data } = useProfile();
  return (
    <div className="grid gap-1.5">
      <TomorrowsTitle today={today} />
      {data?.nextWakeUpLocal && (
        <p className="flex items-center justify-center gap-2 text-sm text-balance text-muted">
          <AlarmClock aria-hidden="true" className="size-4 shrink-0 text-bolt" />
          <span>
            Next wake-up {nextWakeUpWords(data.nextWakeUpLocal, today, data)}
            {data.weekendTime === NO_EMAIL && ". No email on weekends."}
          </span>
        </p>
      )}
    </div>
  );
}
