import { sessionNumber } from "./auth-token.ts";

type Ahead = { session: number; answer: Promise<unknown>; value?: unknown; until: number };

const FRESH_MS = 10_000;

const asked = new Map<string, Ahead>();

/** A query that may be requested ahead. Its first observer takes the answer, in its first render if it has arrived. */
export function answeredAhead<T>(queryKey: readonly unknown[], read: () => Promise<T>) {
  const key = JSON.stringify(queryKey);
  const fresh = () => {
    const ahead = asked.get(key);
    return ahead?.session === sessionNumber() && Date.now() < ahead.until ? ahead : null;
  };
  return {
    queryKey,
    queryFn: () => {
      const ahead = fresh();
      asked.delete(key);
      return ahead ? (ahead.answer as Promise<T>) : read();
    },
    initialData: () => fresh()?.value as T | undefined,
  };
}

type Query = { queryKey: readonly unknown[]; queryFn?: unknown };

/** Requests a query before the login check is done. Resolves once it's answered, even with an error. */
export async function askAhead({ queryKey, queryFn }: Query): Promise<void> {
  const answer = (queryFn as () => Promise<unknown>)();
  const ahead: Ahead = { session: sessionNumber(), answer, until: Number.POSITIVE_INFINITY };
  asked.set(JSON.stringify(queryKey), ahead);
  try {
    ahead.value = await answer;
    ahead.until = Date.now() + FRESH_MS;
  } catch {
    // The query that takes the answer reports the error; if none does, it doesn't matter.
  }
}
