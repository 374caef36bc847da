import { Play } from "lucide-react";
import { Link } from "react-router";
import { Artwork } from "../brand/artwork.tsx";
import type { useTodaysItem } from "../features/content/todays-item.query.ts";
import { formatLength } from "../features/player/media-time.ts";
import { useExperience } from "../features/player/use-track.ts";
import { buttonClass } from "../ui/button.tsx";

const PICTURE = "aspect-40/21 w-full rounded-card border border-line short:hidden";

type BeginProps = ReturnType<typeof useTodaysItem> & { today: string; onLeave: () => void };

/** Today's session, or the newest one that's open. It plays within the press, since browsers allow sound only then. */
export function Begin({ todays, today, onLeave }: BeginProps) {
  const experience = useExperience();
  if (todays === null) return <div className={`mb-27 animate-pulse bg-panel ${PICTURE}`} />;
  const { item, href } = todays;
  const { onClick, ...link } = experience(item, href);
  const isHeard = item.audioFilename !== null;
  return (
    <div className="grid gap-3">
      <Artwork date={item.date} own={item.artworkFilename} isLargest className={PICTURE} />
      <h2 className="flex min-h-7 items-center text-xl wrap-anywhere">{item.title}</h2>
      <Link
        to={href}
        {...link}
        onClick={(event) => {
          onClick(event);
          onLeave();
        }}
        className={buttonClass("primary", "lg", "!px-3")}
      >
        {isHeard && <Play fill="currentColor" className="size-5 shrink-0" />}
        <span>
          {isHeard ? "Play " : "Open "}
          {item.date === today ? "today's session" : "the newest session"}
          {isHeard && item.duration !== null && ` (${formatLength(item.duration)})`}
        </span>
      </Link>
    </div>
  );
}
