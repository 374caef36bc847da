import { AlarmClock } from "lucide-react";
import { NO_EMAIL } from "#domain/rules/wake-up-hours.ts";
import { NextSession } from "../features/content/next-session.tsx";
import { TomorrowsTitle } from "../features/content/tomorrows-title.tsx";
import { useExperience } from "../features/player/use-track.ts";
import { nextWakeUpWords } from "../features/profile/member-words.ts";
import { useProfile } from "../features/profile/profile.query.ts";

/** What comes next: after an older session another one; after today's, tomorrow's and the hour of the next wake-up, which also follows an early one. */
export function NextUp({ date, today }: { date: string; today: string }) {
  const { data } = useProfile();
  const experience = useExperience();
  if (date < today) return <NextSession date={date} experience={experience} />;
  const isToday = date === today;
  return (
    <div className="grid gap-1.5">
      {isToday && <TomorrowsTitle today={today} />}
      {data?.nextWakeUpLocal && (
        <p className="text-sm text-balance text-muted">
          <AlarmClock aria-hidden="true" className="mr-1 inline size-4 text-bolt" />
          {`Next wake-up ${nextWakeUpWords(data.nextWakeUpLocal, today, data, isToday)}`}
          {data.weekendTime === NO_EMAIL && ". Nothing on weekends."}
        </p>
      )}
    </div>
  );
}
