import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { contentPath } from "#domain/paths.ts";
import { Artwork } from "../../brand/artwork.tsx";
import { readLibraryPage } from "./content.query.ts";

/** Leads to the newest session that was started and not completed, but not to one that's shown already; nothing while it's unknown. */
export function ContinueRow({ shown }: { shown: readonly (string | false | undefined)[] }) {
  const started = useQuery({
    queryKey: ["/api/content/started"],
    queryFn: () => readLibraryPage({ started: "1" }),
  });
  const item = started.data?.items.find(({ date }) => !shown.includes(date));
  if (!item) return null;
  return (
    <Link
      to={contentPath(item.date)}
      className="flex items-center gap-3.5 rounded-xl border border-line bg-panel p-2.5 pr-4 hover:border-control hover:text-bolt"
    >
      <Artwork date={item.date} own={item.artworkFilename} className="h-14 w-18 shrink-0 rounded-xl" />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span className="text-muted text-sm">Continue, {item.progressPercent}% done</span>
        <span className="line-clamp-2 wrap-anywhere font-bold leading-snug">{item.title}</span>
      </span>
      <ChevronRight className="size-4 shrink-0 text-muted" />
    </Link>
  );
}
