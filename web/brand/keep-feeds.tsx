import { useState } from "react";
import type { NamedFeed } from "#domain/contract/feed.ts";

/** Ticks for the podcast apps that play on where sessions end. `kept` has the IDs of the ticked ones, joined by dots. */
export function useKeptFeeds(feeds: readonly NamedFeed[], { areKeptAtFirst }: { areKeptAtFirst: boolean }) {
  const [turned, setTurned] = useState<string[]>([]);
  const isKept = ({ id }: NamedFeed) => turned.includes(id) !== areKeptAtFirst;
  const turn = (id: string) =>
    setTurned((before) => (before.includes(id) ? before.filter((other) => other !== id) : [...before, id]));
  const question = feeds.length > 0 && (
    <fieldset className="grid min-w-0 gap-1">
      <legend className="mb-1 font-semibold semi-wide text-sm">Podcast apps</legend>
      <p className="text-muted text-sm leading-relaxed">
        They play without a login. Those you don't keep lose their feed and must be added again.
      </p>
      {feeds.map((feed) => (
        <label key={feed.id} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            checked={isKept(feed)}
            onChange={() => turn(feed.id)}
            className="size-6 shrink-0 accent-bolt"
          />
          <span className="wrap-anywhere">Keep {feed.name}</span>
        </label>
      ))}
    </fieldset>
  );
  const kept = feeds.filter(isKept).map(({ id }) => id);
  return { kept: kept.join("."), question };
}
