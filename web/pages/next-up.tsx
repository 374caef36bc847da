import { AlarmClock } from "lucide-react";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { NextSession } from "../features/content/next-session.tsx";
import { TomorrowsTitle } from "../features/content/tomorrows-title.tsx";
import { useExperience } from "../features/player/use-track.ts";
import { nextWakeUpWords } from "../features/profile/member-words.ts";
import { useProfile } from "../features/profile/profile.query.ts";

/** What comes next: after an older session the one after it; after today's, tomorrow's and the hour of the next wake-up email. */
export function NextUp({ date, today }: { date: string; today: string }) {
  const { data } = useProfile();
  const experience = useExperience();
  if (date < today) return <NextSession date={date} experience={experience} />;
  return (
    <div className="grid gap-1.5">
      <TomorrowsTitle today={today} />
      {data?.nextWakeUpLocal && (
        <p className="text-sm text-balance text-muted">
          <AlarmClock aria-hidden="true" className="mr-1 inline size-4 text-bolt" />
          {`Next wake-up ${nextWakeUpWords(data.nextWakeUpLocal, today, data, true)}`}
          {data.weekendTime === NO_EMAIL && ". Nothing on weekends."}
        </p>
      )}
    </div>
  );
}
