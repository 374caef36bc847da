import { ChevronDown, Podcast } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { PODCAST_PATH } from "#domain/rules/feeds.ts";
import { LazySection } from "../ui/lazy-section.tsx";

const load = () => import("../features/feed/podcast-apps.tsx").then((module) => module.PodcastApps);

/** A card of the library that opens to the member's podcast apps; a link to them has it open. */
export function PodcastCard(clock: { timezone: string; today: string }) {
  const { pathname, hash } = useLocation();
  const [isOpen, setIsOpen] = useState(`${pathname}${hash}` === PODCAST_PATH);
  return (
    <details
      id="podcast-apps"
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="group flex-1 rounded-card border border-line bg-panel in-data-offline:hidden"
    >
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3.5 rounded-card px-4 py-2 hover:text-bolt [&::-webkit-details-marker]:hidden">
        <Podcast className="size-6 shrink-0 text-bolt" />
        <h2 className="min-w-0 flex-1 font-bold text-base">Listen in your podcast app</h2>
        <ChevronDown className="size-5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {isOpen && <LazySection load={load} props={clock} className="min-h-32 px-4 pb-4" />}
    </details>
  );
}
