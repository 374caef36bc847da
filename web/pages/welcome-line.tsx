import { ArrowRight } from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { APP_PAGES } from "#domain/paths.ts";
import { keepWelcome } from "../features/money/stored-welcome.ts";
import { useProfile } from "../features/profile/profile.query.ts";

/** The welcome's step that the dashboard doesn't have. It ends the welcome once that's done, and keeps its place, so that nothing moves. */
export function WelcomeLine() {
  const isSetUp = useProfile().data?.isSetUp;
  useEffect(() => {
    if (isSetUp) keepWelcome(null);
  }, [isSetUp]);
  if (isSetUp !== false) return <div className="mb-5 min-h-12" />;
  return (
    <Link
      to={APP_PAGES.welcome}
      className="mb-5 flex min-h-12 w-full items-center gap-3 rounded-xl border border-line px-4 py-2 text-muted text-sm hover:text-bolt"
    >
      <span className="flex-1">
        <strong>Add a password</strong> if you like
      </span>
      <ArrowRight className="size-4 shrink-0" />
    </Link>
  );
}
