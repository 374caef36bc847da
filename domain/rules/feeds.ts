import { APP_PAGES } from "../paths.ts";

/** Feeds a member may have, one a podcast app. */
export const MOST_FEEDS = 10;

/** The newest sessions, in one feed. */
export const MOST_EPISODES = 300;

/** Downloads are counted by day over this many days. */
export const DOWNLOAD_DAYS = 30;

/** A feed may start this many: everything three times, and some more for players that ask in parts. */
export const DOWNLOADS = { perEpisode: 3, more: 50 } as const;

const PLAYERS: [pattern: RegExp, name: string][] = [
  [/^(?:Podcasts|AppleCoreMedia|Balados|iTMS)\b/, "Apple Podcasts"],
  [/^Pocket ?Casts\b/i, "Pocket Casts"],
  [/^Mozilla\//, "A browser"],
];

/** "Overcast"; null for a player without a name. */
export function playerOf(userAgent: string | null): string | null {
  const [, name] = PLAYERS.find(([pattern]) => pattern.test(userAgent ?? "")) ?? [];
  return name ?? /^[A-Za-z][\w.+ -]{0,29}?(?=\/|$)/.exec(userAgent ?? "")?.[0] ?? null;
}

// Unverified: from the apps' own pages or known use, not tried on a phone.
/** Links that open a podcast app with a feed's address in it, without telling anyone else. */
export function playerLinks(address: string): { name: string; href: string }[] {
  const withoutScheme = address.replace(/^https?:\/\//, "");
  return [
    { name: "Apple Podcasts", href: `podcast://${withoutScheme}` },
    { name: "Overcast", href: `overcast://x-callback-url/add?url=${encodeURIComponent(address)}` },
    { name: "Pocket Casts", href: `pktc://subscribe/${withoutScheme}` },
    { name: "AntennaPod", href: `antennapod-subscribe://${withoutScheme}` },
  ];
}

/** The token is its only key. Here rather than with the other paths, which every page loads. */
export function feedPath(token: string): string {
  return `/feed/${token}`;
}

/** Where a member adds and revokes podcast apps: a part of the library. */
export const PODCAST_PATH = `${APP_PAGES.library}#podcast-apps`;

/** Lets a phone that scanned the QR code choose an app. Browsers don't send servers what follows `#`. */
export function addFeedPath(token: string): string {
  return `${APP_PAGES.feed}#${token}`;
}
