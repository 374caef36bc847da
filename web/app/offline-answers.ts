import type { InfiniteData, QueryClient, QueryKey } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import type { SessionUser } from "#domain/contract/account.ts";
import type { BrowsedItem, BrowseResponse } from "#domain/contract/content/browse.ts";
import type { ListedItem, OpenedItem } from "#domain/contract/content/content.ts";
import { OFFLINE_ANSWERS, readAuthToken } from "../lib/auth-token.ts";
import { dayIn } from "../lib/device-clock.ts";
import { offlineAtom } from "../lib/offline.atoms.ts";
import { isRecord, parseJson } from "../lib/parse-json.ts";
import { storedNames, storedText } from "../lib/stored.ts";

const LIFETIME = { scope: "browser", endsWith: "session" } as const;
/** A month has up to 170,000 characters, a long transcript 100,000. Browsers allow about five million. */
const MOST_CHARACTERS = 500_000;

/** The words and progress alone: media have keys and links, and none plays offline; favorites aren't shown there. */
const NO_MEDIA = { audioFilename: null, videoFilename: null, vimeoEmbedCode: null, youtubeUrl: null, video: null };
const wordsOf = (item: ListedItem | OpenedItem) => ({
  ...item,
  ...NO_MEDIA,
  captionsFilename: null,
  artworkFilename: null,
  isFavorite: undefined,
});

type LibraryPages = InfiniteData<BrowseResponse, string | null>;
const rowOf = (item: BrowsedItem) => ({ ...item, audioFilename: null, artworkFilename: null, isFavorite: undefined });

/** All that is readable offline, by call: which part of its answer is stored. Null stores nothing. */
const READABLE: Record<string, (answer: never) => unknown> = {
  "/api/auth/verify": (user: SessionUser | null) =>
    user?.hasAccess ? { ...user, email: "", firstName: null, lastName: null } : null,
  "/api/content": (answer: ListedItem[] | OpenedItem) =>
    Array.isArray(answer) ? answer.map(wordsOf) : wordsOf(answer),
  "/api/content/library": ({ pages, pageParams }: LibraryPages) => ({
    pages: pages.map(({ items, next }) => ({ items: items.map(rowOf), next })),
    pageParams,
  }),
  "/api/user/engagement": (answer) => answer,
};

type Asked = { queryHash: string; queryKey: QueryKey; state: { data: unknown } };

function stripOf([call, ...rest]: QueryKey) {
  const isAdmin = rest.some((part) => isRecord(part) && part.isAdmin === true);
  return isAdmin ? undefined : READABLE[String(call)];
}

/** The member that a token names, unverified: enough to tell one member's answers from another's. */
function memberOf(token: string | null): string | null {
  try {
    const claims = parseJson(atob((token?.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
    return isRecord(claims) && typeof claims.sub === "string" ? claims.sub : null;
  } catch {
    return null;
  }
}

/** Answers of another release may have another shape. A release's first script has its own name. */
const release = () => document.querySelector<HTMLScriptElement>("script[type=module][src]")?.src ?? "";

const entryOf = (member: string, hash: string) => storedText(`${OFFLINE_ANSWERS}${member}:${hash}`, LIFETIME);

/** Stores an answer to a call made with a token. The network works, so this also ends being offline. */
export function keepAnswer(token: string | null, { queryHash, queryKey }: Asked, answer: unknown): void {
  onAnswer();
  const strip = stripOf(queryKey);
  const member = memberOf(token);
  // Someone may have logged out, or someone else in, since the call was made.
  if (!strip || member === null || memberOf(readAuthToken()) !== member) return;
  const kept = strip(answer as never);
  const at = new Date().toISOString();
  entryOf(member, queryHash).write(kept ? JSON.stringify({ at, release: release(), answer: kept }) : null);
  trim(`${OFFLINE_ANSWERS}${member}:`);
}

/** Removes other members' answers, and one's own oldest ones beyond the limit. */
function trim(own: string): void {
  const entries = storedNames(OFFLINE_ANSWERS, LIFETIME).map((name) => {
    const entry = storedText(name, LIFETIME);
    return { name, entry, text: entry.read() ?? "" };
  });
  let left = MOST_CHARACTERS;
  // Each text begins with its time.
  for (const { name, entry, text } of entries.toSorted((a, b) => (a.text < b.text ? 1 : -1))) {
    if (name.startsWith(own)) left -= text.length;
    if (left < 0 || !name.startsWith(own)) entry.write(null);
  }
}

/** The stored answer to a call that the network failed, or the call's error. Data on screen stays there until something else is restored. */
export function restoreAnswer(token: string, query: Asked, client: QueryClient, error: unknown) {
  const { queryHash, queryKey, state } = query;
  if (state.data !== undefined && !getDefaultStore().get(offlineAtom)) throw error;
  const member = stripOf(queryKey) ? memberOf(token) : null;
  const kept = member && parseJson(entryOf(member, queryHash).read());
  const answer = isRecord(kept) && kept.release === release() ? kept.answer : null;
  if (isRecord(answer) || (member && !navigator.onLine)) beginOffline(client);
  if (!isRecord(answer)) throw error;
  // A stored "today" may be over.
  return "today" in answer ? { ...answer, today: dayIn(String(answer.timezone), Date.now()) } : answer;
}

let onAnswer = () => {};

/** Lasts until the server answers; then everything on screen is requested. */
function beginOffline(client: QueryClient): void {
  const store = getDefaultStore();
  if (store.get(offlineAtom)) return;
  store.set(offlineAtom, true);
  // Hides what would only show errors; set before its first render.
  document.documentElement.dataset.offline = "";
  const requestAll = () => void client.refetchQueries({ type: "active" }, { cancelRefetch: false });
  window.addEventListener("online", requestAll);
  onAnswer = () => {
    onAnswer = () => {};
    window.removeEventListener("online", requestAll);
    store.set(offlineAtom, false);
    delete document.documentElement.dataset.offline;
    requestAll();
  };
}
