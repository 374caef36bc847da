import { sessionNumber } from "./auth-token.ts";

type Ahead = { session: number; answer: Promise<unknown>; value?: unknown; until: number };

/** What came longer ago is no news any more, and is asked for again. */
const FRESH_MS = 10_000;

const asked = new Map<string, Ahead>();

/** A query that may be asked for ahead: whoever observes it first takes that answer, in its first rendering if it has come. */
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

/** Asks before it is known who is there. Resolves once that is answered, however. */
export async function askAhead({ queryKey, queryFn }: Query): Promise<void> {
  const answer = (queryFn as () => Promise<unknown>)();
  const ahead: Ahead = { session: sessionNumber(), answer, until: Number.POSITIVE_INFINITY };
  asked.set(JSON.stringify(queryKey), ahead);
  try {
    ahead.value = await answer;
    ahead.until = Date.now() + FRESH_MS;
  } catch {
    // Whoever takes it sees what went wrong; if nobody does, it does not matter.
  }
}
