import { clsx } from "clsx";
import { ArrowLeft, Ellipsis, Flame, Headphones, LayoutDashboard, Play, UserRound, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { artworkOf } from "#domain/rules/artwork.ts";
import { addDays, formatDayOfYear, formatLongDate } from "#domain/rules/calendar-days.ts";
import { BrandMark } from "../../brand/page-shell.tsx";
import { VipMark } from "../../brand/vip-mark.tsx";
import { DialCards, type DialItem } from "../../features/content/dial-card.tsx";
import { DialFace } from "../../features/content/dial-face.tsx";
import { StatusBadges } from "../../features/content/status-badges.tsx";
import { PlayerFace } from "../../features/player/player-face.tsx";
import { Badge } from "../../ui/badge.tsx";
import { buttonClass } from "../../ui/button.tsx";

/** Any fixed day keeps builds reproducible. */
const TODAY = "2026-06-17";
const TITLE = "Own the First Hour";
const MISSED = "2026-06-04";
const SINCE_MISSED = 12;
const TODAYS = { date: TODAY, status: "published", comingSoon: false, completed: false, progressPercent: 0 } as const;

const ITEMS = Array.from({ length: 30 }, (_, day): DialItem => {
  const date = addDays("2026-06-01", day);
  const completed = date < TODAY && date !== MISSED;
  return {
    date,
    title: TITLE,
    hasAudio: true,
    hasVideo: day % 2 === 0,
    comingSoon: date > TODAY,
    completed,
    progressPercent: completed ? 100 : 0,
  };
});

/** The product on two phones, exposed as one image: nothing in it can be focused or pressed. */
export function Phones() {
  return (
    <div
      role="img"
      aria-label="Two phones. One shows the month's dial with today's session on top. The other is playing that session."
      className="phones relative mx-auto select-none"
    >
      <div inert aria-hidden="true">
        <Phone className="top-0 left-0 z-10">
          <Dashboard />
        </Phone>
        <Phone className="top-16 right-0 sm:top-32">
          <Session />
        </Phone>
      </div>
    </div>
  );
}

function Phone({ className, children }: { className: string; children: ReactNode }) {
  return (
    <div
      className={clsx(
        "phone absolute h-[50rem] w-[25.5rem] overflow-hidden rounded-[3.5rem] border-[0.6rem] border-raised bg-night shadow-[0_30px_80px_-20px_rgb(0_0_0/0.9)]",
        className,
      )}
    >
      <div className="dawn flex h-full flex-col gap-5 px-5 pt-4 pb-6">
        <p className="flex justify-between px-3 font-bold text-[0.9375rem] tabular-nums">
          6:00
          <span className="-mt-1 h-7 w-28 rounded-full bg-black" />
          <Zap className="size-5 fill-current" />
        </p>
        {children}
      </div>
    </div>
  );
}

function Dashboard() {
  return (
    <>
      <div className="flex items-center justify-between">
        <BrandMark />
        <VipMark />
      </div>
      <div className="dial relative mx-auto size-[21.75rem] shrink-0">
        <DialFace turn={0} />
        <DialCards items={ITEMS} position={ITEMS.findIndex(({ date }) => date === TODAY)} today={TODAY} />
        <div className="absolute inset-0 m-auto grid size-34 place-content-center justify-items-center text-center">
          <p className="flex h-13 flex-col items-center justify-end gap-1">
            <span className="flex items-center gap-1.5 font-extrabold text-[2.375rem] wide leading-none">
              <Flame className="size-6 text-bolt" />
              {SINCE_MISSED}
            </span>
            <span className="font-semibold text-[0.6875rem] text-muted semi-wide leading-3">days in a row</span>
          </p>
          <p className="mt-3.5 h-8 font-semibold text-[0.8125rem] text-muted semi-wide">
            <span className="text-ink">15</span> of 17 done
          </p>
        </div>
      </div>
      <div className="grid gap-3">
        <p className="font-extrabold text-3xl wide leading-9">{TITLE}</p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <p className="text-muted">{formatLongDate(TODAY)}</p>
          <StatusBadges item={TODAYS} today={TODAY} />
        </div>
        <div className="flex gap-2">
          <Badge icon={Headphones}>Audio</Badge>
          <Badge icon={Play}>Video</Badge>
        </div>
      </div>
      <p className={buttonClass("primary", "lg", "mt-auto")}>
        <Zap className="size-5 fill-current" /> Experience This Content
      </p>
      <Tabs />
    </>
  );
}

const doNothing = () => {};

/** Its words are right of what the phone in front covers. */
function Session() {
  return (
    <>
      <p className="flex items-center gap-2 pl-20 font-semibold text-muted text-sm">
        <ArrowLeft className="size-4" /> Back to dashboard
      </p>
      <p className="ml-20 grid grid-cols-2 rounded-full border border-control text-center font-bold text-[0.6875rem] text-muted semi-wide">
        <span className="bolt-fill rounded-full py-3 text-night">Audio Power Session</span>
        <span className="py-3">Video Power Session</span>
      </p>
      <div className="overflow-hidden rounded-card border border-line bg-panel">
        <img
          src={artworkOf(TODAY)}
          alt=""
          width={1200}
          height={630}
          loading="lazy"
          decoding="async"
          className="aspect-video w-full object-cover"
        />
        <div className="-mt-13 relative grid gap-3 px-4 pb-4">
          <PlayerFace
            state={{ isPlaying: true, position: 91, duration: 240 }}
            isBusy={false}
            canSkip
            isSeekable
            onToggle={doNothing}
            onSkip={doNothing}
            onSeek={doNothing}
          />
        </div>
      </div>
      <div className="grid gap-3 pl-20">
        <p className="readout text-bolt">{formatDayOfYear(TODAY)}</p>
        <p className="font-extrabold text-3xl wide leading-9">{TITLE}</p>
      </div>
      <span className="grow" />
      <Tabs />
    </>
  );
}

const TABS = { Dashboard: LayoutDashboard, Library: Headphones, "My Account": UserRound, More: Ellipsis };

/** The app's bottom bar. */
function Tabs() {
  return (
    <ul className="-mx-5 -mb-6 grid grid-cols-4 border-line border-t bg-night pt-2.5 pb-4">
      {Object.entries(TABS).map(([label, Icon]) => (
        <li key={label} className="grid justify-items-center gap-1 font-semibold text-[0.6875rem] text-muted semi-wide">
          <Icon className="size-5.5" />
          {label}
        </li>
      ))}
    </ul>
  );
}
