import { AlarmClock, ChevronRight, Clock, Pause } from "lucide-react";
import { Link } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { formatCount } from "#domain/formats.ts";
import { APP_PAGES, PUBLIC_PAGES } from "#domain/paths.ts";
import { formatLongDate } from "#domain/rules/calendar-days.ts";
import { TEXT_LINK, TryAgain } from "../../ui/button.tsx";
import { isWoken, nextWakeUpWords, trialDaysLeft, trialWords } from "./member-words.ts";
import { useProfile } from "./profile.query.ts";
import { TravelPlace } from "./travel-place.tsx";

/** A trial's last days. */
const LAST_DAYS = 7;

const LINE = "flex min-h-11 items-center gap-2.5 text-sm";

const TRIAL = `${LINE} min-h-14 flex-wrap`;

function wakeUpSentence(profile: ProfileResponse, today: string, isBelowTomorrow: boolean): string {
  const [nextDay] = profile.nextWakeUpLocal?.split("T") ?? [];
  // After a pause that ends on a weekend with nothing, wake-ups come again on Monday.
  if (isWoken(profile) && profile.pausedUntil) return `Paused until ${formatLongDate(nextDay ?? profile.pausedUntil)}`;
  if (profile.nextWakeUpLocal)
    return `Next wake-up ${nextWakeUpWords(profile.nextWakeUpLocal, today, profile, isBelowTomorrow)}`;
  return isWoken(profile) ? "No wake-up scheduled" : "Your wake-up emails are off";
}

export function NextWakeUp({ user, isBelowTomorrow = false }: { user: SessionUser; isBelowTomorrow?: boolean }) {
  const query = useProfile();
  if (query.isLoadingError) {
    return (
      <p className={`${LINE} flex-wrap text-muted in-data-offline:hidden`}>
        Your next wake-up didn't load.
        <TryAgain query={query} />
      </p>
    );
  }
  const profile = query.data;
  if (!profile) return <p className={LINE} />;
  const Icon = profile.nextWakeUpLocal && !profile.pausedUntil ? AlarmClock : Pause;
  return (
    <>
      <Link to={APP_PAGES.profile} className={`${LINE} font-semibold semi-wide hover:text-bolt`}>
        <Icon className="size-5 shrink-0 text-bolt" />
        <span>{wakeUpSentence(profile, user.today, isBelowTomorrow)}</span>
        <ChevronRight className="-ml-1 size-4 shrink-0 text-muted" />
      </Link>
      <TravelPlace profile={profile} />
    </>
  );
}

export function TrialLine({ user }: { user: SessionUser }) {
  const { data: profile } = useProfile();
  if (!user.hasAccess || user.subscriptionStatus !== "trial") return null;
  const left = profile ? trialDaysLeft(profile.subscriptionEndDay, user.today) : null;
  if (left === null) return profile ? null : <div className={TRIAL} />;
  return (
    <div className={`${TRIAL} ${left < LAST_DAYS ? "font-bold" : "text-muted"}`}>
      <Clock className="size-5 shrink-0" />
      <span>{trialWords(left)}</span>
      <a href={PUBLIC_PAGES.subscribe} className={`${TEXT_LINK} font-bold text-bolt`}>
        Choose a plan
      </a>
    </div>
  );
}

/** A mark in the header about a membership's end: on phones, the line about it is far below. */
export const MARK =
  "inline-flex min-h-11 items-center gap-1.5 rounded-full border px-3.5 font-bold text-sm semi-wide sm:hidden";

/** Quiet until the last days. */
export function TrialMark({ user }: { user: SessionUser }) {
  const { data: profile } = useProfile();
  const isOnTrial = user.hasAccess && user.subscriptionStatus === "trial";
  const left = profile && isOnTrial ? trialDaysLeft(profile.subscriptionEndDay, user.today) : null;
  if (left === null) return null;
  return (
    <a
      href={PUBLIC_PAGES.subscribe}
      className={`${MARK} ${left < LAST_DAYS ? "border-bolt/60 text-bolt" : "border-control text-muted"}`}
    >
      <Clock className="size-4" />
      {`Trial: ${left === 0 ? "last day" : `${formatCount(left, "day")} left`}`}
    </a>
  );
}
