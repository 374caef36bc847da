import { Check, Play } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { SessionUser } from "#domain/contract/account.ts";
import type { ProfileResponse } from "#domain/contract/profile.ts";
import { CorrectAddress } from "../features/account/correct-address.tsx";
import { PasswordForm } from "../features/account/password-form.tsx";
import { useTodaysItem } from "../features/content/todays-item.query.ts";
import { formatMediaTime } from "../features/player/media-time.ts";
import { useExperience } from "../features/player/use-track.ts";
import { hoursOnOffer } from "../features/profile/account-words.ts";
import { HourKeys } from "../features/profile/hour-keys.tsx";
import { NextWakeUp } from "../features/profile/next-wake-up.tsx";
import { useProfile } from "../features/profile/profile.query.ts";
import { useSaveProfile } from "../features/profile/save-profile.mutation.ts";
import { useEngagement } from "../features/progress/progress.query.ts";
import { buttonClass } from "../ui/button.tsx";
import { QueryPanel } from "../ui/query-panel.tsx";

/** Hour, password, and first session; a step that's done has a check. */
export function WelcomeSteps({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const query = useProfile();
  return (
    <ol className="grid gap-3">
      <QueryPanel query={query} loading="Loading your first steps..." failed="Your first steps didn't load">
        {(profile) => (
          <>
            {profile.canCorrectAddress && (
              <li>
                <CorrectAddress email={profile.email} />
              </li>
            )}
            <Step isDone title="Your hour">
              <HourStep profile={profile} />
            </Step>
            <PasswordStep profile={profile} />
            <SessionStep user={user} onLeave={onLeave} />
          </>
        )}
      </QueryPanel>
    </ol>
  );
}

function Step({ isDone, title, children }: { isDone: boolean; title: string; children?: ReactNode }) {
  return (
    <li className="grid gap-3 rounded-xl border border-line bg-raised p-4">
      <h3 className="flex items-center gap-2.5 text-lg">
        <span
          className={
            isDone
              ? "grid size-6 place-items-center rounded-full bg-bolt text-night"
              : "size-6 rounded-full border-2 border-control"
          }
        >
          {isDone && <Check strokeWidth={3} className="size-4" />}
        </span>
        {title}
        {isDone && <span className="sr-only">, done</span>}
      </h3>
      {children}
    </li>
  );
}

function HourStep({ profile }: { profile: ProfileResponse }) {
  const save = useSaveProfile();
  return (
    <>
      <HourKeys
        legend="Wake-up time"
        hours={hoursOnOffer(profile)}
        hour={profile.emailTime}
        onChoose={(emailTime) =>
          save.mutate({ emailTime }, { title: "Profile Updated", description: "Your wake-up time is saved." })
        }
      />
      <NextWakeUp profile={profile} />
    </>
  );
}

function PasswordStep({ profile }: { profile: ProfileResponse }) {
  const { refetch } = useProfile();
  const { isSetUp, email, asksCode } = profile;
  return (
    <Step isDone={isSetUp} title="Your password">
      {!isSetUp && <PasswordForm email={email} asks={asksCode ? "code" : "nothing"} onSaved={() => void refetch()} />}
    </Step>
  );
}

/** Today's session, or the newest one that's open. */
function SessionStep({ user, onLeave }: { user: SessionUser; onLeave: () => void }) {
  const isDone = (useEngagement().data?.itemsCompleted ?? 0) > 0;
  const experience = useExperience();
  const todays = useTodaysItem(user);
  if (todays === null) return null;
  const { item, href } = todays;
  const { onClick, ...link } = experience(item, href);
  return (
    <Step isDone={isDone} title="Your first session">
      {!isDone && (
        <Link
          to={href}
          {...link}
          onClick={(event) => {
            onClick(event);
            onLeave();
          }}
          className={buttonClass("primary", "lg", "!px-3")}
        >
          <Play fill="currentColor" className="size-5" />
          Play your first session{item.duration !== null && ` (${formatMediaTime(item.duration)})`}
        </Link>
      )}
    </Step>
  );
}
