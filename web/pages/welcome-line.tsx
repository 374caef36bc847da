import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { keepWelcome } from "../features/money/stored-welcome.ts";
import { useProfile } from "../features/profile/profile.query.ts";
import { useEngagement } from "../features/progress/progress.query.ts";

/** What is left of the welcome's steps. It ends the welcome after the last one. */
export function WelcomeLine() {
  const profile = useProfile().data;
  const engagement = useEngagement().data;
  const left = [
    profile?.isSetUp === false && "set your password",
    engagement?.itemsCompleted === 0 && "play your first session",
  ].filter((step) => step !== false);
  // Until both are known, nothing counts as done.
  const isOver = profile !== undefined && engagement !== undefined && left.length === 0;
  useEffect(() => {
    if (isOver) keepWelcome(null);
  }, [isOver]);
  if (profile === undefined || engagement === undefined) return <div className="mb-5 min-h-12" />;
  if (left.length === 0) return null;
  return (
    <Link
      to={APP_PAGES.welcome}
      className="mb-5 flex min-h-12 w-full items-center gap-3 rounded-xl border border-bolt/50 bg-bolt/8 px-4 py-2 text-sm hover:border-bolt"
    >
      <span className="flex-1">
        <strong className="text-bolt">Finish setting up:</strong> {left.join(", ")}
      </span>
      <ArrowRight className="size-4 shrink-0 text-bolt" />
    </Link>
  );
}
