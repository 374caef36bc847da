import type { QueryFunction, QueryFunctionContext, QueryMeta } from "@tanstack/react-query";
import { getDefaultStore } from "jotai";
import { OFFLINE_ANSWERS, readAuthToken } from "./auth-token.ts";
import { offlineAtom } from "./offline.atoms.ts";
import { isRecord, parseJson } from "./parse-json.ts";
import { storedNames, storedText } from "./stored.ts";

const LIFETIME = { scope: "browser", endsWith: "session" } as const;
/** A month has up to 170,000 characters, a long transcript 100,000. Browsers allow about five million. */
const MOST_CHARACTERS = 500_000;

type Strip = (answer: unknown) => unknown;

/** Marks a query whose last answer is readable offline. `strip` returns what may be stored of it; null stores nothing. */
export function readableOffline<Answer>(strip: (answer: Answer) => unknown): QueryMeta {
  return { strip };
}

type Fetched = { queryHash: string; meta: QueryMeta | undefined; state: { data: unknown } };

/** Stores what marked queries answer. If the network fails, and only then, a query that has no data yet gets the stored answer. */
export async function fetchOrRestore<Answer, Key extends readonly unknown[]>(
  queryFn: QueryFunction<Answer, Key, never>,
  context: QueryFunctionContext<Key>,
  { queryHash, meta, state }: Fetched,
): Promise<Answer> {
  const token = readAuthToken();
  const ask = async () => queryFn(context as QueryFunctionContext<Key, never>);
  if (!meta?.strip || token === null) return ask();
  const store = getDefaultStore();
  try {
    const answer = await ask();
    keep(token, queryHash, (meta.strip as Strip)(answer));
    if (store.get(offlineAtom)) {
      store.set(offlineAtom, false);
      void context.client.refetchQueries({ type: "active" }, { cancelRefetch: false });
    }
    return answer;
  } catch (error) {
    // What fetch throws when the network fails. An answer with an error status is the server's word.
    if (!(error instanceof TypeError) || state.data !== undefined) throw error;
    const kept = keptAnswer(token, queryHash);
    if (kept !== null || !navigator.onLine) store.set(offlineAtom, true);
    if (kept === null) throw error;
    return kept as Answer;
  }
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

function keep(token: string, hash: string, answer: unknown): void {
  const member = memberOf(token);
  // Someone may have logged out, or someone else in, since the call was made.
  if (member === null || memberOf(readAuthToken()) !== member) return;
  const at = new Date().toISOString();
  entryOf(member, hash).write(answer === null ? null : JSON.stringify({ at, release: release(), answer }));
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

function keptAnswer(token: string, hash: string): unknown {
  const member = memberOf(token);
  const kept = member === null ? null : parseJson(entryOf(member, hash).read());
  return isRecord(kept) && kept.release === release() ? (kept.answer ?? null) : null;
}
